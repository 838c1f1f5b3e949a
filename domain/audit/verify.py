"""Verifies a bundle: its form, chain, receipts, seeds, header, draws and rules."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.audit import chain, receipts
from domain.audit.bundle import Bundle, parse
from domain.audit.finding import CheckFailed, Flaw, Progress, earliest_flaw, ignore_progress
from domain.audit.format import header_of
from domain.audit.ledger import Ledger, decode_all
from domain.audit.luck import count_draws, first_wrong_draw
from domain.audit.receipts import Receipt
from domain.audit.replay import first_difference
from domain.audit.seed_reveal import stages
from domain.fairness.canonical import canon
from domain.judging.fold import NOTHING, fold
from domain.kernel.messages import Value
from domain.table.state import NotOpened

Verdict: TypeAlias = Literal["PASS", "FAIL", "UNFINISHED"]


class Report(Value, frozen=True, kw_only=True):
    """The result: UNFINISHED means that the chain holds, but the seed is not revealed yet."""

    verdict: Verdict
    flaw: Flaw | None = None  # the first one
    table: str | None = None
    game: str | None = None
    rules_version: str | None = None
    status: str | None = None
    events: int = 0
    sealed: int = 0
    commands: int = 0
    draws: int = 0
    receipts: int = 0
    head: str | None = None


def verify(
    content: bytes, kept: Sequence[Receipt] = (), progress: Progress = ignore_progress
) -> Report:
    """Return the report; `progress` counts every event twice: for the chain and for the rules."""
    report = Report(verdict="FAIL", receipts=len(kept))
    try:
        bundle = parse(content)
        report = _with_header(bundle, report)
        heads, links = chain.follow(bundle, progress)
        receipts.check(kept, heads)
        chain.check_commands(bundle.commands, links, bundle.header.seed is not None)
        if bundle.header.seed is None:
            return _unfinished(bundle, report)
        ledger = _ledger(bundle)
        _check_header(bundle, ledger)
        report = replace(report, draws=count_draws(ledger))
        wrong_draw = first_wrong_draw(ledger, stages(ledger))
        found = earliest_flaw(wrong_draw, first_difference(ledger, progress=progress))
    except CheckFailed as failed:
        found = failed.flaw
    return replace(report, flaw=found, verdict="PASS" if found is None else "FAIL")


def _with_header(bundle: Bundle, report: Report) -> Report:
    header = bundle.header
    return replace(
        report,
        table=header.table,
        game=header.game,
        rules_version=header.rules_version,
        status=header.status,
        events=len(bundle.events),
        sealed=sum(line.sealed for line in bundle.events),
        commands=len(bundle.commands),
        head=header.head,
    )


def _unfinished(bundle: Bundle, report: Report) -> Report:
    if bundle.header.status not in ("open", "running"):
        raise CheckFailed("seed", None, "The table is closed, but the header has no seed.")
    return replace(report, verdict="UNFINISHED")


def _ledger(bundle: Bundle) -> Ledger:
    events = tuple(bytes(line.event) for line in bundle.events)
    seed = bytes.fromhex(bundle.header.seed or "")
    return Ledger(bundle.header.table, seed, events, decode_all(events), bundle.commands)


def _check_header(bundle: Bundle, ledger: Ledger) -> None:
    """Raise CheckFailed unless the folded events lead to everything the header says."""
    try:
        end = fold(NOTHING, (each.event for each in ledger.recorded))
    except Exception as fault:  # noqa: BLE001 - a forged history may hold anything
        raise CheckFailed("header", None, f"The events cannot be applied ({fault!r}).") from None
    if isinstance(end, NotOpened):
        raise CheckFailed("header", 1, "The first event is not the opening of the table.")
    header = bundle.header
    if canon(header_of(end, header.version, header.head)) != canon(header):
        raise CheckFailed("header", None, "The header does not match the state after the events.")
