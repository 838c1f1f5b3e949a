"""Puts what happens at a table into words, with the names of players and of their pieces."""

from collections.abc import Mapping, Sequence

from domain.games import EDITIONS
from domain.kernel.ids import Lang, PlayerId
from domain.kernel.messages import Event
from domain.kernel.words.names import GivenNames, names_in, no_names
from domain.table.state import Closed, Running, Table


def narrator(
    lang: Lang,
    state: Table | None = None,
    names: Sequence[str | None] = (),
    players: Mapping[PlayerId, str | None] | None = None,
) -> GivenNames:
    """Return what speaks about a table; without names, seats have only numbers."""
    pieces: tuple[str, ...] = ()
    if isinstance(state, Running | Closed) and state.play is not None:
        pieces = EDITIONS[state.setup.game, state.setup.rules_version].piece_names(state.play)
    return names_in(lang)(names, players, pieces)


def sentence(event: Event, lang: Lang, state: Table | None = None) -> str:
    """Return the event in words; with the names players gave to pieces if a state is given."""
    told = no_names(lang) if state is None else narrator(lang, state)
    return told.sentence(event)
