"""Bodies and answers of the table operations; unions over all games are derived from `GAMES`."""

from typing import Annotated, Any, Literal, Union

from msgspec import Meta, defstruct, field

from domain.games import GAMES
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat, Version
from domain.kernel.messages import Value
from domain.table.commands import Bot, Entropy, Pace, Piece

Head = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="Head of the chain (a receipt).")
]


Clock = Annotated[
    Pace,
    Meta(
        description="`rules` (also if it is left out): the times of the game's rules; a number:"
        " so many seconds for every decision; null: no clock."
    ),
]
FollowedTable = Annotated[
    str,
    Meta(
        max_length=40,
        description="A finished table of the same game whose rewards count here.",
    ),
]


def camel(key: str) -> str:
    """Return `gumball_rally` as `GumballRally`."""
    return "".join(word.capitalize() for word in key.split("_"))


def _open_table(game: AnyGame) -> Any:
    fewest, most = game.seats[0], game.seats[-1]
    return defstruct(
        "OpenTable",
        [
            ("options", game.options, field(default_factory=game.options)),
            ("seats", Annotated[int, Meta(ge=fewest, le=most)] | None, None),
            ("clock", Clock, "rules"),
            ("private", bool, False),
            ("sit", bool, False),
            ("follows", FollowedTable | None, None),
        ],
        tag_field="game",
        tag=game.key,
        frozen=True,
        forbid_unknown_fields=True,
        module=__name__,
        namespace={"__doc__": f"Open a table of {game.title.en}."},
    )


OpenBody: Any = Union[tuple(_open_table(game) for game in GAMES.values())]  # noqa: UP007
AnyCommand: Any = Union[  # noqa: UP007
    tuple(command for game in GAMES.values() for command in game.commands)
]


class SitBody(Value, frozen=True, forbid_unknown_fields=True):
    """Take a seat; everything is optional."""

    entropy: Annotated[
        Entropy | None, Meta(description="Your own share of the luck; else the server adds some.")
    ] = None
    preference: Annotated[
        Piece | None, Meta(description="A piece of the game to claim, e.g. a buggy.")
    ] = None
    code: Annotated[str, Meta(max_length=64, description="The code of a private table.")] | None = (
        None
    )
    bot: Annotated[
        Bot | None,
        Meta(
            description="For the host: seat a bot instead of yourself. `random` plays any legal"
            " action, `greedy` wants to win. The server adds its share of the luck."
        ),
    ] = None


class CommandAnswer(Value, frozen=True):
    """What a command caused, as its player may hear it; `version` and `head` are a receipt."""

    version: Version
    head: Head
    events: tuple[Any, ...]


class SeatAnswer(Value, frozen=True):
    """The seat taken, and what was appended."""

    version: Version
    head: Head
    seat: Seat
    events: tuple[Any, ...]


class Previewed(Value, frozen=True):
    """An event that would happen."""

    type: str
    rule: str | None
    data: Any


class PreviewAnswer(Value, frozen=True):
    """How a command would begin, as far as its seat can know; nothing was stored."""

    version: Version
    head: Head
    dry_run: Literal[True]
    events: tuple[Previewed, ...]
