"""Leaderboards: the standing of every player at one game."""

from typing import Annotated, TypeAlias

from litestar import Response
from litestar.params import FromPath, QueryParameter

from api.http.injection import AnyRequest, Part
from api.http.min_version import HEADER, FreshLeaderboard
from api.http.operation import Answer, get
from api.http.paging import next_page
from api.http.params import CursorQuery, game_key
from api.problems.handlers import ApiProblem
from application.ports.accounts import Accounts
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value
from projections.leaderboard.query import RecordSeen, record_seen


class RankedSeen(Value, frozen=True, kw_only=True):
    """A player on the leaderboard. Equal ratings share a rank; an erased name is null."""

    rank: int
    """The rank; equal ranks are shared."""
    player: PlayerId
    name: str | None
    """The name of the player; null after a person was erased."""
    record: RecordSeen
    """The results of the player in this game."""


class LeaderboardPage(Value, frozen=True):
    """Players by rating, best first; `next` is the cursor of the next page, null on the last."""

    game: str
    """The key of the game."""
    standings: tuple[RankedSeen, ...]
    """Players with their rank, best first."""
    next: str | None
    """The cursor of the next page; null on the last."""


Ranking: TypeAlias = Annotated[
    Response[LeaderboardPage], Answer(LeaderboardPage, headers=(HEADER, "Link"))
]


@get(
    "/v1/games/{game:str}/leaderboard",
    "Get the leaderboard of a game",
    "A page of players, best rating first.",
)
async def get_leaderboard(
    request: AnyRequest,
    game: FromPath[str],
    leaderboard: FreshLeaderboard,
    accounts: Part[Accounts],
    cursor: CursorQuery = None,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=100, description="The maximum number of players to return."
        ),
    ] = 20,
) -> Ranking:
    """Returns the players who have finished a table of this game, best rating first.

    Only finished tables with at least two people count; forks and bots do not. No token is needed.
    """
    game_key(game)
    try:
        page = await leaderboard.page(game, cursor, limit)
    except ValueError:
        raise ApiProblem("no_such_page", "cursor") from None
    names = await accounts.names([each.standing.player for each in page.ranked])
    ranked = tuple(
        RankedSeen(rank=rank, player=standing.player, name=name, record=record_seen(standing))
        for (rank, standing), name in zip(page.ranked, names, strict=True)
    )
    headers = {HEADER: str(page.position), **next_page(request.scope, cursor=page.next)}
    return Response(LeaderboardPage(game, ranked, page.next), headers=headers)
