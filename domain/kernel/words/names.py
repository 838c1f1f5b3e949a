"""The names of the seats and pieces of a table; each language says how they stand in a sentence."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, ClassVar

from domain.kernel.ids import Lang, PlayerId, Seat
from domain.kernel.messages import Command, Event, Refusal
from domain.kernel.words.find import Words, words_of
from domain.kernel.words.texts import Label, Parameter


class GivenNames:
    """The names that players have, and those they gave to pieces; without them, numbers are used.

    `Names` of each language adds how seats are named, so the words of a game parse nothing.
    """

    __slots__ = ("names", "pieces", "players")
    lang: ClassVar[Lang]
    words: ClassVar[Words]

    def __init_subclass__(cls, lang: Lang) -> None:
        cls.lang, cls.words = lang, Words(lang)

    def __init__(
        self,
        names: Sequence[str | None] = (),
        players: Mapping[PlayerId, str | None] | None = None,
        pieces: Sequence[str] = (),
    ) -> None:
        self.names = names  # by seat; None for a seat that has none
        self.players = players  # None if no player is named, not even a bot
        self.pieces = pieces  # empty unless players have named them

    def name(self, seat: Seat) -> str | None:
        """Return the name of a seat, if it has one."""
        return self.names[seat] if seat < len(self.names) else None

    def all_names(self, seats: Sequence[Seat]) -> list[str] | None:
        """Return the names of these seats; None if one of them has none."""
        known = [name for seat in seats if (name := self.name(seat)) is not None]
        return known if len(known) == len(seats) else None

    @abstractmethod
    def seat(self, seat: Seat, /) -> str:
        """Return a seat within a sentence."""

    @abstractmethod
    def begin(self, seat: Seat, /) -> str:
        """Return a seat at the beginning of a sentence."""

    def each(self, parts: Iterable[tuple[Seat, str]]) -> str:
        """`Seat 0 is ready, Anne is not`"""
        (first, does), *others = parts
        rest = (f"{self.seat(seat)} {done}" for seat, done in others)
        return ", ".join((f"{self.begin(first)} {does}", *rest))

    def sentence(self, event: Event) -> str:
        """Return an event in words."""
        said: str = self.words[type(event)](event, self)
        return said

    def label(self, command: Command, view: Any, seat: Seat) -> Label:
        """Return the label of an action, made from the view of its seat."""
        label: Label = self.words[type(command)](command, self, view, seat)
        return label

    def refusal(self, refusal: Refusal) -> str:
        """Return what is wrong with a command."""
        said: str = self.words[type(refusal)](refusal, self)
        return said

    def parameter(self, package: str, field: str) -> Parameter:
        """Return the texts of an open parameter of the game in a package."""
        return words_of(package, self.lang).parameters[field]

    def choice(self, package: str, field: str, value: Any) -> str:
        """Return a value of an open parameter of the game in a package."""
        said: str = words_of(package, self.lang).texts[f"choice_{field}"](value, self)
        return said


def distinct(names: Sequence[str | None]) -> tuple[str | None, ...]:
    """Return the names by seat; equal ones are followed by their seat, counted from 1."""
    return tuple(
        f"{name} ({seat + 1})" if name is not None and names.count(name) > 1 else name
        for seat, name in enumerate(names)
    )


@cache
def names_in(lang: Lang) -> type[GivenNames]:
    """Return how a language names seats: `Names` of its module beside this one."""
    found: type[GivenNames] = import_module(f"domain.kernel.words.{lang}").Names
    return found


@cache
def no_names(lang: Lang) -> GivenNames:
    """Return a language in which seats have only numbers."""
    return names_in(lang)()
