"""Folds events into the state of a table and of the game that is played at it."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.games import EDITIONS
from domain.kernel.messages import Event
from domain.table.clock_events import ClockStopped, DecisionOpened
from domain.table.events import TABLE_EVENTS
from domain.table.opening_events import LuckDrawn, TableStarted
from domain.table.state import NotOpened, Running, Table

NOTHING: Table = NotOpened()
# The frequent events of a table that neither read nor change its play.
_BESIDE_THE_PLAY = frozenset({DecisionOpened, LuckDrawn, ClockStopped})


def evolve(state: Table, event: Event) -> Table:
    """Return the state after one event of the table or of its game."""
    if type(event) not in TABLE_EVENTS:
        assert isinstance(state, Running)
        return replace(state, play=event.apply(state.play))
    after: Table = event.apply(state)
    if type(event) is TableStarted:
        assert isinstance(after, Running)
        rules = EDITIONS[after.setup.game, after.setup.rules_version]
        return replace(after, play=rules.initial)
    return after


def fold_table(state: Table, events: Iterable[Event]) -> Table:
    """Return the state of the table alone after these events; the play is left out."""
    for event in events:
        if type(event) in TABLE_EVENTS:
            state = event.apply(state)
    return state


def fold(state: Table, events: Iterable[Event]) -> Table:
    """Return the state after these events."""
    ahead = False  # whether the play is ahead of the one in the state
    play: Any = None
    for event in events:
        kind = type(event)
        if kind not in TABLE_EVENTS:
            if not ahead:
                assert isinstance(state, Running)
                ahead, play = True, state.play
            play = event.apply(play)
        elif ahead and kind in _BESIDE_THE_PLAY:
            state = event.apply(state)
        else:
            if ahead:
                state, ahead = _with_play(state, play), False
            state = evolve(state, event)
    return _with_play(state, play) if ahead else state


def _with_play(state: Table, play: Any) -> Table:
    assert isinstance(state, Running)
    return replace(state, play=play)
