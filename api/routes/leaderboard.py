"""Leaderboards: the standing of every player at one game."""

from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from api.http import auth
from api.http.games import game_key
from api.http.min_version import HEADER, MIN_VERSION_PROBLEMS, MinVersion, wait_for_leaderboard
from api.http.operation import describe
from api.http.paging import next_page
from api.http.params import AnyRequest
from api.http.records import RecordSeen, record_seen
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoSuchPage
from api.services import Services, services_of
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value
from projections.leaderboard.query import Page


class RankedSeen(Value, frozen=True, kw_only=True):
    """A player on the leaderboard. Equal ratings share a rank; an erased name is null."""

    rank: int
    player: PlayerId
    name: str | None
    record: RecordSeen


class Leaderboard(Value, frozen=True):
    """Players by rating, best first; `next` is the cursor of the next page, null on the last."""

    game: str
    standings: tuple[RankedSeen, ...]
    next: str | None


@get(
    "/v1/games/{game:str}/leaderboard",
    operation_id="getLeaderboard",
    summary="Get the leaderboard of a game",
    opt=describe(
        tag="Games",
        answers={200: Leaderboard},
        returns={200: "A page of players, best rating first."},
        bearer=None,
        problems=("no_such_game", "no_such_page", *MIN_VERSION_PROBLEMS),
        headers={200: (HEADER, "Link")},
    ),
)
async def get_leaderboard(
    request: AnyRequest,
    game: FromPath[str],
    cursor: Annotated[
        str | None,
        QueryParameter(name="cursor", max_length=120, description="`next` of the previous page."),
    ] = None,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=100, description="The maximum number of players to return."
        ),
    ] = 20,
    min_version: MinVersion = None,
) -> Response[Leaderboard]:
    """Returns the players who have finished a table of this game, best rating first.

    Only finished tables with at least two people count; forks and bots do not. No token is needed.
    """
    services = services_of(request)
    game_key(game)
    await wait_for_leaderboard(services, min_version, await auth.maybe_player(request))
    try:
        page = await services.leaderboard.page(game, cursor, limit)
    except ValueError as wrong:
        raise ApiProblem(NoSuchPage(str(wrong)), "cursor") from None
    seen = Leaderboard(game, await _ranked(services, page), page.next)
    more = next_page(request, cursor=page.next)
    return Response(seen, headers={HEADER: str(page.position), **more})


async def _ranked(services: Services, page: Page) -> tuple[RankedSeen, ...]:
    names = await services.accounts.names([each.standing.player for each in page.ranked])
    return tuple(
        RankedSeen(rank=rank, player=standing.player, name=name, record=record_seen(standing))
        for (rank, standing), name in zip(page.ranked, names, strict=True)
    )


HANDLERS = (get_leaderboard,)
