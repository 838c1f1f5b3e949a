"""Identifiers: seats are small numbers, tables and players have unguessable ids."""

import re
from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta

T = TypeVar("T")

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
