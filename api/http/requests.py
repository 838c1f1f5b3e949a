"""Bodies and responses of the table operations; `GAMES` gives the unions over all games."""

from typing import Annotated, Any, Literal, Union

from msgspec import Meta, defstruct, field

from domain.games import GAMES
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat, Version
from domain.kernel.messages import Value
from domain.table.commands import Bot, Entropy, Pace, Piece

Head = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}\Z", description="The head of the hash chain. Keep it as a receipt."
    ),
]


Clock = Annotated[
    Pace,
    Meta(
        description="The time for each decision: `rules` (the default) for the times of the"
        " game's rules, a number of seconds, or null for no limit."
    ),
]
FollowedTable = Annotated[
    str,
    Meta(
        max_length=40,
        description="The id of a finished table of the same game whose rewards count here.",
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
    """The seat to take; every field is optional."""

    entropy: Annotated[
        Entropy | None,
        Meta(description="Your part of the randomness; without it the server supplies yours."),
    ] = None
    preference: Annotated[
        Piece | None, Meta(description="A piece of the game to claim, such as a buggy.")
    ] = None
    code: (
        Annotated[
            str, Meta(max_length=64, description="The code of a private table, from its host.")
        ]
        | None
    ) = None
    bot: Annotated[
        Bot | None,
        Meta(
            description="Give the seat to a bot; only the host may. `random` plays any legal"
            " action, `greedy` plays to win. The server supplies its entropy."
        ),
    ] = None


class CommandAnswer(Value, frozen=True):
    """The events of a command as its player may see them; `version` and `head` are a receipt."""

    version: Version
    head: Head
    events: tuple[Any, ...]


class SeatAnswer(Value, frozen=True):
    """The seat you took, and the events this caused."""

    version: Version
    head: Head
    seat: Seat
    events: tuple[Any, ...]


class Previewed(Value, frozen=True):
    """An event that the command would cause."""

    type: str
    rule: str | None
    data: Any


class PreviewAnswer(Value, frozen=True):
    """The events that a command would cause, as far as its seat can know. Nothing was stored."""

    version: Version
    head: Head
    dry_run: Literal[True]
    events: tuple[Previewed, ...]
