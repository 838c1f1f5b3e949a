"""The seats of a table with the names of their players, and sentences that use them."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from domain.judging import narration
from domain.kernel.ids import Lang, PlayerId, Seat
from domain.kernel.messages import Value
from domain.kernel.words.names import GivenNames, distinct
from domain.table.bot_names import bot_name
from domain.table.clocks import ClockSeen
from domain.table.commands import Bot
from domain.table.state import Closed, NotOpened, Running, Sitter, Table

Kind: TypeAlias = Literal["person", "bot"]
NamesOfPeople: TypeAlias = Mapping[PlayerId, str | None]


class SeatSeen(Value, frozen=True):
    """A taken seat and its player. `name` is null after a person was erased.

    `luck` is the commitment of the seat's sealed luck; null if it gave none.
    """

    seat: Seat
    player: PlayerId
    name: str | None
    """The name of the player; null after a person was erased."""
    kind: Kind
    """A person or a bot."""
    piece: str | None
    """The piece that the player claimed."""
    autopilot: bool
    """Whether the server plays for the seat."""
    resigned: bool
    """Whether the seat has resigned."""
    bot: Bot | None
    """How the bot plays; null for a person."""
    luck: str | None
    """A commitment to a share of the luck."""
    clock: ClockSeen | None  # null unless the seat has a bank
    """The clock of the seat; null unless it has a bank."""


def narrator(state: Table, lang: Lang, people: NamesOfPeople) -> GivenNames:
    """Return what speaks about a table with the names of its players."""
    sitters = sitters_of(state)
    names = distinct([_name(sitter, people) for sitter in sitters])
    # A player of several seats is called by the first of them.
    players = {sitters[seat].player: names[seat] for seat in reversed(range(len(names)))}
    return narration.narrator(lang, state, names, players)


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
