"""Seeks: the server finds players for a table, opens it and starts it."""

import asyncio
from typing import Annotated, Any, TypeAlias

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import json

from api.http import auth
from api.http.operation import Link, describe, to_each
from api.http.params import AnyRequest
from api.http.requests import RatingRange, SeekBody
from api.problems.handlers import ApiProblem
from api.problems.limits import SeekMatched, TooManySeeks
from api.services import Services, services_of
from api.streaming.notices import notices_of
from application.matchmaking import wish_for
from application.ports.seeks import Seek, SeekStatus
from domain.kernel.ids import Moment, PlayerId, TableId
from domain.kernel.messages import Value
from domain.kernel.moments import rfc3339
from domain.table.clocks import Clock, clock_of, pace_of
from domain.table.commands import OpenTable

LONGEST_WAIT = 25
MOST_SEEKS = 10**6  # of one player, if there is no limit
SAME_SEEK = {"seek": "$response.body#/id"}
FOUND = (
    Link("getTable", {"table": "$response.body#/table"}),
    Link("streamEvents", {"table": "$response.body#/table"}),
)
WaitQuery: TypeAlias = Annotated[
    float,
    QueryParameter(
        name="wait",
        ge=0,
        le=LONGEST_WAIT,
        description="Seconds to wait while the seek waits (long polling).",
    ),
]


class SeekSeen(Value, frozen=True, kw_only=True):
    """One of your seeks. `matched` has the table; a seek that is not renewed expires."""

    id: str
    status: SeekStatus
    game: str
    seats: int
    options: Any
    clock: Clock
    rating: RatingRange
    table: TableId | None
    created: Moment
    expires: Moment | None


class SeekList(Value, frozen=True):
    """Your seeks of the last hour, newest first."""

    seeks: tuple[SeekSeen, ...]


@post(
    "/v1/seeks",
    operation_id="createSeek",
    summary="Create a seek for a table",
    opt=describe(
        tag="Tables",
        body=SeekBody,
        answers={201: SeekSeen},
        returns={201: "Seek created: it waits, or has found a table."},
        problems=(
            "malformed",
            "no_such_game",
            "bad_option",
            "bad_seats",
            "media_type",
            "body_too_large",
            "outcome_unknown",
            "too_many_seeks",
        ),
        bearer=True,
        headers={201: ("Location",)},
        links=(*to_each(SAME_SEEK, "getSeek", "deleteSeek"), *FOUND),
    ),
)
async def create_seek(request: AnyRequest, data: JSONBody[SeekBody]) -> Response[SeekSeen]:
    """Seeks other players for a table with this game, number of seats, options and clock.

    The server matches you with the players who have waited longest for an equal table and whose
    ratings fit: theirs your range, and yours theirs. It opens a public table, seats all of you in
    the order of your seeks, and starts it. Nobody is matched twice for one seek.

    A seek waits as long as you want the table: keep `/v1/players/me/stream` open, or read the seek
    at least every 30 seconds. Otherwise it expires. The result is in the seek and in your stream
    (`seek_matched`). You may have 5 seeks that wait.
    """
    services, player = services_of(request), await auth.player(request)
    game = data.__struct_config__.tag
    command = OpenTable(
        game=game, options=data.options, seats=data.seats, clock=pace_of(data.clock)
    )
    rating = await _rating(services, player, game)
    wish = wish_for(command, rating, data.rating.min, data.rating.max)
    most = services.settings.seeks_per_player or MOST_SEEKS
    seek = await services.matchmaker.seek(player, wish, most, _lease_ms(services))
    if seek is None:
        raise ApiProblem(TooManySeeks(most), limit=most)
    seen = _seen(seek)
    return Response(seen, status_code=201, headers={"Location": f"/v1/seeks/{seek.id}"})


