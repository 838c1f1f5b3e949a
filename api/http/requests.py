"""Bodies and responses of the table operations; `GAMES` gives the unions over all games."""

from typing import Annotated, Any, Literal, Union

from msgspec import UNSET, Meta, UnsetType, defstruct, field

from domain.games import GAMES
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat, Version
from domain.kernel.messages import Value
from domain.table.clocks import Clock, PerDecision
from domain.table.commands import Bot, LuckCommitment, LuckShare, Piece, Watch
from domain.table.sandbox import Sandbox
from projections.seat_view.state import StateSeen

Head = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}\Z", description="The head of the hash chain. Keep it as a receipt."
    ),
]


CommandSalt = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}\Z",
        description="Salt of your command, with which you can check its hash on the chain.",
    ),
]
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
AnyCommand: Any = Union[  # noqa: UP007
    tuple(command for game in GAMES.values() for command in game.commands)
]


class SitBody(Value, frozen=True, forbid_unknown_fields=True):
    """The seat to take; every field is optional."""

    luck: Annotated[
        LuckCommitment | None,
        Meta(description="A commitment to your share of the luck; see `sealLuck`."),
    ] = None
    preference: Annotated[
        Piece | None, Meta(description="A piece of the game to claim, such as a buggy.")
    ] = None
    code: (
        Annotated[
            str, Meta(max_length=64, description="The code of an invitation to a private table.")
        ]
        | None
    ) = None
    bot: Annotated[
        Bot | None,
        Meta(
            description="Give the seat to a bot; only the host may. `random` plays any legal"
            " action, `greedy` plays to win. A bot gives no luck."
        ),
    ] = None


class LuckBody(Value, frozen=True, forbid_unknown_fields=True):
    """A commitment to a share of the luck."""

    commitment: LuckCommitment


class RevealBody(Value, frozen=True, forbid_unknown_fields=True):
    """The share of the luck that your seat has committed to."""

    share: LuckShare


class CommandAnswer(Value, frozen=True):
    """The events of a command as its player may see them; `version` and `head` are a receipt."""

    version: Version
    head: Head
    command_salt: CommandSalt
    events: tuple[Any, ...]
    state: Annotated[
        StateSeen | UnsetType,
        Meta(description="With `Prefer: return=representation`: the table after the command."),
    ] = UNSET


class SeatAnswer(Value, frozen=True):
    """The seat you took, and the events this caused."""

    version: Version
    head: Head
    command_salt: CommandSalt
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
