"""The filters of a list of tables, as a caller sends them."""

from typing import Annotated, TypeAlias

from litestar.params import QueryParameter
from msgspec import structs

from api.http.callers import MaybeReader
from api.http.injection import Needs
from api.http.params import GameQuery
from api.problems.comparing import most_like
from api.problems.faults import NoSuchOption
from api.problems.handlers import ApiProblem
from domain.games import GAMES
from domain.table.state import Status
from projections.table_list.filters import Filters, Sort

OPTIONS = r"^[a-z_]{1,40}:[^,:]{1,40}(,[a-z_]{1,40}:[^,:]{1,40}){0,9}$"

StatusQuery: TypeAlias = Annotated[
    Status | None, QueryParameter(name="status", description="Only tables with this status.")
]
PlayerQuery: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="player",
        max_length=40,
        description="Only tables at which this player has a seat.",
    ),
]
MineQuery: TypeAlias = Annotated[
    bool,
    QueryParameter(
        name="mine",
        description="Only tables at which you have a seat, and your private ones. Needs a token.",
    ),
]
MyTurnQuery: TypeAlias = Annotated[
    bool,
    QueryParameter(
        name="my_turn", description="Only tables at which you must decide now. Needs a token."
    ),
]
FreeQuery: TypeAlias = Annotated[
    bool | None,
    QueryParameter(
        name="free",
        description="`true`: only open tables with a free seat. `false`: only the others.",
    ),
]
BotsQuery: TypeAlias = Annotated[
    bool | None,
    QueryParameter(
        name="bots",
        description="`false`: only tables at which people alone have seats. `true`: only tables"
        " with a bot.",
    ),
]
OptionsQuery: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="options",
        max_length=400,
        pattern=OPTIONS,
        description="Only tables with these options, such as `rounds:3,expert:true`.",
    ),
]
SortQuery: TypeAlias = Annotated[
    Sort,
    QueryParameter(
        name="sort",
        description="`newest` or `oldest` first; or `players`: open tables only, those with the"
        " most players first.",
    ),
]


def _filters(
    caller: MaybeReader,
    game: GameQuery = None,
    status: StatusQuery = None,
    player: PlayerQuery = None,
    mine: MineQuery = False,
    my_turn: MyTurnQuery = False,
    free: FreeQuery = None,
    bots: BotsQuery = None,
    options: OptionsQuery = None,
    sort: SortQuery = "newest",
) -> Filters:
    if caller is None and (mine or my_turn):
        raise ApiProblem("token_missing")
    return Filters(
        game=game,
        status=status,
        player=player,
        asker=caller,
        mine=mine,
        turn=my_turn,
        free=free,
        bots=bots,
        options=read_options(game, options),
        sort=sort,
    )


TableFilters: TypeAlias = Annotated[Filters, Needs(_filters)]


def read_options(game: str | None, text: str | None) -> tuple[tuple[str, str], ...]:
    """Return names and values of options; rejects a name that the game does not have."""
    if text is None:
        return ()
    chosen = [part.partition(":")[::2] for part in text.split(",")]
    if game is not None:
        known = _option_names(game)
        for name, _ in chosen:
            if name not in known:
                raise ApiProblem(
                    NoSuchOption(
                        field="options",
                        source="query",
                        game=game,
                        option=name,
                        allowed=tuple(known),
                        meant=most_like(name, known),
                    )
                )
    return tuple(chosen)


def _option_names(game: str) -> list[str]:
    options = GAMES[game].options
    return [each.encode_name for each in structs.fields(options)]
