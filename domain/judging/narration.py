"""Puts events, actions and choices into words, with the names of players and of their pieces.

Some games have no package `words` yet. Their texts are pairs, English and French, in which names
replace the numbers of seats by patterns.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.games import EDITIONS, edition
from domain.kernel.game import as_said
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.language import Lang, in_language
from domain.kernel.messages import Command, Event
from domain.kernel.seat_names import with_names
from domain.kernel.words.names import GivenNames, names_in, no_names
from domain.kernel.words.texts import Label, Parameter
from domain.table.state import Closed, Running, Table

_PAIRED = [game for game in EDITIONS.values() if game.sentence is not None]
_OF_EVENT = {event: game for game in _PAIRED for event in game.events}
_OF_COMMAND = {command: game for game in _PAIRED for command in game.commands}
_OF_PACKAGE = {game.package: game for game in _PAIRED}


class Narrator(NamedTuple):
    """What speaks about one table in one language."""

    names: GivenNames
    play: Any = None  # the state of the game, for the names that players gave to pieces

    @property
    def lang(self) -> Lang:
        return self.names.lang

    def sentence(self, event: Event) -> str:
        """Return an event in words."""
        game = _OF_EVENT.get(type(event))
        if game is None:
            return self.names.sentence(event)
        assert game.sentence is not None
        said = game.sentence(event, self.lang)
        if game.named is not as_said and self.play is not None:
            said = game.named(self.play, said, self.lang)
        return self._named(said)

    def label(self, command: Command, view: Any, seat: Seat) -> Label:
        """Return the label of an action, made from the view of its seat."""
        game = _OF_COMMAND.get(type(command))
        if game is None:
            return self.names.label(command, view, seat)
        assert game.label is not None
        both = game.label(view, seat, command)
        text, group = in_language(both.text, self.lang), in_language(both.group, self.lang)
        return Label(self._named(text), group)

    def parameter(self, package: str, field: str) -> Parameter:
        """Return the texts of an open parameter of the game in a package."""
        game = _OF_PACKAGE.get(package)
        if game is None:
            return self.names.parameter(package, field)
        assert game.parameters is not None
        both = game.parameters[field]
        texts = (both.text, both.group, both.about)
        return Parameter(*(in_language(each, self.lang) for each in texts))

    def choice(self, package: str, field: str, value: Any) -> str:
        """Return a value of an open parameter of the game in a package."""
        game = _OF_PACKAGE.get(package)
        if game is None:
            return self.names.choice(package, field, value)
        assert game.choice is not None
        return in_language(game.choice(field, value), self.lang)

    def _named(self, text: str) -> str:
        return with_names(text, self.lang, self.names.names)


def narrator(
    lang: Lang,
    state: Table | None = None,
    names: Sequence[str | None] = (),
    players: Mapping[PlayerId, str | None] | None = None,
) -> Narrator:
    """Return what speaks about a table; without names, seats have only numbers."""
    play: Any = None
    pieces: tuple[str, ...] = ()
    if isinstance(state, Running | Closed) and state.play is not None:
        play, game = state.play, edition(state.setup.game, state.setup.rules_version)
        pieces = game.piece_names(play)
    return Narrator(names_in(lang)(names, players, pieces), play)


def sentence(event: Event, lang: Lang, state: Table | None = None) -> str:
    """Return the event in words; with the names players gave to pieces if a state is given."""
    told = Narrator(no_names(lang)) if state is None else narrator(lang, state)
    return told.sentence(event)
