"""Every command is judged again, under the rules of the table or under others."""

from functools import reduce
from operator import or_
from typing import get_args

from msgspec import MsgspecError, json
from msgspec.structs import replace

from domain.audit.finding import Flaw, Flawed, Progress, silent
from domain.audit.format import CommandLine
from domain.audit.ledger import Ledger
from domain.games import EDITIONS, GAMES, edition
from domain.judging.codec import RecordedEvent, decode, encode, was_upcast
from domain.judging.fold import NOTHING, fold
from domain.judging.judge import ByClock, ByPlayer, Context, Judgement, judge
from domain.kernel.box import fingerprint
from domain.kernel.messages import Command
from domain.kernel.moments import millis
from domain.kernel.rejection import Rejected
from domain.table.commands import CallTime, ForkTable, MoveDeadline, TableCommand
from domain.table.events import TableForked, TableOpened
from domain.table.state import NotOpened, Table

_KINDS = {c: None for game in EDITIONS.values() for c in game.commands}
_commands: "json.Decoder[Command]" = json.Decoder(
    reduce(or_, (*get_args(TableCommand), ForkTable, *_KINDS))
)


def difference(
    ledger: Ledger, rules: str | None = None, progress: Progress = silent
) -> Flaw | None:
    """Where these rules (None: those of the table) would first have decided otherwise."""
    try:
        own = rules_of(ledger)
        state: Table = NOTHING
        for line in ledger.commands:
            state = _under(rules or own, _again(ledger, line, state, own))
            progress(line.last - line.first + 1)
    except Flawed as flawed:
        return flawed.flaw
    except Rejected as unknown:
        return Flaw("rules", 1, unknown.detail)
    return None


def _opened(ledger: Ledger) -> TableOpened:
    opened = ledger.recorded[0].event
    if not isinstance(opened, TableOpened):
        raise Flawed("rules", 1, "A history begins with the opening of its table.")
    return opened


def rules_of(ledger: Ledger) -> str:
    """The version of the rules, which must be known here with the same box."""
    opened = _opened(ledger)
    own = edition(opened.game, opened.rules_version)
    if fingerprint(own.package) != opened.components:
        raise Flawed("rules", 1, "The box of this game has other components here.")
    return own.rules_version


def _under(rules: str, state: Table) -> Table:
    if isinstance(state, NotOpened) or state.setup.rules_version == rules:
        return state
    return replace(state, setup=replace(state.setup, rules_version=rules))


def newest(ledger: Ledger) -> str:
    """The version of the rules that a table of this game is opened under today."""
    return GAMES[_opened(ledger).game].rules_version


def _again(ledger: Ledger, line: CommandLine, state: Table, rules: str) -> Table:
    """The state after one more command, if it leads to the very events that were recorded."""
    command = _understood(line)
    if isinstance(command, ForkTable):
        return _forked(ledger, line, command)
    judgement = _judged(ledger, line, command, state, rules)
    if len(judgement.events) != line.last - line.first + 1:
        raise Flawed("rules", line.first, "By the rules this command causes other events.")
    for version, event in enumerate(judgement.events, line.first):
        if not _same(
            RecordedEvent(version, line.at, judgement.seat, event), ledger.events[version - 1]
        ):
            raise Flawed("rules", version, "By the rules something else happens here.")
    return judgement.state


def _same(judged: RecordedEvent, stored: bytes) -> bool:
    if encode(judged) == stored:
        return True
    return was_upcast(stored) and decode(stored) == judged


def _understood(line: CommandLine) -> Command:
    try:
        return _commands.decode(line.command)
    except MsgspecError as wrong:
        raise Flawed("rules", line.first, f"Its command is unknown: {wrong}.") from None


def _judged(
    ledger: Ledger, line: CommandLine, command: Command, state: Table, rules: str
) -> Judgement:
    who = ByClock() if line.by == "clock" else ByPlayer(line.by, line.seat)
    if isinstance(who, ByClock) is not isinstance(command, CallTime | MoveDeadline):
        raise Flawed("rules", line.first, "The clock calls time or moves it; nobody else does.")
    case = Context(ledger.table, state, ledger.seed, who, millis(line.at), rules)
    try:
        return judge(case, command)
    except Rejected as refusal:
        raise Flawed("rules", line.first, f"The rules refuse it: {refusal.detail}") from None
    except Exception as fault:  # noqa: BLE001 - a forged history may ask for anything
        raise Flawed("rules", line.first, f"The rules cannot judge it ({fault!r}).") from None


def _forked(ledger: Ledger, line: CommandLine, command: ForkTable) -> Table:
    """What came before a fork was judged at the table it came from; here it is only folded."""
    last = ledger.recorded[line.last - 1].event
    if line.first != 1 or not isinstance(last, TableForked):
        raise Flawed("rules", line.first, "Only the beginning of a history can be a fork.")
    if (last.of.table, last.of.version, last.player) != (command.table, command.version, line.by):
        raise Flawed("rules", line.last, "It is another fork than was asked for.")
    try:
        return fold(NOTHING, (each.event for each in ledger.recorded[: line.last]))
    except Exception as fault:  # noqa: BLE001 - as above
        raise Flawed("rules", line.last, f"It cannot be folded ({fault!r}).") from None
