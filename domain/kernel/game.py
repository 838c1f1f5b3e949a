"""A game is a record of pure functions; no code outside its folder depends on which it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from domain.kernel.data_files import meanings
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event, PublicEvent, Value, refusals_in
from domain.kernel.signatures import items, parameter, returned

# The source of luck that is passed to a game; a game has none of its own.

T = TypeVar("T")


class Draw(Value, frozen=True):
    """One labelled draw: a number below `of`, or a permutation of range(of)."""

    label: str
    """What the draw is for."""
    of: int
    """How many results are possible, or how many things are put in an order."""
    got: int | tuple[int, ...]
    """The result: a number, or the order of the things."""


def series_of(label: str) -> str:
    """Return the label of a draw without its count: draws of one series are counted from 1."""
    return label.rpartition(":")[0]


def purpose_of(label: str) -> str:
    """Return what a draw was for: the first part of its label."""
    return label.rsplit(":", 3)[0]


class Chance(Protocol):
    """Every call is one labelled draw, which is recorded so that anyone can check it later.

    `seat` is the seat that the rules draw for, if any; never the seat that happened to answer last.
    So the draws of one seat do not depend on when other seats answer.
    """

    def below(self, n: int, purpose: str, seat: Seat | None = None) -> int:
        """Return an integer from 0 to n − 1."""

    def shuffle(self, items: Sequence[T], purpose: str, seat: Seat | None = None) -> tuple[T, ...]:
        """Return the items in random order; their order before must be public."""

    def roll(self, sides: int, purpose: str = "die", seat: Seat | None = None) -> int:
        """Return the face of a die, from 1 to `sides`."""


# A decision that one or more seats have to make.


class Decision(Value, frozen=True):
    """An open decision: what is asked, and of which seats; `kind` selects the clock.

    `key` changes exactly when a new decision opens. Seats that decide at the same time share the
    key, and the deadline, until the last of them has answered.
    """

    key: str
    kind: str
    awaited: frozenset[Seat]


class OpenParameter(Value, frozen=True):
    """A parameter with more legal values than `actions` lists, and its JSON schema."""

    command: str
    field: str
    schema: dict[str, Any]


class Outcome(Value, frozen=True):
    """The place and the score of each seat; 1 is the best place, and ties share a place."""

    places: tuple[int, ...]
    """The place of each seat; 1 is first, and equal places are shared."""
    scores: tuple[int, ...]
    """The score of each seat."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Return the seats in the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
Opt = TypeVar("Opt", bound=Value)
S = TypeVar("S", bound=Value)
V = TypeVar("V")


Upcaster: TypeAlias = Callable[[Any], tuple[str, Any]]  # old fields → new type, new fields


class Seated(Value, frozen=True):
    """A seat that is dealt in: the piece it has claimed, and its rewards from the table before."""

    seat: Seat
    piece: str | None = None
    rewards: tuple[str, ...] = ()


def pieces_of(seated: Sequence[Seated], pieces: Sequence[str]) -> tuple[str, ...]:
    """Return the piece of every seat: the claimed one, else the next unclaimed one."""
    claimed = {each.piece for each in seated}
    free = iter([piece for piece in pieces if piece not in claimed])
    return tuple(each.piece or next(free) for each in seated)


class Title(Value, frozen=True):
    """The title of a game, in English and in French."""

    en: str
    """The text in English."""
    fr: str
    """The text in French."""


def own_keeper(options: Any, seat: Seat) -> Seat:
    """Return the seat itself: every player has one seat."""
    return seat


def every_option_fits(options: Any, seats: int) -> None:
    """Accept every choice for every number of seats."""


def nothing(*_: Any) -> tuple[Any, ...]:
    """Return no parameters that are open, no names of pieces, or no rewards."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Game(Generic[C, E, Opt, S, V]):
    """The data and the functions of one edition of a game.

    The signatures of `deal`, `legal` and `view` name the types of its options, events, commands,
    states and views.
    """

    key: str
    title: Title
    rules_version: str  # grows when `decide` may return other events for an old command
    seats: range
    seats_rule: str  # the id of the rule about the number of seats
    clocks: Mapping[str, int]  # seconds for each kind of decision by the rules
    pieces: tuple[str, ...] = ()  # what a player may claim when sitting down, each once
    pieces_rule: str | None = None  # the id of the rule about pieces, if there are any
    luck: bool = True  # whether `deal` or `decide` may draw
    skill: bool = True  # whether good play wins more often than random play
    initial: S

    # Rejects options that do not fit the number of seats.
    admit: Callable[[Opt, int], None] = every_option_fits
    deal: Callable[[Sequence[Seated], Opt, Chance], list[E]]  # may reject options; may use luck
    decide: Callable[[S, Seat, C, Chance], list[E]]  # may reject; may use luck
    preview: Callable[[S, Seat, C], list[E]]  # the first events of `decide` that the seat can know
    decision: Callable[[S], Decision | None]  # the open decision; None before and after the play
    legal: Callable[[S, Seat], tuple[C, ...]]  # what a seat may do now
    # Parameters of commands whose values `legal` does not list in full.
    open_parameters: Callable[[S, Seat], tuple[OpenParameter, ...]] = nothing
    default: Callable[[S, Seat], C]  # played on a time-out; one of `legal`
    # Replaces `default` on a time-out if luck picks the command, or if only the clock may send it:
    # `decide` accepts such a command, but it is not in `commands`.
    lapse: Callable[[S, Seat, Chance], Command] | None = None
    greedy: Callable[[V, Seat, Sequence[C]], Sequence[C]]  # the best of `legal`, from its view
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, Seat | None], V]  # None: a spectator; built by allow-list
    piece_names: Callable[[S], tuple[str, ...]] = nothing  # those that players gave to pieces
    keeper: Callable[[Opt, Seat], Seat] = own_keeper  # which seat's player plays for a seat
    rewards: Callable[[S], tuple[tuple[str, ...], ...]] = nothing  # by seat, for the next table
    upcasters: Mapping[str, Upcaster] = field(default_factory=dict)  # by the old type of an event

    @cached_property
    def options(self) -> type[Opt]:
        """Return the type of what the host may choose; every field has a default."""
        return cast(type[Opt], parameter(self.deal, 1))

    @cached_property
    def package(self) -> str:
        """Return the package that defines the options: it has the data files."""
        return self.options.__module__.rpartition(".")[0]

    @cached_property
    def commands(self) -> tuple[type[C], ...]:
        """Return the types of what a player can do."""
        return items(self.legal)

    @cached_property
    def events(self) -> tuple[type[E], ...]:
        """Return the types of what can happen."""
        return items(self.deal)

    @cached_property
    def state_type(self) -> Any:
        """Return the type of all states: structs, tagged where a field may hold one of several."""
        return parameter(self.view, 0)

    @cached_property
    def view_type(self) -> Any:
        """Return the type of a view, which is tagged with `game`."""
        return returned(self.view)

    @cached_property
    def refusals(self) -> dict[str, str]:
        """Return every code that the rules refuse with, explained by the game or for all games."""
        codes = {each.code for each in refusals_in(self.package)}
        common = meanings("domain.kernel").items()
        return {code: text for code, text in common if code in codes} | meanings(self.package)

    @cached_property
    def hidden_information(self) -> bool:
        """Return whether anybody may know what others may not."""
        return not all(issubclass(event, PublicEvent) for event in self.events)


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
