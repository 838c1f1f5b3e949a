"""Standings by player, game by game: a rating with its uncertainty, and what is plainly counted."""

from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from api.http.min_version import HEADER, MIN_VERSION_PROBLEMS, MinVersion, wait_for_leaderboard
from api.http.params import AnyRequest
from api.openapi.operation import describe
from api.problems.handlers import ApiProblem
from api.routes.games import on_shelf
from api.services import Services, services_of
from domain.kernel.ids import Moment, PlayerId
from domain.kernel.messages import Value
from projections.leaderboard.query import Page, Standing


class RecordSeen(Value, frozen=True, kw_only=True):
    """How somebody does at one game; people only, finished tables only.

    `rating` = `mean` - 3 x `uncertainty`: what the player is worth almost certainly (OpenSkill,
    Plackett-Luce). `wins` = first places at the table, `points` = the sum of the scores.
    """

    game: str
    rating: float
    mean: float
    uncertainty: float
    wins: int
    points: int
    played: int
    last_played: Moment


class RankedSeen(Value, frozen=True, kw_only=True):
    """A line of the leaderboard; equal ratings share a rank, an erased name is null."""

    rank: int
    player: PlayerId
    name: str | None
    record: RecordSeen


class Leaderboard(Value, frozen=True):
    """The best rated first; `next` is the cursor of the next page, null on the last."""

    game: str
    standings: tuple[RankedSeen, ...]
    next: str | None


def record(standing: Standing) -> RecordSeen:
    return RecordSeen(
        game=standing.game,
        rating=standing.rating,
        mean=standing.mean,
        uncertainty=standing.uncertainty,
        wins=standing.wins,
        points=standing.points,
        played=standing.played,
        last_played=standing.last_played,
    )


@get(
    "/v1/games/{game:str}/leaderboard",
    operation_id="getLeaderboard",
    summary="The leaderboard of a game",
    opt=describe(
        tag="Games",
        answers={200: Leaderboard},
        problems=("no_such_game", "no_such_page", *MIN_VERSION_PROBLEMS),
        headers={200: (HEADER,)},
    ),
)
async def get_leaderboard(
    request: AnyRequest,
    game: FromPath[str],
    cursor: Annotated[
        str | None,
        QueryParameter(name="cursor", max_length=120, description="`next` of the page before."),
    ] = None,
    limit: Annotated[
        int, QueryParameter(name="limit", ge=1, le=100, description="Most players on a page.")
    ] = 20,
    min_version: MinVersion = None,
) -> Response[Leaderboard]:
    """Everybody who has finished a table of this game against other people.

    Bots are left out, and so are tables with fewer than two people, abandoned ones and forks.
    """
    services = services_of(request)
    on_shelf(game)
    await wait_for_leaderboard(services, min_version)
    try:
        page = await services.leaderboard.page(game, cursor, limit)
    except ValueError as wrong:
        raise ApiProblem("no_such_page", str(wrong), "cursor") from None
    seen = Leaderboard(game, await _lines(services, page), page.next)
    return Response(seen, headers={HEADER: str(page.position)})


async def _lines(services: Services, page: Page) -> tuple[RankedSeen, ...]:
    names = await services.store.accounts.names([each.standing.player for each in page.ranked])
    return tuple(
        RankedSeen(rank=rank, player=standing.player, name=name, record=record(standing))
        for (rank, standing), name in zip(page.ranked, names, strict=True)
    )


HANDLERS = (get_leaderboard,)
