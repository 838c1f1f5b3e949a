"""Ids of seats, tables, players and components, and other small values: moments, languages."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar

from msgspec import Meta

# Identifiers: seats are small numbers, tables and players have unguessable ids.

T = TypeVar("T")

# A further language is its name here, and a module `words/<language>.py` wherever there is `en.py`.
LANGUAGES: tuple[str, ...] = ("en", "fr")
if TYPE_CHECKING:
    Lang: TypeAlias = str
else:
    Lang = Literal[LANGUAGES]  # what the API accepts

MOST_SEATS = 8
ID_PATTERN = "[a-z2-7]{26}"  # of tables, players, webhooks and audits: 128 bits in base32
_id = re.compile(ID_PATTERN)

Seat: TypeAlias = Annotated[
    int,
    Meta(
        ge=0, lt=MOST_SEATS, title="Seat", description="The number of a seat at the table, from 0."
    ),
]
Version: TypeAlias = Annotated[
    int,
    Meta(
        ge=0,
        lt=2**53,
        title="Version",
        description="The number of events in a history, and so the number of its last event.",
    ),
]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # every language reads it exactly
Rank: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SEATS)]  # of a seat among the others
BySeat: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=MOST_SEATS)]  # one item per seat
Moment: TypeAlias = Annotated[
    str, Meta(extra_json_schema={"format": "date-time"}, description="A time in RFC 3339, in UTC.")
]
TableId: TypeAlias = Annotated[
    str, Meta(pattern=rf"^{ID_PATTERN}\Z", description="The id of a table.")
]
PlayerId: TypeAlias = Annotated[
    str, Meta(pattern=rf"^{ID_PATTERN}\Z", description="The id of a player.")
]


def is_id(text: str) -> bool:
    """Return whether a text has the form of an id."""
    return _id.fullmatch(text) is not None


@lru_cache(maxsize=1024)  # a command, its events and its deadline have few moments
def rfc3339(ms: int) -> str:
    """Return the text for milliseconds since 1970."""
    return f"{_second(ms // 1000)}.{ms % 1000:03d}Z"


@lru_cache(maxsize=1024)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


@lru_cache(maxsize=16_384)  # the same deadlines and commit times are parsed again and again
def millis(text: str) -> int:
    """Return the inverse of `rfc3339`."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)


# Names of cards and other components: documented everywhere, matched only where they come in.
#
# A pattern takes as long to match as the rest of an event to decode. What is stored was made by the
# rules, and its hash is checked; only the ids in commands can be anything.


def component_id(pattern: str, description: str, examples: Sequence[str]) -> Meta:
    """Return what documents say about the ids of a kind of components."""
    return Meta(
        description=description,
        examples=[*examples],
        extra_json_schema={"type": "string", "pattern": pattern},
    )


def matched(component: Any) -> Meta:
    """Return the check of such an id in a command: it must match the documented pattern."""
    (documented,) = component.__metadata__
    return Meta(pattern=documented.extra_json_schema["pattern"])
