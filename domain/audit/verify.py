"""Verifies a bundle: its form, chain, receipts, seeds, header, draws, rules and rewards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import MsgspecError, json
from msgspec.structs import replace

from domain.audit import chain, open_header, rewards
from domain.audit.bundle import Bundle, parse
from domain.audit.decoded_history import DecodedHistory, decode_all, decode_record, stages
from domain.audit.finding import WHOLE, CheckFailed, Flaw, Progress, first_field, ignore_progress
from domain.audit.format import CommandRecord, header_of
from domain.audit.luck import count_draws, first_wrong_draw
from domain.audit.rewards import Verified
from domain.audit.verdict import first_flaw, of_closed, of_running, of_unknown_rules, sealed_seats
from domain.fairness.chain import canon
from domain.games import EDITIONS
from domain.judging.fold import NOTHING, fold, fold_table
from domain.kernel.messages import Value
from domain.table.commands import RulesSource
from domain.table.opening_events import TableOpened
from domain.table.state import NotOpened

# Receipts that a client has kept: another head at the same version means a rewritten history.


class Receipt(Value, frozen=True):
    """The version and the head from a response of the server; its other fields are ignored."""

    version: int
    head: str


def read_receipts(content: bytes) -> tuple[Receipt, ...]:
    """Return the receipts in one response, in a list of them, or in one per line."""
    try:
        try:
            return _typed(json.decode(content))
        except MsgspecError:
            return tuple(json.decode(each, type=Receipt) for each in content.splitlines() if each)
    except (MsgspecError, UnicodeError, RecursionError) as wrong:
        raise CheckFailed(
            "receipts", WHOLE, f"These are not receipts: {wrong}.", "receipts"
        ) from None


def _typed(content: Any) -> tuple[Receipt, ...]:
    responses: list[Any] = content if isinstance(content, list) else [content]
    return tuple(json.decode(json.encode(each), type=Receipt) for each in responses)


def check_receipts(receipts: Iterable[Receipt], heads: Mapping[int, str]) -> None:
    """Raise CheckFailed unless every receipt names the head that the chain has there."""
    last = max(heads)
    for receipt in sorted(receipts, key=lambda each: each.version):
        if not 1 <= receipt.version <= last:
            why = f"Your receipt is of version {receipt.version}; the history ends at {last}."
            raise CheckFailed("receipts", last, why, field="head")
        if heads.get(receipt.version) != receipt.head:
            why = "Your receipt has another head: the history was changed, or is of another table."
            raise CheckFailed("receipts", receipt.version, why, field="head")


Verdict: TypeAlias = Literal["PASS", "FAIL", "UNFINISHED", "UNKNOWN_RULES"]
ON_THE_CHAIN = ("form", "hash chain")
WITHOUT_RULES = ("seed", "header", "draws")
CLOSED = (*WITHOUT_RULES, "rules: every command and every event it caused")


class Report(Value, frozen=True, kw_only=True):
    """The result; a PASS says no more than `checked` lists.

    UNFINISHED means that the chain holds, but the seed is not revealed yet. UNKNOWN_RULES means
    that everything holds that can be checked without the rules, which are not installed here.
    """

    verdict: Verdict
    flaw: Flaw | None = None  # the first one
    table: str | None = None
    game: str | None = None
    rules_version: str | None = None
    rules: RulesSource | None = None  # where they can be fetched
    status: str | None = None
    sandbox: bool = False  # its host fixed the luck and moved the clock: it proves nothing
    events: int = 0
    sealed: int = 0
    commands: int = 0
    draws: int = 0
    receipts: int = 0
    head: str | None = None
    checked: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()


def verify(
    content: bytes,
    kept: Sequence[Receipt] = (),
    progress: Progress = ignore_progress,
    others: Sequence[Verified] = (),
) -> Report:
    """Return the report; `progress` counts every event twice: for the chain and for the rules.

    The rewards that players brought are judged if `others` has the earlier table.
    """
    return verify_with_history(content, kept, progress, others)[0]


def verify_with_history(
    content: bytes,
    kept: Sequence[Receipt] = (),
    progress: Progress = ignore_progress,
    others: Sequence[Verified] = (),
) -> tuple[Report, DecodedHistory | None]:
    """Return the report and, if the table is closed and could be read, its history."""
    report = Report(verdict="FAIL", receipts=len(kept))
    bundle: Bundle | None = None
    history: DecodedHistory | None = None
    try:
        bundle = parse(content)
        report = _with_header(bundle, report)
        heads, links = chain.follow(bundle, progress)
        check_receipts(kept, heads)
        commands = chain.check_commands(bundle, links)
        checked = (*ON_THE_CHAIN, *(("receipts",) if kept else ()))
        if bundle.header.seed is None:
            return _unfinished(bundle, replace(report, checked=checked)), None
        known = _has_rules(bundle)
        history = _decoded(bundle, commands, known)
        _check_header(bundle, history, known)
        report = replace(report, draws=count_draws(history))
        parts = stages(history)
        if not known and (found := first_wrong_draw(history, parts)) is None:
            return _without_rules(replace(report, checked=checked), bool(kept)), None
        found = first_flaw(history, parts, progress) if known else found
        judged = found is None and rewards.check(history, others)
    except CheckFailed as failed:
        found = failed.flaw
    if found is not None:
        return replace(report, flaw=with_line(found, bundle)), history
    assert history is not None
    checked = (*checked, *CLOSED, *_luck(history), *(("rewards",) if judged else ()))
    missing = of_closed(history, judged, bool(kept))
    return replace(report, verdict="PASS", checked=checked, not_checked=missing), history


def _luck(history: DecodedHistory) -> tuple[str, ...]:
    seats = ", ".join(map(str, sealed_seats(history)))
    return (f"sealed luck: every draw follows from the shares of seats {seats}",) if seats else ()


def with_line(flaw: Flaw, bundle: Bundle | None) -> Flaw:
    """Return the flaw with the line at which it is found in the NDJSON form of the bundle."""
    if bundle is None or flaw.line is not None:
        return flaw
    before = 1 + len(bundle.ancestors)
    if flaw.version == WHOLE:
        return replace(flaw, line=1)
    if flaw.field.startswith("command."):
        for place, line in enumerate(bundle.commands, 1 + before + len(bundle.events)):
            if decode_record(bytes(line.command)).first == flaw.version:
                return replace(flaw, line=place)
    return replace(flaw, line=before + flaw.version)


def _with_header(bundle: Bundle, report: Report) -> Report:
    header = bundle.header
    return replace(
        report,
        table=header.table,
        game=header.game,
        rules_version=header.rules_version,
        rules=header.rules or None,
        status=header.status,
        sandbox=bool(header.sandbox),
        events=len(bundle.events),
        sealed=sum(line.sealed for line in bundle.events),
        commands=len(bundle.commands),
        head=header.head,
    )


def _unfinished(bundle: Bundle, report: Report) -> Report:
    """Return the report of a table that is still played; raise CheckFailed if it is not."""
    if bundle.header.status not in ("open", "running"):
        why = "The table is closed, but its seed is not told."
        raise CheckFailed("seed", WHOLE, why, field="header.seed")
    open_header.check(bundle)
    return replace(report, verdict="UNFINISHED", not_checked=of_running())


def _has_rules(bundle: Bundle) -> bool:
    """Return whether the rules that the table was opened with are installed here."""
    (opened,) = decode_all([bytes(bundle.events[0].event)], with_rules=False)
    if not isinstance(opened.event, TableOpened):
        return True  # whatever it is, it is found to be wrong
    return (opened.event.game, opened.event.rules_version) in EDITIONS


def _without_rules(report: Report, receipts: bool) -> Report:
    missing = of_unknown_rules(report.game, report.rules_version, report.rules, receipts)
    checked = (*report.checked, *WITHOUT_RULES)
    return replace(report, verdict="UNKNOWN_RULES", checked=checked, not_checked=missing)


def _decoded(
    bundle: Bundle, commands: tuple[CommandRecord, ...], with_rules: bool
) -> DecodedHistory:
    events = tuple(bytes(line.event) for line in bundle.events)
    seed = bytes.fromhex(bundle.header.seed or "")
    recorded = decode_all(events, with_rules)
    of = (bundle.header.table, seed, events, recorded, commands, bundle.ancestors)
    return DecodedHistory(*of, bundle.format)


def _check_header(bundle: Bundle, history: DecodedHistory, with_rules: bool) -> None:
    """Raise CheckFailed unless the folded events lead to everything the header says."""
    try:
        folded = fold if with_rules else fold_table
        end = folded(NOTHING, (each.event for each in history.recorded))
    except Exception as fault:  # noqa: BLE001 - a forged history may hold anything
        failed = CheckFailed("header", WHOLE, f"The events cannot be folded ({fault!r}).", "header")
        if with_rules:  # the first event that the rules do not allow says more
            failed.flaw = first_flaw(history, stages(history)) or failed.flaw
        raise failed from None
    if isinstance(end, NotOpened):
        why = "The first event is not the opening of the table."
        raise CheckFailed("header", 1, why, field="event.type")
    header = bundle.header
    said = header_of(end, header.version, header.head, header.format)
    expected, told = canon(said), canon(header)
    if expected != told:
        why = "The header does not say what the events lead to."
        raise CheckFailed("header", WHOLE, why, field=first_field(told, expected, "header"))
