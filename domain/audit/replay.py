"""Judges every command of a history again, under the rules of the table or under others."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import get_args

from msgspec import MsgspecError, json
from msgspec.structs import replace

from domain.audit.decoded_history import DecodedHistory, Stage, opening_of
from domain.audit.finding import CheckFailed, Flaw, Progress, first_field, ignore_progress
from domain.audit.format import CommandRecord
from domain.fairness.chain import canon
from domain.games import EDITIONS, GAMES, UNKNOWN_RULES
from domain.judging.actors import Actor, ByAdministrator, ByBot, ByClock, ByPlayer
from domain.judging.codec import RecordedEvent, are_encoded, decode, encode, was_upcast
from domain.judging.commit import ADMINISTRATOR, CLOCK
from domain.judging.fold import NOTHING, evolve
from domain.judging.judge import judge
from domain.judging.judgement import Context, Judgement
from domain.judging.live_table import time_of
from domain.kernel.data_files import components_hash
from domain.kernel.ids import millis
from domain.kernel.messages import Command
from domain.kernel.refusals import Rejected
from domain.table.commands import BreakOff, CallTime, ForkTable, MoveDeadline, TableCommand
from domain.table.decide.seating import fit_seats
from domain.table.end_commands import Terminate
from domain.table.end_events import TableForked
from domain.table.opening_events import TableStarted
from domain.table.state import NotOpened, Running, Table

BY_CLOCK = CallTime | MoveDeadline | BreakOff
_KINDS = {c: None for game in EDITIONS.values() for c in game.commands}
_commands: "json.Decoder[Command]" = json.Decoder(
    reduce(or_, (*get_args(TableCommand), ForkTable, *_KINDS))
)


def first_difference(
    history: DecodedHistory,
    parts: Sequence[Stage],
    rules: str | None = None,
    progress: Progress = ignore_progress,
) -> Flaw | None:
    """Return the first flaw under these rules, or under the table's own if `rules` is None."""
    try:
        replay(history, parts, rules, progress)
    except CheckFailed as failed:
        return failed.flaw
    except Rejected as unknown:
        return Flaw(UNKNOWN_RULES, 1, unknown.detail, "event.data.rules_version")
    return None


def replay(
    history: DecodedHistory,
    parts: Sequence[Stage],
    rules: str | None = None,
    progress: Progress = ignore_progress,
) -> tuple[list[RecordedEvent], Table]:
    """Return the events that all commands cause when they are judged again, and the state.

    Raises CheckFailed at the first event that is not the recorded one, and Rejected if the rules
    are unknown. The bytes of the events are compared: of their decoded form, only the first event
    is needed, and where a fork begins.
    """
    own = rules_of(history)
    state: Table = NOTHING
    found: list[RecordedEvent] = []
    last = 0  # when the command before was judged
    for stage in parts:
        for line in stage.commands:
            made, state = _replay(history, stage, line, state, own, last)
            last = millis(line.at)
            if rules is not None:
                state = _with_rules(rules, state)
            found += made
            progress(line.last - max(line.first, stage.first) + 1)
    return found, state


def rules_of(history: DecodedHistory) -> str:
    """Return the edition of the table, which must be known here with the same components."""
    opened = opening_of(history)
    own = EDITIONS[opened.game, opened.rules_version]
    if components_hash(own.package) != opened.components:
        why = "This server has other components of the game."
        raise CheckFailed("rules", 1, why, field="event.data.components")
    return own.rules_version


def _with_rules(rules: str, state: Table) -> Table:
    if isinstance(state, NotOpened) or state.setup.rules_version == rules:
        return state
    return replace(state, setup=replace(state.setup, rules_version=rules))


def current_rules(history: DecodedHistory) -> str:
    """Return the edition that new tables of this game are opened under."""
    return GAMES[opening_of(history).game].rules_version


def _replay(
    history: DecodedHistory,
    stage: Stage,
    line: CommandRecord,
    state: Table,
    rules: str,
    last: int,
) -> tuple[list[RecordedEvent], Table]:
    """Return what the command causes, exactly the recorded events, and the state after them."""
    command = _decode_command(line)
    if isinstance(command, ForkTable):
        return _fork(history, stage, line, command, state)
    now = millis(line.at)
    if time_of(state, last, command, now) != now:
        why = "No time has passed like this: it is before the command before, or in a sandbox."
        raise CheckFailed("rules", line.first, why, field="command.at")
    judgement = _judge_again(stage, line, command, state, rules)
    at, seat, first = line.at, line.seat, line.first
    if seat != judgement.seat:
        why = "Under the rules, another seat acts here."
        raise CheckFailed("rules", first, why, field="command.seat")
    if len(judgement.events) != line.last - first + 1:
        why = "Under the rules, this command causes other events."
        raise CheckFailed("rules", first, why, field="command.last")
    made = [
        RecordedEvent(version, at, seat, event)
        for version, event in enumerate(judgement.events, first)
    ]
    stored = history.events[first - 1 : line.last]
    if not are_encoded(made, stored):
        made = [_under_own_rules(each, rules) for each in made]
        _require_same(made, stored)
    return made, judgement.state


