"""Judges commands: returns the events that a command causes at a table and in its game."""

from collections.abc import Sequence
from functools import partial
from typing import Any, assert_never

from domain.fairness.draws import Draws
from domain.fairness.seed import mix
from domain.games import GAMES, edition
from domain.judging.decision_clock import extend_deadline, game_of, next_table_event
from domain.judging.fold import evolve, fold
from domain.judging.timer_action import AbandonTable, PlayDefault, next_timer_action
from domain.kernel.box import fingerprint
from domain.kernel.chance import Chance
from domain.kernel.game import AnyGame, Seated
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.kernel.messages import Command, Event, Value
from domain.kernel.moments import rfc3339
from domain.kernel.rejection import Rejected
from domain.table import absence, decide
from domain.table.commands import (
    CallTime,
    Leave,
    MoveDeadline,
    OpenTable,
    SeatBot,
    Sit,
    Start,
    TableCommand,
    is_table_command,
)
from domain.table.events import LuckDrawn, TableClosed, TableEvent
from domain.table.state import NotOpened, Running, Table

OPEN_FOR_MS = 24 * 3600 * 1000


class ByPlayer(Value, frozen=True):
    """The player who sends a command, and the seat it names if the player holds several."""

    player: PlayerId
    seat: Seat | None = None


class ByClock(Value, frozen=True):
    """The timers send the command."""


class Context(Value, frozen=True):
    """Everything that a judgement may depend on."""

    table: TableId
    state: Table
    seed: bytes
    actor: ByPlayer | ByClock
    at: int  # ms since 1970
    rules: str | None = None  # the edition a table is opened under; None: the current one


class Judgement(Value, frozen=True):
    """The events a command causes, the state after them, and the seat that acted."""

    events: tuple[Event, ...]
    state: Table
    seat: Seat | None


def judge(context: Context, command: Command) -> Judgement:
    """Return the events this command causes; raise Rejected if the rules refuse it."""
    if is_table_command(command):
        return _judge_table_command(context, command)
    return _judge_play(context, command)


def preview(state: Table, actor: ByPlayer, command: Command) -> list[Event]:
    """Return how the command would begin, as far as its seat can know; refuse what `judge` does."""
    running = decide.require_running(state)
    seat = decide.own_seat(running, actor.player, actor.seat)
    game = game_of(running)
    _require_same_game(game, command)
    return game.preview(running.play, seat, command)


def _current_edition(key: str) -> AnyGame:
    """Return the game that new tables are opened with; reject an unknown key."""
    if key not in GAMES:
        raise Rejected("no_such_game", f"There is no game {key!r}.")
    return GAMES[key]


def time_out_command(game: AnyGame, play: Any, seat: Seat, chance: Chance) -> Command:
    """Return the command that is played for a seat whose time is up."""
    command: Command = (
        game.default(play, seat) if game.lapse is None else game.lapse(play, seat, chance)
    )
    return command


def _judge_table_command(context: Context, command: TableCommand) -> Judgement:
    match command:
        case OpenTable():
            return _by_nobody(context, _open_table(context, command))
        case CallTime():
            return _call_time(context)
        case Sit():
            game = game_of(context.state)
            return _by_nobody(context, decide.sit(context.state, game, _player(context), command))
        case SeatBot():
            game = game_of(context.state)
            host = _player(context)
            return _by_nobody(context, decide.seat_bot(context.state, game, host, command))
        case MoveDeadline():
            return _by_nobody(context, _move_deadline(context, command))
        case Leave():
            return _leave(context, command)
        case Start():
            return _start(context)
        case _:
            assert_never(command)


def _open_table(context: Context, command: OpenTable) -> list[TableEvent]:
    assert isinstance(context.state, NotOpened)  # a table is opened once, under a fresh id
    known = context.rules
    game = _current_edition(command.game) if known is None else edition(command.game, known)
    expires = rfc3339(context.at + OPEN_FOR_MS)
    host = _player(context)
    components = fingerprint(game.package)
    events = decide.open_table(command, game, components, context.table, host, expires)
    if command.sit is not None:
        events += decide.sit(fold(context.state, events), game, host, command.sit)
    return events


