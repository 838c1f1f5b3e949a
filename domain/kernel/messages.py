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

    Its bytes are hashed, so they are for ever: the type, the rule it cites, and its fields. A field
    that was there from the start has no default; a default marks one that was added later, and
    leaves the bytes of older histories as they are. A field added later to the options of a game,
    or to a Value inside an event, is `UNSET` by default for the same reason. Names are snake_case.
    """

    type: ClassVar[str]
    rule: ClassVar[str | None] = None

    def cites(self) -> str | None:
        """The rule behind this event; override it where one type has several."""
        return self.rule
