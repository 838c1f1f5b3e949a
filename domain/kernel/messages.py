"""Commands ask, events tell, values are; all of them frozen."""

from typing import ClassVar

from msgspec import Struct


class Value(Struct, frozen=True):
    """Something without a name of its own: a part of a state, an event or a view."""


class Command(
    Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True
):
    """What a player asks for, imperative; may be refused. Its tag is `<game>.<verb>`."""


class Event(Struct, frozen=True, omit_defaults=True):
    """What happened, past tense, with its result in it; never edited.

    Fields that were there from the start have no default: a default marks a field that was added
    later, and leaves the bytes of older histories as they are.
    """

    type: ClassVar[str]
    rule: ClassVar[str | None] = None
