"""Commands, events and other values: their base classes, who may see an event, and its recorder.

All values are frozen. A frozen value holds only what was there before it, so values form no
cycles. With `gc=False` the collector of cycles ignores them, and making one takes half the time.
"""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

from msgspec import Meta, Struct, StructMeta

from domain.kernel.ids import MOST_SEATS, Seat

S = TypeVar("S")
T = TypeVar("T")


def about(description: str) -> Meta:
    """Return what the OpenAPI document says about a field: `Annotated[bool, about("…")]`."""
    return Meta(description=description)


class Value(Struct, frozen=True, gc=False):
    """A part of a state, an event or a view."""


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return the values with the one of `seat` replaced."""
    changed = list(values)  # faster than joining slices of the tuple
    changed[seat] = value
    return tuple(changed)


def without(values: tuple[T, ...], value: T) -> tuple[T, ...]:
    """Return the values without the first that equals `value`, if there is one."""
    at = values.index(value) if value in values else len(values)
    return values[:at] + values[at + 1 :]


class Audience(Value, frozen=True):
    """Who may see an event while the table is running: a set of seats; None is everybody.

    Spectators have no seat. Afterwards all events are public.
    """

    seats: frozenset[Seat] | None

    def hears(self, seats: Iterable[Seat]) -> bool:
        """Return whether a caller with these seats may see the event."""
        return self.seats is None or not self.seats.isdisjoint(seats)


def only(*seats: Seat) -> Audience:
    """Return the audience of just these seats."""
    return Audience(frozenset(seats))


EVERYONE = Audience(None)
NOBODY = only()
_ALONE = tuple(only(seat) for seat in range(MOST_SEATS))


class Command(
    Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """What a player asks for, in the imperative; it may be rejected. Its tag is `<game>.<verb>`."""


class _Declared(StructMeta):
    """Takes class variables beside the base class: type and rule of an event, code of a refusal."""

    declared: ClassVar[tuple[str, ...]] = ("type", "rule", "code")

    def __new__(
        mcls, name: str, bases: tuple[type, ...], inner: dict[str, Any], **given: Any
    ) -> Any:
        declared = {key: given.pop(key) for key in mcls.declared if key in given}
        return super().__new__(mcls, name, bases, {**inner, **declared}, **given)


@dataclass_transform(frozen_default=True)
class Refusal(Struct, metaclass=_Declared, frozen=True, gc=False):
    """What is wrong with a command, in facts; `words` has the text in each language."""

    code: ClassVar[str]  # for programs; several refusals may share it


def refusals_in(package: str) -> list[type[Refusal]]:
    """Return every refusal that the modules of a package define."""
    return [each for each in _below(Refusal) if each.__module__.startswith(f"{package}.")]


def _below(kind: type[Refusal]) -> list[type[Refusal]]:
    subclasses = kind.__subclasses__()
    return [*subclasses, *(each for one in subclasses for each in _below(one))]


@dataclass_transform(frozen_default=True)
class Event(Struct, metaclass=_Declared, frozen=True, omit_defaults=True, gc=False):
    """What happened, in the past tense, with its result.

    An event says who may see it: it extends `PublicEvent`, `PrivateEvent` or `HiddenEvent`, or
    defines `audience` itself. It says with `apply` what it changes; if it changes nothing, it
    extends `Announcement`. Without either, mypy rejects it as abstract.

    The bytes of a stored event are hashed and never change: its type, the rule it cites, and its
    fields. A field that was there from the start has no default. A field that was added later has
    one, so that the bytes of older histories stay as they are. A field added later to the options
    of a game, or to a Value inside an event, is `UNSET` by default for the same reason.
    """

    type: ClassVar[str]
    rule: ClassVar[str | None] = None

    def cites(self) -> str | None:
        """Return the rule behind this event; override it where one type has several."""
        return self.rule

    @abstractmethod
    def audience(self) -> Audience:
        """Return who may see this event while the table is running."""

    @abstractmethod
    def apply(self, state: Any, /) -> Any:
        """Return the state after this event: put its values in their places.

        It checks nothing, calculates no rule and never fails: `decide` has done that, once. So a
        corrected rule does not change what was played before.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define `apply`.")


class PublicEvent(Event):
    """An event that everybody may see."""

    def audience(self) -> Audience:
        return EVERYONE


class Announcement(PublicEvent):
    """A public event that changes nothing: all it says is known already, or of no consequence."""

    def apply(self, state: S) -> S:
        return state


class PrivateEvent(Event):
    """An event that only one seat may see."""

    seat: Seat

    def audience(self) -> Audience:
        return _ALONE[self.seat]


class HiddenEvent(Event):
    """An event that nobody may see."""

    def audience(self) -> Audience:
        return NOBODY


E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=Value)


class FoldedEvents(list[E], Generic[V, E]):
    """The events of a command, with the state that they have led to: nobody needs to fold again.

    A list that is made from it (with further events, say) is a plain one, and has no state.
    """

    __slots__ = ("state",)
    state: V


class Recorder(Generic[V, E]):
    """The events so far and the state after them; it never leaves the call of `decide`."""

    __slots__ = ("events", "state")

    def __init__(self, state: V) -> None:
        self.state = state
        self.events: FoldedEvents[V, E] = FoldedEvents()
        self.events.state = state

    def add(self, *events: E) -> None:
        """Append the events and apply them to the state."""
        state = self.state
        for event in events:
            state = event.apply(state)
        self.events += events
        self.state = self.events.state = state


def state_after(state: V, events: Iterable[E]) -> V:
    """Return the state after the events of `decide`, applying them only if it has not done so."""
    if isinstance(events, FoldedEvents):
        after: V = events.state
        return after
    for event in events:
        state = event.apply(state)
    return state