def _under_own_rules(recorded: RecordedEvent, rules: str) -> RecordedEvent:
    """Return the event with the rules of the table: judged under others, it still names its own."""
    if not isinstance(recorded.event, TableStarted):
        return recorded
    return replace(recorded, event=replace(recorded.event, rules_version=rules))


def _require_same(made: Sequence[RecordedEvent], stored: Sequence[bytes]) -> None:
    """Raise CheckFailed for the first event that is not the stored one."""
    for event, raw in zip(made, stored, strict=True):
        if not _is_same(event, raw):
            field = first_field(raw, encode(event), "event")
            why = "Under the rules, another event happens here."
            raise CheckFailed("rules", event.version, why, field)


def _is_same(event: RecordedEvent, stored: bytes) -> bool:
    if encode(event) == stored:
        return True
    return was_upcast(stored) and decode(stored) == event


def _decode_command(line: CommandRecord) -> Command:
    """Return the command; it must be written as the server writes it, without defaults."""
    try:
        command = _commands.decode(line.command)
    except MsgspecError as wrong:
        why = f"The command is unknown: {wrong}."
        raise CheckFailed("rules", line.first, why, field="command.command") from None
    if canon(command) != bytes(line.command):
        why = "The command has a default that is written out, or a field that is not of the format."
        raise CheckFailed("rules", line.first, why, field="command.command")
    return command


def _judge_again(
    stage: Stage, line: CommandRecord, command: Command, state: Table, rules: str
) -> Judgement:
    actor = _actor(line, state)
    if isinstance(actor, ByAdministrator) is not isinstance(command, Terminate):
        why = "Only an administrator may close a table for a reason of their own."
        raise CheckFailed("rules", line.first, why, field="command.by")
    if isinstance(actor, ByClock) is not isinstance(command, BY_CLOCK):
        why = "Only the clock may play a default, move a deadline or break off a table."
        raise CheckFailed("rules", line.first, why, field="command.by")
    context = Context(stage.table, state, stage.seed, actor, millis(line.at), rules)
    try:
        judgement = judge(context, None if isinstance(actor, ByBot) else command)
    except Rejected as refusal:
        why = f"The rules reject the command: {refusal.detail}"
        raise CheckFailed("rules", line.first, why, field="command.command") from None
    except Exception as fault:  # noqa: BLE001 - a forged history may ask for anything
        why = f"The rules cannot check the command ({fault!r})."
        raise CheckFailed("rules", line.first, why, field="command.command") from None
    if judgement.command != command:
        why = "The luck of the table chose another move here."
        raise CheckFailed("rules", line.first, why, field="command.command")
    return judgement


def _actor(line: CommandRecord, state: Table) -> Actor:
    """Return who sent a command; whatever comes from a bot's seat is the bot's choice."""
    if line.by == CLOCK:
        return ByClock()
    if line.by == ADMINISTRATOR:
        return ByAdministrator()
    seat = line.seat
    if not isinstance(state, Running) or seat is None or seat not in state.bots:
        return ByPlayer(line.by, seat)
    if state.sitters[seat].player != line.by:
        why = "Somebody else sent the command of a bot."
        raise CheckFailed("rules", line.first, why, field="command.by")
    return ByBot(seat)


def _fork(
    history: DecodedHistory, stage: Stage, line: CommandRecord, command: ForkTable, state: Table
) -> tuple[list[RecordedEvent], Table]:
    """Return how a fork begins, and its state; what it copies was judged at the table before."""
    if stage.first == 1 or (line.first, line.last) != (1, stage.first):
        why = "Only the beginning of a history can be a fork."
        raise CheckFailed("rules", line.first, why, field="command.command")
    recorded = history.recorded[line.last - 1]
    forked = recorded.event
    assert isinstance(forked, TableForked)  # a stage begins with it
    if (forked.of.table, forked.of.version, forked.player, forked.bots) != (
        command.table,
        command.version,
        line.by,
        command.bots,
    ):
        why = "The fork does not match its command."
        raise CheckFailed("rules", line.last, why, field="event.data.of")
    if isinstance(state, Running) and not fit_seats(forked.bots, len(state.sitters)):
        why = "The bots of the fork do not fit its seats."
        raise CheckFailed("rules", line.last, why, field="event.data.bots")
    if not isinstance(state, Running) or state.unrevealed:
        why = "The play had not begun, or was over."
        raise CheckFailed("rules", line.last, why, field="event.type")
    _require_same([recorded], [history.events[line.last - 1]])
    return [recorded], evolve(state, forked)
