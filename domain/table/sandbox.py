"""A sandbox: a table for developers of clients, with fixed luck and a clock moved by hand."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.kernel.ids import Moment
from domain.kernel.messages import Value, about

START = "2000-01-01T00:00:00.000Z"
MOST_DEALS = 64  # a request with more is larger than a body may be
MOST_CARDS = 256  # in one deal
LONGEST_ADVANCE = 366 * 24 * 3600  # seconds

Seed: TypeAlias = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="32 bytes as lower-case hex.")
]
Place: TypeAlias = Annotated[int, Meta(ge=0, lt=2**31)]
Advance: TypeAlias = Annotated[
    int, Meta(ge=0, le=LONGEST_ADVANCE, description="How far the clock moves, in seconds.")
]


class ScriptedDeal(Value, frozen=True, forbid_unknown_fields=True):
    """The result of the next draw with this purpose, as `table.luck_drawn` records draws.

    A die that shows 3 has got 2. Of a shuffle you may give only the first places: the rest follows
    as the seed has it.
    """

    draw: Annotated[
        str,
        Meta(
            pattern=r"^[a-z][a-z0-9_]{0,39}\Z",
            description="The purpose of the draw: the first part of its label.",
        ),
    ]
    got: Annotated[
        Place | Annotated[tuple[Place, ...], Meta(max_length=MOST_CARDS)],
        about("A number from 0, or the order of a shuffle."),
    ]


class Sandbox(Value, frozen=True, forbid_unknown_fields=True):
    """The luck and the time of a sandbox; every part has a default."""

    seed: Seed = "0" * 64
    deals: Annotated[tuple[ScriptedDeal, ...], Meta(max_length=MOST_DEALS)] = ()
    """Results of draws, each for the next draw with its purpose; then the seed goes on."""
    clock: Annotated[
        Moment,
        Meta(
            pattern=r"^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z\Z",
            description="The time at which the table is opened.",
        ),
    ] = START
