"""A game is a record of pure functions; nothing outside its folder asks which game it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from domain.kernel.audience import Audience
from domain.kernel.chance import Chance
from domain.kernel.decision import Decision, OpenParameter
from domain.kernel.ids import Seat
from domain.kernel.language import Lang
from domain.kernel.messages import Command, Event, Value
from domain.kernel.outcome import Outcome

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
Opt = TypeVar("Opt", bound=Value)
S = TypeVar("S", bound=Value)
V = TypeVar("V")


class Seated(Value, frozen=True):
    """Someone who is dealt in: a seat, the piece it has claimed, what it won one table before."""

    seat: Seat
    piece: str | None = None
    rewards: tuple[str, ...] = ()


def pieces_of(seated: Sequence[Seated], pieces: Sequence[str]) -> tuple[str, ...]:
    """The piece of every seat: the claimed one, else the next that nobody has claimed."""
    claimed = {each.piece for each in seated}
    free = iter([piece for piece in pieces if piece not in claimed])
    return tuple(each.piece or next(free) for each in seated)


class Title(Value, frozen=True):
    en: str
    fr: str


def own_keeper(options: Any, seat: Seat) -> Seat:
    """Everybody keeps one seat."""
    return seat


def nothing_won(state: Any) -> tuple[tuple[str, ...], ...]:
    """No reward outlasts the table."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[C, E, Opt, S, V]):
    key: str
    title: Title
    package: str  # the folder, for its data files
    rules_version: str  # grows whenever `decide` may decide an old command differently
    seats: range
    seats_rule: str  # the rule that says so
    clocks: Mapping[str, int]  # seconds the rules give to each kind of decision
    pieces: tuple[str, ...]  # what a seat may claim when it sits, each once; () = nothing
    pieces_rule: str | None  # the rule that says so, if there are any
    options: type[Opt]  # what the host may choose; every field has its default
    commands: tuple[type[C], ...]
    events: tuple[type[E], ...]
    view_type: Any  # tagged with `game`
    refusals: Mapping[str, str]  # every code the functions below may refuse with, explained
    initial: S

    admit: Callable[[Opt, int], None]  # may refuse options, for a table of so many seats
    deal: Callable[[Sequence[Seated], Opt, Chance], list[E]]  # may refuse options; may use luck
    decide: Callable[[S, Seat, C, Chance], list[E]]  # may refuse; may use luck
    preview: Callable[[S, Seat, C], list[E]]  # how `decide` begins, as far as that seat can know
    evolve: Callable[[S, E], S]  # total; puts values in their places
    decision: Callable[[S], Decision | None]  # the open question; None before and after the play
    legal: Callable[[S, Seat], tuple[C, ...]]  # what a seat may do now; () if nothing
    open_parameters: Callable[[S, Seat], tuple[OpenParameter, ...]]  # where `legal` is a selection
    default: Callable[[S, Seat], C]  # what a time-out plays; always one of `legal`
    lapse: Callable[[S, Seat, Chance], Command] | None = None  # instead of it: luck may pick, and
    # it may be a command that only the clock has, understood by `decide` but not in `commands`
    greedy: Callable[[V, Seat, Sequence[C]], C]  # what a bot picks of `legal`, by its view alone
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, Seat | None], V]  # None = spectator; built by allow-list
    audience: Callable[[E], Audience]
    sentence: Callable[[E, Lang], str]
    keeper: Callable[[Opt, Seat], Seat] = own_keeper  # who plays for a seat: another, or itself
    rewards: Callable[[S], tuple[tuple[str, ...], ...]] = nothing_won  # by seat, for a next table


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
