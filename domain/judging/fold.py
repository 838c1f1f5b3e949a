"""Folds events into the state of a table and of the game that is played at it."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from domain.games import EDITIONS, edition
from domain.kernel.game import AnyGame, as_said
from domain.kernel.language import Lang
from domain.kernel.messages import Event
from domain.table import sentences as table_sentences
from domain.table.events import ClockStopped, DecisionOpened, LuckDrawn, TableStarted
from domain.table.evolve import PLACE
from domain.table.state import Closed, NotOpened, Running, Table

NOTHING: Table = NotOpened()
# The frequent events of a table that neither read nor change its play.
_BESIDE_THE_PLAY = frozenset({DecisionOpened, LuckDrawn, ClockStopped})
_GAME_OF: dict[type[Event], AnyGame] = {e: game for game in EDITIONS.values() for e in game.events}


def evolve(state: Table, event: Event) -> Table:
    """Return the state after one event of the table or of its game."""
    of_table = PLACE.by_type.get(type(event))
    if of_table is None:
        assert isinstance(state, Running)
        rules = EDITIONS[state.setup.game, state.setup.rules_version]
        return replace(state, play=rules.evolve(state.play, event))
    after = of_table(state, event)
    if type(event) is TableStarted:
        assert isinstance(after, Running)
        rules = edition(after.setup.game, after.setup.rules_version)
        return replace(after, play=rules.initial)
    return after


def fold_table(state: Table, events: Iterable[Event]) -> Table:
    """Return the state of the table alone after these events; the play is left out."""
    for event in events:
        of_table = PLACE.by_type.get(type(event))
        if of_table is not None:
            state = of_table(state, event)
    return state


def fold(state: Table, events: Iterable[Event]) -> Table:
    """Return the state after these events."""
    of_table = PLACE.by_type
    evolve_play: Callable[[Any, Event], Any] | None = None  # while the play is ahead of the state
    play: Any = None
    for event in events:
        kind = type(event)
        place = of_table.get(kind)
        if place is None:
            if evolve_play is None:
                assert isinstance(state, Running)
                rules = EDITIONS[state.setup.game, state.setup.rules_version]
                evolve_play, play = rules.evolve, state.play
            play = evolve_play(play, event)
        elif evolve_play is not None and kind in _BESIDE_THE_PLAY:
            state = place(state, event)
        else:
            if evolve_play is not None:
                state, evolve_play = _with_play(state, play), None
            state = evolve(state, event)
    return state if evolve_play is None else _with_play(state, play)


def _with_play(state: Table, play: Any) -> Table:
    assert isinstance(state, Running)
    return replace(state, play=play)


def sentence(event: Event, lang: Lang, state: Table | None = None) -> str:
    """Return the event in words; with the names players gave to pieces if a state is given."""
    if PLACE.handles(event):
        return table_sentences.sentence(event, lang)
    game = _GAME_OF[type(event)]
    said = game.sentence(event, lang)
    if game.named is as_said or not isinstance(state, Running | Closed) or state.play is None:
        return said
    return game.named(state.play, said, lang)
