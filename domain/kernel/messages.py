"""The base classes of commands, events and other values; all are frozen.

A frozen value holds only what was there before it, so values form no cycles. With `gc=False` the
collector of cycles ignores them, and making one takes half the time.
"""

from abc import abstractmethod
from typing import Any, ClassVar, TypeVar, dataclass_transform

from msgspec import Meta, Struct, StructMeta

from domain.kernel.audience import EVERYONE, NOBODY, Audience, only
from domain.kernel.ids import Seat

S = TypeVar("S")


def about(description: str) -> Meta:
    """Return what the OpenAPI document says about a field: `Annotated[bool, about("…")]`."""
    return Meta(description=description)


class Value(Struct, frozen=True, gc=False):
    """A part of a state, an event or a view."""


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
        return only(self.seat)


class HiddenEvent(Event):
    """An event that nobody may see."""

    def audience(self) -> Audience:
        return NOBODY
