"""Names of things: seats are small numbers, tables and players are unguessable strings."""

from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta

T = TypeVar("T")

MOST_SEATS = 8

Seat: TypeAlias = Annotated[
    int, Meta(ge=0, lt=MOST_SEATS, title="Seat", description="A place at the table: 0, 1, 2 …")
]
Version: TypeAlias = Annotated[
    int,
    Meta(ge=0, lt=2**53, title="Version", description="Number of the last event of a history."),
]
Moment: TypeAlias = Annotated[
    str, Meta(extra_json_schema={"format": "date-time"}, description="RFC 3339, in UTC.")
]
TableId: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z2-7]{26}\Z", description="A table.")]
PlayerId: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z2-7]{26}\Z", description="A player.")]


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The same values with the one of `seat` replaced."""
    changed = list(values)  # quicker than to put three tuples together
    changed[seat] = value
    return tuple(changed)
