"""Bodies with a kind for each game: what opens a table, and what seeks one."""

from typing import Annotated, Any, Union

from msgspec import Meta, Struct, defstruct, field

from domain.games import GAMES
from domain.kernel.game import AnyGame
from domain.kernel.ids import MOST_SEATS
from domain.kernel.messages import Value
from domain.table.clocks import Clock, PerDecision
from domain.table.commands import Bot, Watch
from domain.table.sandbox import Sandbox

Rating = Annotated[float, Meta(ge=-1_000, le=1_000)]
TableName = Annotated[str, Meta(max_length=40)]


class RatingRange(Value, frozen=True, forbid_unknown_fields=True):
    """The ratings of the other players, as in the leaderboard of the game; a new player has 0."""

    min: Rating | None = None
    """The lowest rating; null for any."""
    max: Rating | None = None
    """The highest rating; null for any."""


class OpenTableBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What opens a table, whichever game it is of."""

    options: Any = None
    """The options of the game; those that you leave out have their defaults."""
    seats: int | None = None
    """How many seats the table has; null for the most that the game allows."""
    clock: Clock = PerDecision()
    """The clock of the table: by default the times of the game's rules for each decision; null for
    no limit.
    """
    private: bool = False
    """Whether only you, the players and those with your invitation see the table."""
    watch: Watch | None = None
    """Who may watch the game: `everyone`, the `invited`, or `nobody` before the end. By default
    `everyone`, and the `invited` at a private table.
    """
    sit: bool = False
    """Whether you, the host, take seat 0."""
    bots: Annotated[tuple[Bot, ...], Meta(max_length=MOST_SEATS)] = ()
    """Bots that take the next seats, in this order."""
    start: bool = False
    """Whether the game starts at once, with you and the bots as players."""
    follows: TableName | None = None
    """The id of a finished table of the same game whose rewards count here."""
    sealed_luck: bool = True
    """Whether players may give sealed luck; see `sealLuck`."""
    sandbox: Sandbox | None = None
    """Fix the luck of the table, and move its clock by hand: for tests of clients."""


class SeekBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What seeks a table, whichever game it is of."""

    options: Any = None
    """The options of the game; those that you leave out have their defaults."""
    seats: int = 0
    """How many seats the table has; by default the fewest that the game allows."""
    clock: Clock = PerDecision()
    """The clock of the table: by default the times of the game's rules for each decision; null for
    no limit.
    """
    rating: RatingRange = RatingRange()
    """The range of the ratings of the others; any by default."""


def _of_game(game: AnyGame, base: type[Struct], about: str, seats: Any, usual: int | None) -> Any:
    """Return the body with the options and the numbers of seats of a game."""
    return defstruct(
        base.__name__,
        [
            ("options", game.options, field(default_factory=game.options)),
            ("seats", seats, usual),
        ],
        bases=(base,),
        tag_field="game",
        tag=game.key,
        kw_only=True,
        module=__name__,
        namespace={"__doc__": f"{about} {game.title.en}."},
    )


def _seats(game: AnyGame) -> Any:
    return Annotated[int, Meta(ge=game.seats[0], le=game.seats[-1])]


AnySeek: Any = Union[  # noqa: UP007
    tuple(
        _of_game(game, SeekBody, "Seek a table of", _seats(game), game.seats[0])
        for game in GAMES.values()
    )
]
AnyOpening: Any = Union[  # noqa: UP007
    tuple(
        _of_game(game, OpenTableBody, "Open a table of", _seats(game) | None, None)
        for game in GAMES.values()
    )
]
