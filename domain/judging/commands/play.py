"""Commands of the game: what a player or a bot plays, its luck, and what the table adds to it."""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from domain.fairness.chain import SANDBOX, mix
from domain.fairness.draws import Draws
from domain.fairness.script import ScriptedDraws
from domain.judging.actors import ByBot, ByPlayer
from domain.judging.bot_choice import choose_action
from domain.judging.decision_clock import awaited, clocks_stopped, game_of, next_table_event
from domain.judging.fold import fold
from domain.judging.judgement import Context, Judgement
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event, FoldedEvents, state_after
from domain.kernel.refusals import Rejected
from domain.table import ending
from domain.table.clock_events import DecisionOpened
from domain.table.decide.phase import (
    own_seat,
    require_dealt,
    require_not_resigned,
    return_to_seat,
)
from domain.table.events import TableEvent
from domain.table.opening_events import LuckDrawn
from domain.table.refusals import NoBotDue, OtherGame, SeatOfBot
from domain.table.state import Running, Table


def judge_play(context: Context, command: Command) -> Judgement:
    """Return the judgement of what a player plays."""
    running = require_dealt(context.state)
    assert isinstance(context.actor, ByPlayer)
    seat = own_seat(running, context.actor.player, context.actor.seat)
    if seat in running.bots:
        raise Rejected(SeatOfBot(seat))
    game = game_of(running)
    if type(command) not in game.commands:
        raise _other_game(game)
    returned = return_to_seat(running, seat)
    return play(context, running, seat, returned, command, draws_for(context, running), seat)


def judge_bot(context: Context) -> Judgement:
    """Let a bot choose and play; its choice follows from the luck of the table."""
    assert isinstance(context.actor, ByBot)
    running, seat = require_dealt(context.state), context.actor.seat
    if seat not in awaited(running) & running.bots:
        raise Rejected(NoBotDue(seat))
    draws = draws_for(context, running)
    chosen = choose_action(running, seat, draws)
    try:
        return play(context, running, seat, (), chosen, draws, seat)
    except Rejected:  # the game lists what it refuses; its bots play the default then
        default: Command = game_of(running).default(running.play, seat)
        draws = draws_for(context, running)
        choose_action(running, seat, draws)  # the draw is recorded, as behind every move of a bot
        return play(context, running, seat, (), default, draws, seat)


def preview(state: Table, actor: ByPlayer, command: Command) -> list[Event]:
    """Return how the command would begin, as far as its seat can know; refuse what `judge` does."""
    running = require_dealt(state)
    seat = own_seat(running, actor.player, actor.seat)
    require_not_resigned(running, seat)
    game = game_of(running)
    if type(command) not in game.commands:
        raise _other_game(game)
    return game.preview(running.play, seat, command)


def play(
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
    events, after = [*played], state
    if before or draws.made:
        first = [*before, *luck_drawn(draws)]
        folded = fold(state, first)
        assert isinstance(folded, Running)
        events, after = [*first, *played], folded
    if isinstance(played, FoldedEvents):
        after = replace(after, play=played.state)
    else:
        after = replace(after, play=state_after(state.play, played))
    return followed(context, command, events, after, by)


def _other_game(game: AnyGame) -> Rejected:
    return Rejected(OtherGame(game.title), field="type")


def followed(
    context: Context, command: Command, events: list[Event], after: Running, by: Seat | None
) -> Judgement:
    """Add what follows from the play: clocks that stop, the next decision, or the end."""
    if after.banks is not None and (stopped := clocks_stopped(after, context.at)):
        stops = fold(after, stopped)
        assert isinstance(stops, Running)
        events, after = [*events, *stopped], stops
    following = next_table_event(after, context.at, context.seed)
    if following is None:
        return Judgement(command, tuple(events), after, by)
    state: Table = following.apply(after)
    if isinstance(following, DecisionOpened) and after.proposal is not None:
        lapsed = ending.lapse(after, following)
        return Judgement(command, (*events, following, *lapsed), fold(state, lapsed), by)
    return Judgement(command, (*events, following), state, by)


def draws_for(context: Context, state: Running) -> Draws:
    """Return the luck of a command, counted on from the draws since the decision opened."""
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


def luck_drawn(draws: Draws) -> list[TableEvent]:
    """Return the event that records the draws, if there were any."""
    return [LuckDrawn(tuple(draws.made))] if draws.made else []
