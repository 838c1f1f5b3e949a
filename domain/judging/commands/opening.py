"""From the opening of a table to its deal: seats, start and sealed luck."""

from collections.abc import Sequence

from domain.fairness.chain import sealed_luck
from domain.games import EDITIONS, GAMES
from domain.judging.commands.closing import abandoned, withheld
from domain.judging.commands.play import draws_for, followed, luck_drawn
from domain.judging.decision_clock import game_of, reveal_decision
from domain.judging.fold import fold
from domain.judging.judgement import Context, Judgement, by_nobody, player_of
from domain.kernel.data_files import components_hash
from domain.kernel.game import AnyGame, Seated
from domain.kernel.ids import Seat, rfc3339
from domain.kernel.messages import Command, Event
from domain.kernel.refusals import Rejected
from domain.table import absence
from domain.table.commands import Leave, OpenTable, RevealLuck, Sit, Start
from domain.table.decide import luck, opening, seating, starting
from domain.table.events import TableEvent
from domain.table.kept_places import bots_of, is_complete
from domain.table.refusals import NoSuchGame
from domain.table.state import NotOpened, Open, Running

OPEN_FOR_MS = 24 * 3600 * 1000


def open_table(context: Context, command: OpenTable) -> list[TableEvent]:
    """Return the events that open a table and fill its first seats."""
    assert isinstance(context.state, NotOpened)  # a table is opened once, under a fresh id
    known = context.rules
    game = _current_edition(command.game) if known is None else EDITIONS[command.game, known]
    expires = rfc3339(context.at + OPEN_FOR_MS)
    host = player_of(context)
    components = components_hash(game.package)
    events = opening.open_table(command, game, components, context.table, host, expires)
    if command.rematch is not None:
        for bot in bots_of(command.rematch):
            events += seating.seat_bot(fold(context.state, events), game, host, bot)
    if command.sit is not None:
        events += seating.sit(fold(context.state, events), game, host, command.sit)
    for player in command.matched:
        events += seating.sit(fold(context.state, events), game, player, Sit(admitted=True))
    return events


def _current_edition(key: str) -> AnyGame:
    """Return the game that new tables are opened with; reject an unknown key."""
    if key not in GAMES:
        raise Rejected(NoSuchGame(key))
    return GAMES[key]


def seated(context: Context, command: Command, events: list[TableEvent]) -> Judgement:
    """Return the judgement of a command that fills seats; the last one of a rematch starts it."""
    after = fold(context.state, events)
    if not isinstance(after, Open) or not is_complete(after):
        return Judgement(command, tuple(events), after, None)
    started = starting.start(after, game_of(after), after.setup.host, Start())
    return _begin(context, command, [*events, *started])


def leave(context: Context, command: Leave) -> Judgement:
    """Free a seat; close the table if the deal waited for it, or if nobody is left."""
    events = seating.leave(context.state, player_of(context), command)
    after = fold(context.state, events)
    if isinstance(after, Running) and command.seat in after.unrevealed:
        return by_nobody(context, command, [*events, withheld(context, {command.seat})])
    if isinstance(after, Running) and absence.deserted(after):
        return by_nobody(context, command, [*events, abandoned(context)])
    return Judgement(command, tuple(events), after, None)


def start(context: Context, command: Start) -> Judgement:
    """Start the table for its host."""
    started = starting.start(context.state, game_of(context.state), player_of(context), command)
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
    return by_nobody(context, command, [*started, reveal_decision(running, context.at)])


def reveal_luck(context: Context, command: RevealLuck) -> Judgement:
    """Reveal the share of one seat; the last one makes the deal follow."""
    player, share = player_of(context), command.share
    sealed = sealed_luck(context.table, player, bytes.fromhex(share))
    running, revealed = luck.reveal_luck(context.state, player, share, sealed)
    after = fold(running, [revealed])
    assert isinstance(after, Running)
    if after.unrevealed:
        return Judgement(command, (revealed,), after, revealed.seat)
    return _deal(context, command, [revealed], after, revealed.seat)


def _deal(
    context: Context, command: Command, before: Sequence[Event], running: Running, by: Seat | None
) -> Judgement:
    """Return the judgement of the deal; the events `before` come first."""
    draws = draws_for(context, running)
    seated = [
        Seated(seat, sitter.piece, rewards)
        for seat, (sitter, rewards) in enumerate(zip(running.sitters, running.rewards, strict=True))
    ]
    dealt = game_of(running).deal(seated, running.setup.options, draws)
    events = [*before, *luck_drawn(draws), *dealt]
    after = fold(context.state, events)
    assert isinstance(after, Running)
    return followed(context, command, events, after, by)