def _leave(context: Context, command: Leave) -> Judgement:
    events = decide.leave(context.state, _player(context), command)
    after = fold(context.state, events)
    if isinstance(after, Running) and absence.deserted(after):
        return _by_nobody(context, [*events, _table_abandoned(context)])
    return Judgement(tuple(events), after, None)


def _start(context: Context) -> Judgement:
    started = decide.start(context.state, game_of(context.state), _player(context))
    running = fold(context.state, started)
    assert isinstance(running, Running)
    game, draws = game_of(running), _draws(context, running)
    game.admit(running.setup.options, len(running.sitters))
    won = {each.player: each.rewards for each in running.setup.carried}
    seated = [
        Seated(seat, sitter.piece, won.get(sitter.player, ()))
        for seat, sitter in enumerate(running.sitters)
    ]
    dealt = game.deal(seated, running.setup.options, draws)
    events = [*started, *_luck_drawn(draws), *dealt]
    return _with_next_table_event(context, context.state, events, None)


def _call_time(context: Context) -> Judgement:
    """Do what is due at this table; reject if nothing is, or if only a bot has to be woken."""
    action = next_timer_action(context.state, context.at)
    if isinstance(action, AbandonTable):
        return _by_nobody(context, [_table_abandoned(context)])
    running = decide.require_running(context.state)
    if not isinstance(action, PlayDefault):
        raise Rejected("not_due", "Nobody is late here.")
    events = absence.time_out(running, action.seat)
    after = fold(running, events)
    assert isinstance(after, Running)
    if absence.deserted(after):
        return _by_nobody(context, [*events, _table_abandoned(context)])
    draws = _draws(context, running)
    command = time_out_command(game_of(running), running.play, action.seat, draws)
    return _play(context, running, action.seat, events, command, draws, None)


def _move_deadline(context: Context, command: MoveDeadline) -> list[TableEvent]:
    """Compensate every outage once, however often the timers ask for it."""
    moved = extend_deadline(decide.require_running(context.state), command.outages)
    if moved is None:
        raise Rejected("not_due", "Nobody has lost any time here.")
    return [moved]


def _judge_play(context: Context, command: Command) -> Judgement:
    running = decide.require_running(context.state)
    assert isinstance(context.actor, ByPlayer)
    seat = decide.own_seat(running, context.actor.player, context.actor.seat)
    _require_same_game(game_of(running), command)
    returned = absence.return_to_seat(running, seat)
    return _play(context, running, seat, returned, command, _draws(context, running), seat)


def _play(
    context: Context,
    state: Running,
    seat: Seat,
    before: Sequence[Event],
    command: Command,
    draws: Draws,
    by: Seat | None,
) -> Judgement:
    """Return the judgement of a game command; the events `before` come first."""
    played = game_of(state).decide(state.play, seat, command, draws)
    return _with_next_table_event(context, state, [*before, *_luck_drawn(draws), *played], by)


def _require_same_game(game: AnyGame, command: Command) -> None:
    if type(command) not in game.commands:
        raise Rejected(
            "other_game",
            f"This table plays {game.title.en}; send one of its commands.",
            field="type",
        )


def _with_next_table_event(
    context: Context, before: Table, events: list[Event], by: Seat | None
) -> Judgement:
    """Fold the events and add what follows from the play: the next decision, or the end."""
    after = fold(before, events)
    assert isinstance(after, Running)
    following = next_table_event(after, context.at, context.seed)
    if following is None:
        return Judgement(tuple(events), after, by)
    return Judgement((*events, following), evolve(after, following), by)


def _draws(context: Context, state: Running) -> Draws:
    entropies = (sitter.entropy for sitter in state.sitters)
    return Draws(partial(mix, context.table, context.seed, tuple(entropies)), state.draws)


def _luck_drawn(draws: Draws) -> list[TableEvent]:
    return [LuckDrawn(tuple(draws.made))] if draws.made else []


def _table_abandoned(context: Context) -> TableClosed:
    return TableClosed("abandoned", None, context.seed.hex())


def _by_nobody(context: Context, events: Sequence[Event]) -> Judgement:
    """Return the judgement of a command with which no seat acts in the game."""
    return Judgement(tuple(events), fold(context.state, events), None)


def _player(context: Context) -> PlayerId:
    assert isinstance(context.actor, ByPlayer)
    return context.actor.player
