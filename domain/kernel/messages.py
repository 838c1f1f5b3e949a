"""The base classes of commands, events and other values; all are frozen."""

from typing import ClassVar

from msgspec import Struct


class Value(Struct, frozen=True):
    """A part of a state, an event or a view."""


class Command(
    Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True
):
    """What a player asks for, in the imperative; it may be rejected. Its tag is `<game>.<verb>`."""


class Event(Struct, frozen=True, omit_defaults=True):
    """What happened, in the past tense, with its result.

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