@get(
    "/v1/seeks",
    operation_id="listSeeks",
    summary="List your seeks",
    opt=describe(
        tag="Tables",
        answers={200: SeekList},
        returns={200: "Your seeks, newest first, including those that ended in the last hour."},
        problems=(),
        bearer=True,
        scope="read",
        links=to_each({"seek": "$response.body#/seeks/0/id"}, "getSeek", "deleteSeek"),
    ),
)
async def list_seeks(request: AnyRequest) -> SeekList:
    """Returns your seeks, those that wait and those that have ended. This does not renew them."""
    services, player = services_of(request), await auth.player(request)
    return SeekList(tuple(_seen(each) for each in await services.seeks.of(player)))


@get(
    "/v1/seeks/{seek:str}",
    operation_id="getSeek",
    summary="Get a seek",
    opt=describe(
        tag="Tables",
        answers={200: SeekSeen},
        returns={200: "The seek as it is now, or as soon as it does not wait any more."},
        problems=("malformed", "no_such_seek"),
        bearer=True,
        scope="read",
        links=FOUND,
    ),
)
async def get_seek(request: AnyRequest, seek: FromPath[str], wait: WaitQuery = 0) -> SeekSeen:
    """Returns one of your seeks, and renews all of yours that wait.

    With `wait`, the server responds as soon as the seek has ended, or after so many seconds.
    """
    services, player = services_of(request), await auth.player(request)
    found = await _renewed(services, player, seek)
    if found.status == "waiting" and wait:
        found = await _ended(services, player, seek, wait)
    return _seen(found)


@delete(
    "/v1/seeks/{seek:str}",
    operation_id="deleteSeek",
    summary="Delete a seek",
    status_code=204,
    opt=describe(
        tag="Tables",
        answers={204: None},
        returns={204: "Seek cancelled, or it had ended without a table."},
        problems=("no_such_seek", "seek_matched"),
        bearer=True,
    ),
)
async def cancel_seek(request: AnyRequest, seek: FromPath[str]) -> None:
    """Cancels one of your seeks. A seek that has found a table cannot be cancelled."""
    services, player = services_of(request), await auth.player(request)
    await _own_seek(services, player, seek)
    found = await services.seeks.cancel(seek)
    if found is not None and found.status == "matched":
        raise ApiProblem(SeekMatched(found.table))


async def _own_seek(services: Services, player: PlayerId, seek: str) -> Seek:
    found = await services.seeks.find(seek)
    if found is None or found.player != player:
        raise ApiProblem("no_such_seek")
    return found


async def _renewed(services: Services, player: PlayerId, seek: str) -> Seek:
    """Return a seek after a renewal; finish matches that another process has left."""
    await _own_seek(services, player, seek)
    await services.seeks.renew([player], _lease_ms(services))
    await services.matchmaker.finish_due()
    return await _own_seek(services, player, seek)


async def _ended(services: Services, player: PlayerId, seek: str, seconds: float) -> Seek:
    """Return the seek when it has ended, or after so many seconds."""
    now = asyncio.get_running_loop().time
    until, pause = now() + seconds, services.settings.seek_seconds / 3
    async with notices_of(player, services.streams, services.notices) as subscriber:
        found = await _renewed(services, player, seek)
        while found.status == "waiting" and now() < until and subscriber.end_reason is None:
            await subscriber.wait(min(until, now() + pause))
            found = await _renewed(services, player, seek)
        return found


async def _rating(services: Services, player: PlayerId, game: str) -> float:
    _, standings = await services.leaderboard.records(player, [game])
    return standings[0].rating if standings else 0.0


def _lease_ms(services: Services) -> int:
    return int(1000 * services.settings.seek_seconds)


def _seen(seek: Seek) -> SeekSeen:
    wish = seek.wish
    opening = json.decode(wish.body, type=OpenTable)
    assert opening.seats is not None
    return SeekSeen(
        id=seek.id,
        status=seek.status,
        game=opening.game,
        seats=opening.seats,
        options=opening.options,
        clock=clock_of(opening.clock),
        rating=RatingRange(wish.lowest, wish.highest),
        table=seek.table,
        created=rfc3339(seek.created),
        expires=rfc3339(seek.until) if seek.status == "waiting" else None,
    )


HANDLERS = (create_seek, list_seeks, get_seek, cancel_seek)
