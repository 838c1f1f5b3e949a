"""Judges every command of a history again, under the rules of the table or under others."""

from functools import reduce
from operator import or_
from typing import get_args

from msgspec import MsgspecError, json
from msgspec.structs import replace

from domain.audit.finding import CheckFailed, Flaw, Progress, ignore_progress
from domain.audit.format import CommandLine
from domain.audit.ledger import Ledger, opening_of
from domain.games import EDITIONS, GAMES, edition
from domain.judging.codec import RecordedEvent, decode, encode, was_upcast
from domain.judging.fold import NOTHING, fold
from domain.judging.judge import ByClock, ByPlayer, Context, Judgement, judge
from domain.kernel.box import fingerprint
from domain.kernel.messages import Command
from domain.kernel.moments import millis
from domain.kernel.rejection import Rejected
from domain.table.commands import CallTime, ForkTable, MoveDeadline, TableCommand
from domain.table.events import TableForked
from domain.table.state import NotOpened, Table

_KINDS = {c: None for game in EDITIONS.values() for c in game.commands}
_commands: "json.Decoder[Command]" = json.Decoder(
    reduce(or_, (*get_args(TableCommand), ForkTable, *_KINDS))
)


def first_difference(
    ledger: Ledger, rules: str | None = None, progress: Progress = ignore_progress
) -> Flaw | None:
    """Return the first flaw under these rules, or under the table's own if `rules` is None."""
    try:
        own = rules_of(ledger)
        state: Table = NOTHING
        for line in ledger.commands:
            state = _with_rules(rules or own, _replay(ledger, line, state, own))
            progress(line.last - line.first + 1)
    except CheckFailed as failed:
        return failed.flaw
    except Rejected as unknown:
        return Flaw("rules", 1, unknown.detail)
    return None


def rules_of(ledger: Ledger) -> str:
    """Return the edition of the table, which must be known here with the same components."""
    opened = opening_of(ledger)
    own = edition(opened.game, opened.rules_version)
    if fingerprint(own.package) != opened.components:
        raise CheckFailed("rules", 1, "This server has other components of the game.")
    return own.rules_version


def _with_rules(rules: str, state: Table) -> Table:
    if isinstance(state, NotOpened) or state.setup.rules_version == rules:
        return state
    return replace(state, setup=replace(state.setup, rules_version=rules))


def current_rules(ledger: Ledger) -> str:
    """Return the edition that new tables of this game are opened under."""
    return GAMES[opening_of(ledger).game].rules_version


def _replay(ledger: Ledger, line: CommandLine, state: Table, rules: str) -> Table:
    """Return the state after the command, which must cause exactly the recorded events."""
    command = _decode_command(line)
    if isinstance(command, ForkTable):
        return _fold_fork(ledger, line, command)
    judgement = _judge_again(ledger, line, command, state, rules)
    if len(judgement.events) != line.last - line.first + 1:
        raise CheckFailed("rules", line.first, "Under the rules, this command causes other events.")
    for version, event in enumerate(judgement.events, line.first):
        recorded = RecordedEvent(version, line.at, judgement.seat, event)
        if not _is_same(recorded, ledger.events[version - 1]):
            raise CheckFailed("rules", version, "Under the rules, another event happens here.")
    return judgement.state


def _is_same(event: RecordedEvent, stored: bytes) -> bool:
    if encode(event) == stored:
        return True
    return was_upcast(stored) and decode(stored) == event


def _decode_command(line: CommandLine) -> Command:
    try:
        return _commands.decode(line.command)
    except MsgspecError as wrong:
        raise CheckFailed("rules", line.first, f"The command is unknown: {wrong}.") from None


def _judge_again(
    ledger: Ledger, line: CommandLine, command: Command, state: Table, rules: str
) -> Judgement:
    actor = ByClock() if line.by == "clock" else ByPlayer(line.by, line.seat)
    if isinstance(actor, ByClock) is not isinstance(command, CallTime | MoveDeadline):
        raise CheckFailed(
            "rules", line.first, "Only the clock may play a default or move a deadline."
        )
    context = Context(ledger.table, state, ledger.seed, actor, millis(line.at), rules)
    try:
        return judge(context, command)
    except Rejected as refusal:
        raise CheckFailed(
            "rules", line.first, f"The rules reject the command: {refusal.detail}"
        ) from None
    except Exception as fault:  # noqa: BLE001 - a forged history may ask for anything
        raise CheckFailed(
            "rules", line.first, f"The rules cannot check the command ({fault!r})."
        ) from None


def _fold_fork(ledger: Ledger, line: CommandLine, command: ForkTable) -> Table:
    """Return the state where the fork begins; its parent's commands were judged at that table."""
    last = ledger.recorded[line.last - 1].event
    if line.first != 1 or not isinstance(last, TableForked):
        raise CheckFailed("rules", line.first, "Only the beginning of a history can be a fork.")
    if (last.of.table, last.of.version, last.player) != (command.table, command.version, line.by):
        raise CheckFailed("rules", line.last, "The fork does not match its command.")
    try:
        return fold(NOTHING, (each.event for each in ledger.recorded[: line.last]))
    except Exception as fault:  # noqa: BLE001 - as above
        raise CheckFailed("rules", line.last, f"The event cannot be applied ({fault!r}).") from None
