"""Bodies with a kind for each game: what opens a table, and what seeks one."""

from typing import Annotated, Any, Union

from msgspec import Meta, defstruct, field

from domain.games import GAMES
from domain.kernel.game import AnyGame
from domain.kernel.messages import Value
from domain.table.clocks import Clock, PerDecision
from domain.table.commands import Watch
from domain.table.sandbox import Sandbox

ChosenClock = Annotated[
    Clock,
    Meta(
        description="The clock of the table: by default the times of the game's rules for each"
        " decision; null for no limit."
    ),
]
FollowedTable = Annotated[
    str,
    Meta(
        max_length=40,
        description="The id of a finished table of the same game whose rewards count here.",
    ),
]


Private = Annotated[
    bool,
    Meta(description="Whether only you, the players and those with your invitation see the table."),
]
Watching = Annotated[
    Watch,
    Meta(
        description="Who may watch the game: `everyone`, the `invited`, or `nobody` before the end."
        " By default `everyone`, and the `invited` at a private table."
    ),
]
SandboxWanted = Annotated[
    Sandbox,
    Meta(
        description="Fix the luck of the table, and move its clock by hand: for tests of clients."
    ),
]
SealedLuckAllowed = Annotated[
    bool, Meta(description="Whether players may give sealed luck; see `sealLuck`.")
]


def _open_table(game: AnyGame) -> Any:
    fewest, most = game.seats[0], game.seats[-1]
    return defstruct(
        "OpenTable",
        [
            ("options", game.options, field(default_factory=game.options)),
            ("seats", Annotated[int, Meta(ge=fewest, le=most)] | None, None),
            ("clock", ChosenClock, PerDecision()),
            ("private", Private, False),
            ("watch", Watching | None, None),
            ("sit", bool, False),
            ("follows", FollowedTable | None, None),
            ("sealed_luck", SealedLuckAllowed, True),
            ("sandbox", SandboxWanted | None, None),
        ],
        tag_field="game",
        tag=game.key,
        frozen=True,
        forbid_unknown_fields=True,
        module=__name__,
        namespace={"__doc__": f"Open a table of {game.title.en}."},
    )


Rating = Annotated[float, Meta(ge=-1_000, le=1_000)]


class RatingRange(Value, frozen=True, forbid_unknown_fields=True):
    """The ratings of the other players, as in the leaderboard of the game; a new player has 0."""

    min: Annotated[Rating | None, Meta(description="The lowest rating; null for any.")] = None
    max: Annotated[Rating | None, Meta(description="The highest rating; null for any.")] = None


def _seek(game: AnyGame) -> Any:
    fewest, most = game.seats[0], game.seats[-1]
    return defstruct(
        "NewSeek",
        [
            ("options", game.options, field(default_factory=game.options)),
            ("seats", Annotated[int, Meta(ge=fewest, le=most)], fewest),
            ("clock", ChosenClock, PerDecision()),
            ("rating", RatingRange, field(default_factory=RatingRange)),
        ],
        tag_field="game",
        tag=game.key,
        frozen=True,
        forbid_unknown_fields=True,
        module=__name__,
        namespace={"__doc__": f"Seek a table of {game.title.en}."},
    )


SeekBody: Any = Union[tuple(_seek(game) for game in GAMES.values())]  # noqa: UP007
OpenBody: Any = Union[tuple(_open_table(game) for game in GAMES.values())]  # noqa: UP007
