"""The seats of a table with the names of their players, and sentences that use them."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from domain.judging.fold import sentence
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.language import Lang
from domain.kernel.messages import Event, Value
from domain.kernel.seat_names import distinct, with_names
from domain.table.bot_names import bot_name
from domain.table.clocks import ClockSeen
from domain.table.commands import Bot
from domain.table.opening_events import LuckSealed, SeatLeft, SeatTaken
from domain.table.state import Closed, NotOpened, Running, Sitter, Table

Kind: TypeAlias = Literal["person", "bot"]
NamesOfPeople: TypeAlias = Mapping[PlayerId, str | None]
# Seats close up before the start: the number in these events may belong to another player now.
_OF_THE_SEAT: frozenset[type[Event]] = frozenset((SeatTaken, SeatLeft, LuckSealed))


class SeatSeen(Value, frozen=True):
    """A taken seat and its player. `name` is null after a person was erased.

    `luck` is the commitment of the seat's sealed luck; null if it gave none.
    """

    seat: Seat
    player: PlayerId
    name: str | None
    kind: Kind
    piece: str | None
    autopilot: bool
    resigned: bool
    bot: Bot | None
    luck: str | None
    clock: ClockSeen | None  # null unless the seat has a bank


class Narrator(Value, frozen=True):
    """The language of sentences, and the players by seat as sentences name them."""

    lang: Lang
    players: tuple[PlayerId, ...]
    names: tuple[str | None, ...]
    state: Table | None = None  # has the names that players gave to pieces

    def sentence(self, event: Event) -> str:
        """Return an event in words, with names instead of seats."""
        said = sentence(event, self.lang, self.state)
        if type(event) in _OF_THE_SEAT:
            return self._taken(event, said) if isinstance(event, SeatTaken) else said
        return with_names(said, self.lang, self.names)

    def named(self, text: str) -> str:
        """Return a text with names instead of seats."""
        return with_names(text, self.lang, self.names)

    def _taken(self, event: SeatTaken, said: str) -> str:
        if event.bot is not None:
            name: str | None = bot_name(event.player)
        elif event.player in self.players:
            name = self.names[self.players.index(event.player)]
        else:
            name = None  # the player has left
        if name is None:
            return said
        takes = "prend la place" if self.lang == "fr" else "takes seat"
        return f"{name} {takes} {event.seat}."


def narrator(state: Table, lang: Lang, people: NamesOfPeople) -> Narrator:
    """Return what makes sentences for a table."""
    sitters = sitters_of(state)
    names = distinct([_name(sitter, people) for sitter in sitters])
    return Narrator(lang, tuple(sitter.player for sitter in sitters), names, state)


def seats_seen(state: Table, people: NamesOfPeople) -> tuple[SeatSeen, ...]:
    """Return the taken seats with the names of their players."""
    absent = state.autopilot if isinstance(state, Running) else frozenset()
    banks = state.banks if isinstance(state, Running) else None
    resigned = state.resigned if isinstance(state, Running | Closed) else ()
    return tuple(
        SeatSeen(
            seat,
            sitter.player,
            _name(sitter, people),
            "person" if sitter.bot is None else "bot",
            sitter.piece,
            seat in absent,
            seat in resigned,
            sitter.bot,
            sitter.luck,
            banks.seen(seat) if banks is not None and sitter.bot is None else None,
        )
        for seat, sitter in enumerate(sitters_of(state))
    )


def people_at(state: Table) -> tuple[PlayerId, ...]:
    """Return the players whose names are stored: bots have theirs from their ids."""
    return tuple(sitter.player for sitter in sitters_of(state) if sitter.bot is None)


def sitters_of(state: Table) -> tuple[Sitter, ...]:
    return () if isinstance(state, NotOpened) else state.sitters


def _name(sitter: Sitter, people: NamesOfPeople) -> str | None:
    return bot_name(sitter.player) if sitter.bot is not None else people.get(sitter.player)
