"""What a command leads to at a table: pure, and the only place where table and game meet."""

from collections.abc import Sequence
from functools import partial
from typing import Any, assert_never

from domain.fairness.draws import Draws
from domain.fairness.seed import mix
from domain.games import GAMES, edition
from domain.judging.decision_clock import extended, game_of, next_step, overdue
from domain.judging.fold import evolve, fold
from domain.kernel.box import fingerprint
from domain.kernel.chance import Chance
from domain.kernel.game import AnyGame, Seated
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.kernel.messages import Command, Event, Value
from domain.kernel.moments import millis, rfc3339
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
from domain.table.state import NotOpened, Open, Running, Table

OPEN_FOR_MS = 24 * 3600 * 1000


class ByPlayer(Value, frozen=True):
    """Who asks: a player, and the seat he names if he holds several."""

    player: PlayerId
    seat: Seat | None = None


class ByClock(Value, frozen=True):
    """The clock asks."""


class Context(Value, frozen=True):
    """All that a judgement may depend on."""

    table: TableId
    state: Table
    seed: bytes
    who: ByPlayer | ByClock
    at: int  # ms since 1970
    rules: str | None = None  # what a table is opened under; None: as on the shelf


class Judged(Value, frozen=True):
    """The events a command causes, the state after them, and the seat that acted."""

    events: tuple[Event, ...]
    state: Table
    seat: Seat | None


def judge(case: Context, command: Command) -> Judged:
    """The events this command causes; raises Rejected if the rules refuse it."""
    if is_table_command(command):
        return _table(case, command)
    return _play(case, command)


def _table(case: Context, command: TableCommand) -> Judged:
    match command:
        case OpenTable():
            return _done(case, _open(case, command))
        case CallTime():
            return _call_time(case)
        case Sit():
            game = game_of(case.state)
            return _done(case, decide.sit(case.state, game, _player(case), command))
        case SeatBot():
            game = game_of(case.state)
            return _done(case, decide.seat_bot(case.state, game, _player(case), command))
        case MoveDeadline():
            return _done(case, _move_deadline(case, command))
        case Leave():
            return _leave(case, command)
        case Start():
            return _start(case)
        case _:
            assert_never(command)


def _open(case: Context, command: OpenTable) -> list[TableEvent]:
    assert isinstance(case.state, NotOpened)  # a table is opened once, under a fresh id
    game = on_shelf(command.game) if case.rules is None else edition(command.game, case.rules)
    expires = rfc3339(case.at + OPEN_FOR_MS)
    host = _player(case)
    hashed = fingerprint(game.package)
    said = decide.open_table(command, game, hashed, case.table, host, expires)
    if command.sit is not None:
        said += decide.sit(fold(case.state, said), game, host, command.sit)
    return said


def on_shelf(key: str) -> AnyGame:
    if key not in GAMES:
        raise Rejected("no_such_game", f"There is no game {key!r} on the shelf.")
    return GAMES[key]


def _leave(case: Context, command: Leave) -> Judged:
    said = decide.leave(case.state, _player(case), command)
    after = fold(case.state, said)
    if isinstance(after, Running) and absence.deserted(after):
        return _done(case, [*said, _abandoned(case)])
    return Judged(tuple(said), after, None)


def _start(case: Context) -> Judged:
    said = decide.start(case.state, game_of(case.state), _player(case))
    running = fold(case.state, said)
    assert isinstance(running, Running)
    game, luck = game_of(running), _luck(case, running)
    game.admit(running.setup.options, len(running.sitters))
    won = {each.player: each.rewards for each in running.setup.carried}
    seated = [
        Seated(seat, sitter.piece, won.get(sitter.player, ()))
        for seat, sitter in enumerate(running.sitters)
    ]
    dealt = game.deal(seated, running.setup.options, luck)
    return _settled(case, case.state, [*said, *_drawn(luck), *dealt], None)


def _play(case: Context, command: Command) -> Judged:
    running = decide.still_running(case.state)
    assert isinstance(case.who, ByPlayer)
    seat = decide.own_seat(running, case.who.player, case.who.seat)
    return _moved(case, running, seat, absence.return_to_seat(running, seat), command, seat)


def preview(state: Table, who: ByPlayer, command: Command) -> list[Event]:
    """How the command would begin, as far as its seat can know; refuses what `judge` refuses."""
    running = decide.still_running(state)
    seat = decide.own_seat(running, who.player, who.seat)
    game = game_of(running)
    _same_game(game, command)
    return game.preview(running.play, seat, command)


def _call_time(case: Context) -> Judged:
    """The clock plays for a seat on autopilot, or for one that has let its deadline pass."""
    if isinstance(case.state, Open) and case.at >= millis(case.state.setup.expires):
        return _done(case, [_abandoned(case)])
    running = decide.still_running(case.state)
    seat = overdue(running, case.at)
    said = absence.run_out(running, seat)
    after = fold(running, said)
    assert isinstance(after, Running)
    if absence.deserted(after):
        return _done(case, [*said, _abandoned(case)])
    return _moved(case, running, seat, said, None, None)


def _move_deadline(case: Context, command: MoveDeadline) -> list[TableEvent]:
    """Every outage is made good once, however often the clock asks for it."""
    moved = extended(decide.still_running(case.state), command.outages)
    if moved is None:
        raise Rejected("not_due", "Nobody has lost any time here.")
    return [moved]


def _moved(
    case: Context,
    state: Running,
    seat: Seat,
    said: Sequence[Event],
    command: Command | None,
    by: Seat | None,
) -> Judged:
    """What a seat asks for or, if it says nothing, what its rules play for it."""
    game, luck = game_of(state), _luck(case, state)
    if command is None:
        command = run_out(game, state.play, seat, luck)
    else:
        _same_game(game, command)
    moved = game.decide(state.play, seat, command, luck)
    return _settled(case, state, [*said, *_drawn(luck), *moved], by)


def run_out(game: AnyGame, play: Any, seat: Seat, luck: Chance) -> Command:
    """What is played for a seat whose time is up."""
    command: Command = (
        game.default(play, seat) if game.lapse is None else game.lapse(play, seat, luck)
    )
    return command


def _same_game(game: AnyGame, command: Command) -> None:
    if type(command) not in game.commands:
        raise Rejected("other_game", f"This table plays {game.title.en}.", field="type")


def _settled(case: Context, before: Table, events: list[Event], by: Seat | None) -> Judged:
    after = fold(before, events)
    assert isinstance(after, Running)
    closing = next_step(after, case.at, case.seed)
    if closing is not None:
        events.append(closing)
        after = evolve(after, closing)
    return Judged(tuple(events), after, by)


def _luck(case: Context, state: Running) -> Draws:
    entropies = (sitter.entropy for sitter in state.sitters)
    return Draws(partial(mix, case.table, case.seed, tuple(entropies)), state.draws)


def _drawn(luck: Draws) -> list[TableEvent]:
    return [LuckDrawn(tuple(luck.made))] if luck.made else []


def _abandoned(case: Context) -> TableClosed:
    return TableClosed("abandoned", None, case.seed.hex())


def _done(case: Context, events: Sequence[Event]) -> Judged:
    return Judged(tuple(events), fold(case.state, events), None)


def _player(case: Context) -> PlayerId:
    assert isinstance(case.who, ByPlayer)
    return case.who.player
