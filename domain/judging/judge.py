"""Judges commands: returns the events that a command causes at a table and in its game."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, TypeAlias, assert_never

from msgspec.structs import replace

from domain.fairness.draws import Draws
from domain.fairness.script import ScriptedDraws
from domain.fairness.seed import SANDBOX, mix, sealed_luck
from domain.games import GAMES, edition
from domain.judging.bot_choice import choose_action
from domain.judging.decision_clock import (
    awaited,
    clocks_stopped,
    extend_deadline,
    game_of,
    next_table_event,
    reveal_decision,
)
from domain.judging.fold import evolve, fold
from domain.judging.seat_clocks import is_out_of_time
from domain.judging.timer_action import AbandonTable, CloseWithheld, PlayDefault, next_timer_action
from domain.kernel.box import fingerprint
from domain.kernel.chance import Chance
from domain.kernel.game import AnyGame, Seated
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.kernel.messages import Command, Event, Value
from domain.kernel.moments import rfc3339
from domain.kernel.recorder import state_after
from domain.kernel.rejection import Rejected
from domain.table import absence, decide, ending
from domain.table.clock_events import DecisionOpened
from domain.table.commands import (
    AdvanceClock,
    BreakOff,
    CallTime,
    Leave,
    MoveDeadline,
    OpenTable,
    RevealLuck,
    SealLuck,
    SeatBot,
    Sit,
    Start,
    TableCommand,
    is_table_command,
)
from domain.table.end_commands import AgreeToEnd, Cancel, Resign, Terminate, WithdrawEnd
from domain.table.end_events import TableClosed
from domain.table.events import TableEvent
from domain.table.kept_places import bots_of, is_complete
from domain.table.opening_events import LuckDrawn
from domain.table.state import NotOpened, Open, Running, Table

OPEN_FOR_MS = 24 * 3600 * 1000


class ByPlayer(Value, frozen=True):
    """The player who sends a command, and the seat it names if the player holds several."""

    player: PlayerId
    seat: Seat | None = None


class ByClock(Value, frozen=True):
    """The timers send the command."""


class ByAdministrator(Value, frozen=True):
    """An administrator sends the command; who it is, only the audit stream contains."""


class ByBot(Value, frozen=True):
    """A worker plays for a bot, which chooses its own command."""

    seat: Seat


Actor: TypeAlias = ByPlayer | ByClock | ByBot | ByAdministrator


class Context(Value, frozen=True):
    """Everything that a judgement may depend on."""

    table: TableId
    state: Table
    seed: bytes
    actor: Actor
    at: int  # ms since 1970
    rules: str | None = None  # the edition a table is opened under; None: the current one


class Judgement(Value, frozen=True):
    """The events a command causes, the state after them, and the seat that acted."""

    command: Command
    events: tuple[Event, ...]
    state: Table
    seat: Seat | None


def judge(context: Context, command: Command | None) -> Judgement:
    """Return the events this command causes; raise Rejected if the rules refuse it.

    A bot chooses its command itself: then, and only then, there is none.
    """
    if command is None:
        return _judge_bot(context)
    if is_table_command(command):
        return _judge_table_command(context, command)
    return _judge_play(context, command)


def preview(state: Table, actor: ByPlayer, command: Command) -> list[Event]:
    """Return how the command would begin, as far as its seat can know; refuse what `judge` does."""
    running = decide.require_dealt(state)
    seat = decide.own_seat(running, actor.player, actor.seat)
    absence.require_not_resigned(running, seat)
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
            return _seated(context, command, _open_table(context, command))
        case CallTime():
            return _call_time(context, command)
        case Sit():
            game, player = game_of(context.state), _player(context)
            return _seated(context, command, decide.sit(context.state, game, player, command))
        case SeatBot():
            game, host = game_of(context.state), _player(context)
            return _seated(context, command, decide.seat_bot(context.state, game, host, command))
        case SealLuck():
            sealed = decide.seal_luck(context.state, _player(context), command)
            return _by_nobody(context, command, sealed)
        case MoveDeadline():
            return _by_nobody(context, command, _move_deadline(context, command))
        case Leave():
            return _leave(context, command)
        case Start():
            return _start(context, command)
        case RevealLuck():
            return _reveal_luck(context, command)
        case AdvanceClock():
            advanced = decide.advance_clock(context.state, _player(context), command)
            return _by_nobody(context, command, advanced)
        case BreakOff():
            return _by_nobody(context, command, [_table_broken(context)])
        case Terminate(reason=reason):
            return _by_nobody(context, command, [_table_terminated(context, reason)])
        case Resign() | AgreeToEnd() | WithdrawEnd() | Cancel():
            return _by_nobody(context, command, _end(context, command))
        case _:
            assert_never(command)


def _end(context: Context, command: Resign | AgreeToEnd | WithdrawEnd | Cancel) -> list[TableEvent]:
    state, player, seed = context.state, _player(context), context.seed.hex()
    match command:
        case Resign():
            return ending.resign(state, player, seed)
        case AgreeToEnd():
            return ending.agree_to_end(state, player, seed)
        case WithdrawEnd():
            return ending.withdraw_end(state, player)
        case Cancel():
            return ending.cancel(state, player, seed)


def _open_table(context: Context, command: OpenTable) -> list[TableEvent]:
    assert isinstance(context.state, NotOpened)  # a table is opened once, under a fresh id
    known = context.rules
    game = _current_edition(command.game) if known is None else edition(command.game, known)
    expires = rfc3339(context.at + OPEN_FOR_MS)
    host = _player(context)
    components = fingerprint(game.package)
    events = decide.open_table(command, game, components, context.table, host, expires)
    if command.rematch is not None:
        for bot in bots_of(command.rematch):
            events += decide.seat_bot(fold(context.state, events), game, host, bot)
    if command.sit is not None:
        events += decide.sit(fold(context.state, events), game, host, command.sit)
    for player in command.matched:
        events += decide.sit(fold(context.state, events), game, player, Sit(admitted=True))
    return events


def _leave(context: Context, command: Leave) -> Judgement:
    events = decide.leave(context.state, _player(context), command)
    after = fold(context.state, events)
    if isinstance(after, Running) and command.seat in after.unrevealed:
        return _by_nobody(context, command, [*events, _table_withheld(context, {command.seat})])
    if isinstance(after, Running) and absence.deserted(after):
        return _by_nobody(context, command, [*events, _table_abandoned(context)])
    return Judgement(command, tuple(events), after, None)


def _seated(context: Context, command: Command, events: list[TableEvent]) -> Judgement:
    """Return the judgement of a command that fills seats; the last one of a rematch starts it."""
    after = fold(context.state, events)
    if not isinstance(after, Open) or not is_complete(after):
        return Judgement(command, tuple(events), after, None)
    started = decide.start(after, game_of(after), after.setup.host, Start())
    return _begin(context, command, [*events, *started])


def _start(context: Context, command: Start) -> Judgement:
    started = decide.start(context.state, game_of(context.state), _player(context), command)
    return _begin(context, command, started)


def _begin(context: Context, command: Command, started: list[TableEvent]) -> Judgement:
    """Fix everything that luck decides about; then ask for sealed luck, or deal at once."""
    running = fold(context.state, started)
    assert isinstance(running, Running)
    game = game_of(running)
    game.admit(running.setup.options, len(running.sitters))
    if not running.unrevealed:
        return _deal(context, command, started, running, None)
    _deal(context, command, started, running, None)  # what the deal rejects is rejected now
    return _by_nobody(context, command, [*started, reveal_decision(running, context.at)])


def _reveal_luck(context: Context, command: RevealLuck) -> Judgement:
    """Reveal the share of one seat; the last one makes the deal follow."""
    player, share = _player(context), command.share
    sealed = sealed_luck(context.table, player, bytes.fromhex(share))
    running, revealed = decide.reveal_luck(context.state, player, share, sealed)
    after = fold(running, [revealed])
    assert isinstance(after, Running)
    if after.unrevealed:
        return Judgement(command, (revealed,), after, revealed.seat)
    return _deal(context, command, [revealed], after, revealed.seat)


def _deal(
    context: Context, command: Command, before: Sequence[Event], running: Running, by: Seat | None
) -> Judgement:
    """Return the judgement of the deal; the events `before` come first."""
    draws = _draws(context, running)
    seated = [
        Seated(seat, sitter.piece, rewards)
        for seat, (sitter, rewards) in enumerate(zip(running.sitters, running.rewards, strict=True))
    ]
    dealt = game_of(running).deal(seated, running.setup.options, draws)
    events = [*before, *_luck_drawn(draws), *dealt]
    after = fold(context.state, events)
    assert isinstance(after, Running)
    return _with_next_table_event(context, command, events, after, by)


def _call_time(context: Context, command: CallTime) -> Judgement:
    """Do what is due at this table; reject if nothing is, or if only a bot has to be woken."""
    action = next_timer_action(context.state, context.at)
    if isinstance(action, AbandonTable):
        return _by_nobody(context, command, [_table_abandoned(context)])
    running = decide.require_running(context.state)
    if isinstance(action, CloseWithheld):
        return _by_nobody(context, command, [_table_withheld(context, running.unrevealed)])
    if not isinstance(action, PlayDefault):
        raise Rejected("not_due", "Nobody is late here.")
    out_of_time = is_out_of_time(running, action.seat, context.at)
    events = absence.time_out(running, action.seat, out_of_time)
    after = fold(running, events)
    assert isinstance(after, Running)
    if absence.deserted(after):
        return _by_nobody(context, command, [*events, _table_abandoned(context)])
    draws = _draws(context, running)
    default = time_out_command(game_of(running), running.play, action.seat, draws)
    played = _play(context, running, action.seat, events, default, draws, None)
    return replace(played, command=command)


def _move_deadline(context: Context, command: MoveDeadline) -> list[TableEvent]:
    """Compensate every outage once, however often the timers ask for it."""
    moved = extend_deadline(decide.require_running(context.state), command.outages)
    if moved is None:
        raise Rejected("not_due", "Nobody has lost any time here.")
    return [moved]


def _judge_play(context: Context, command: Command) -> Judgement:
    running = decide.require_dealt(context.state)
    assert isinstance(context.actor, ByPlayer)
    seat = decide.own_seat(running, context.actor.player, context.actor.seat)
    if seat in running.bots:
        raise Rejected("not_your_seat", f"Seat {seat} is a bot's, which chooses for itself.")
    _require_same_game(game_of(running), command)
    returned = absence.return_to_seat(running, seat)
    return _play(context, running, seat, returned, command, _draws(context, running), seat)


def _judge_bot(context: Context) -> Judgement:
    """Let a bot choose and play; its choice follows from the luck of the table."""
    assert isinstance(context.actor, ByBot)
    running, seat = decide.require_dealt(context.state), context.actor.seat
    if seat not in awaited(running) & running.bots:
        raise Rejected("not_due", f"No bot has to answer at seat {seat}.")
    draws = _draws(context, running)
    chosen = choose_action(running, seat, draws)
    try:
        return _play(context, running, seat, (), chosen, draws, seat)
    except Rejected:  # the game lists what it refuses; its bots play the default then
        default: Command = game_of(running).default(running.play, seat)
        draws = _draws(context, running)
        choose_action(running, seat, draws)  # the draw is recorded, as behind every move of a bot
        return _play(context, running, seat, (), default, draws, seat)


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
    rules = game_of(state)
    played = rules.decide(state.play, seat, command, draws)
    first: list[Event] = [*before, *_luck_drawn(draws)]
    after = fold(state, first) if first else state
    assert isinstance(after, Running)
    after = replace(after, play=state_after(state.play, played))
    return _with_next_table_event(context, command, [*first, *played], after, by)


def _require_same_game(game: AnyGame, command: Command) -> None:
    if type(command) not in game.commands:
        raise Rejected(
            "other_game",
            f"This table plays {game.title.en}; send one of its commands.",
            field="type",
        )


def _with_next_table_event(
    context: Context, command: Command, events: list[Event], after: Running, by: Seat | None
) -> Judgement:
    """Add what follows from the play: clocks that stop, the next decision, or the end."""
    if stopped := clocks_stopped(after, context.at):
        stops = fold(after, stopped)
        assert isinstance(stops, Running)
        events, after = [*events, *stopped], stops
    following = next_table_event(after, context.at, context.seed)
    if following is None:
        return Judgement(command, tuple(events), after, by)
    state = evolve(after, following)
    if isinstance(following, DecisionOpened) and after.proposal is not None:
        lapsed = ending.lapse(after, following)
        return Judgement(command, (*events, following, *lapsed), fold(state, lapsed), by)
    return Judgement(command, (*events, following), state, by)


def _draws(context: Context, state: Running) -> Draws:
    number, sandbox = state.decision.number if state.decision else 0, state.setup.sandbox
    if sandbox is None:
        key = partial(_mixed, context.table, context.seed, state.shares)
        return Draws(key, number, state.drawn)
    # The luck of a sandbox can be repeated at another table, so it does not depend on the id.
    key = partial(_mixed, SANDBOX, context.seed, state.shares)
    strict = isinstance(context.actor, ByPlayer)
    return ScriptedDraws(key, number, state.drawn, sandbox.deals, state.dealt, strict)


def _mixed(name: str, seed: bytes, shares: Sequence[str]) -> bytes:
    """Return the key of draws; only commands that draw need it."""
    return mix(name, seed, [bytes.fromhex(share) for share in shares])


def _luck_drawn(draws: Draws) -> list[TableEvent]:
    return [LuckDrawn(tuple(draws.made))] if draws.made else []


def _table_abandoned(context: Context) -> TableClosed:
    return TableClosed("abandoned", None, context.seed.hex())


def _table_withheld(context: Context, seats: Iterable[Seat]) -> TableClosed:
    return TableClosed("withheld", None, context.seed.hex(), tuple(sorted(seats)))


def _table_broken(context: Context) -> TableClosed:
    if not isinstance(context.state, Open | Running):
        raise Rejected("not_due", "The table is closed.")
    return TableClosed("broken", None, context.seed.hex())


def _table_terminated(context: Context, notice: str) -> TableClosed:
    assert isinstance(context.actor, ByAdministrator)
    if not isinstance(context.state, Open | Running):
        raise decide.table_finished()
    return TableClosed("terminated", None, context.seed.hex(), notice=notice)


def _by_nobody(context: Context, command: Command, events: Sequence[Event]) -> Judgement:
    """Return the judgement of a command with which no seat acts in the game."""
    return Judgement(command, tuple(events), fold(context.state, events), None)


def _player(context: Context) -> PlayerId:
    assert isinstance(context.actor, ByPlayer)
    return context.actor.player
