"""All that a bundle claims is checked: form, chain, receipts, seed, header, luck, rules."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.audit import chain, receipts
from domain.audit.bundle import Bundle, parse
from domain.audit.finding import Flaw, Flawed, Progress, first, silent
from domain.audit.format import header_of
from domain.audit.ledger import Ledger, understood
from domain.audit.luck import drawn, unlucky
from domain.audit.receipts import Receipt
from domain.audit.replay import difference
from domain.audit.seed_reveal import stages
from domain.fairness.canonical import canon
from domain.judging.fold import NOTHING, fold
from domain.kernel.messages import Value
from domain.table.state import NotOpened

Verdict: TypeAlias = Literal["PASS", "FAIL", "UNFINISHED"]


class Report(Value, frozen=True, kw_only=True):
    """PASS only if everything holds; UNFINISHED: the chain holds so far, more cannot be told."""

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


def verify(content: bytes, kept: Sequence[Receipt] = (), progress: Progress = silent) -> Report:
    """`progress` is told twice of every event: once for the chain, once for the rules."""
    report = Report(verdict="FAIL", receipts=len(kept))
    try:
        bundle = parse(content)
        report = _told(bundle, report)
        heads, links = chain.followed(bundle, progress)
        receipts.compare(kept, heads)
        chain.covered(bundle.commands, links, bundle.header.seed is not None)
        if bundle.header.seed is None:
            return _unfinished(bundle, report)
        ledger = _ledger(bundle)
        _header(bundle, ledger)
        report = replace(report, draws=drawn(ledger))
        found = first(unlucky(ledger, stages(ledger)), difference(ledger, progress=progress))
    except Flawed as flawed:
        found = flawed.flaw
    return replace(report, flaw=found, verdict="PASS" if found is None else "FAIL")


def _told(bundle: Bundle, report: Report) -> Report:
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
        raise Flawed("seed", None, "The table is closed, but its seed is not told.")
    return replace(report, verdict="UNFINISHED")


def _ledger(bundle: Bundle) -> Ledger:
    events = tuple(bytes(line.event) for line in bundle.events)
    seed = bytes.fromhex(bundle.header.seed or "")
    return Ledger(bundle.header.table, seed, events, understood(events), bundle.commands)


def _header(bundle: Bundle, ledger: Ledger) -> None:
    """Folded, the events lead to everything the header says; the last reveals the seed."""
    try:
        end = fold(NOTHING, (each.event for each in ledger.recorded))
    except Exception as fault:  # noqa: BLE001 - a forged history may hold anything
        raise Flawed("header", None, f"The events cannot be folded ({fault!r}).") from None
    if isinstance(end, NotOpened):
        raise Flawed("header", 1, "A history begins with the opening of its table.")
    said = bundle.header
    if canon(header_of(end, said.version, said.head)) != canon(said):
        raise Flawed("header", None, "The header does not say what the events lead to.")
