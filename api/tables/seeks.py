"""Seeks: the server finds players for a table, opens it and starts it."""

import asyncio
from typing import Annotated, Any, NamedTuple, TypeAlias

from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import json
from msgspec.structs import replace

from api.http.callers import Player, Reader, sent_token
from api.http.injection import AnyRequest, Needs, Part
from api.http.operation import Created, Link, delete, get, post, to_each
from api.http.params import KeyHeader, idempotency_key
from api.problems.handlers import ApiProblem
from api.problems.limits import SeekMatched, TooManySeeks
from api.streaming.channel import Subscriber
from api.streaming.notices import NoticeReader, notices_of
from api.streaming.registry import StreamRegistry
from api.tables.bodies import AnySeek, RatingRange
from application.play.matchmaking import Matchmaker, wish_for
from application.play.open_table import id_of_key
from application.ports.seeks import Seek, SeekStatus, SeekStore, TooManyWait
from application.quotas import Quotas
from application.settings import Settings
from domain.kernel.ids import Moment, PlayerId, TableId, rfc3339
from domain.kernel.messages import Value
from domain.table.clocks import Clock, clock_of, pace_of
from domain.table.commands import OpenTable
from projections.leaderboard.query import Leaderboard

LONGEST_WAIT = 25
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
    """The id of the seek."""
    status: SeekStatus
    """`waiting`, `matched` once it has a table, `cancelled` by you, or `expired`."""
    game: str
    """The key of the game."""
    seats: int
    """How many seats the table shall have."""
    options: Any
    """The options of the table that you seek."""
    clock: Clock
    """The clock of the table that you seek; null for no limit."""
    rating: RatingRange
    """The range of the ratings of the others."""
    table: TableId | None
    """The id of the table that was found; null until then."""
    created: Moment
    expires: Moment | None
    """When the seek expires unless it is renewed; null once it has ended."""


class SeekPage(Value, frozen=True):
    """Your seeks of the last hour, newest first."""

    seeks: tuple[SeekSeen, ...]
    """Your seeks, newest first."""


class Renewals(NamedTuple):
    """Renews the seeks of a player who reads one."""

    seeks: SeekStore
    matchmaker: Matchmaker
    settings: Settings

    async def renewed(self, player: PlayerId, seek: str) -> Seek:
        """Return a seek after a renewal; finish matches that another process has left."""
        await _own_seek(self.seeks, player, seek)
        await self.seeks.renew([player], _lease_ms(self.settings))
        await self.matchmaker.finish_due()
        return await _own_seek(self.seeks, player, seek)

    async def ended(
        self, player: PlayerId, seek: str, seconds: float, subscriber: Subscriber
    ) -> Seek:
        """Return the seek when it has ended, or after so many seconds."""
        now = asyncio.get_running_loop().time
        until, pause = now() + seconds, self.settings.seek_seconds / 3
        found = await self.renewed(player, seek)
        while found.status == "waiting" and now() < until and subscriber.end_reason is None:
            await subscriber.wait(min(until, now() + pause))
            found = await self.renewed(player, seek)
        return found


def _renewals(
    seeks: Part[SeekStore], matchmaker: Part[Matchmaker], settings: Part[Settings]
) -> Renewals:
    return Renewals(seeks, matchmaker, settings)


OwnRenewals: TypeAlias = Annotated[Renewals, Needs(_renewals)]


@post(
    "/v1/seeks",
    "Create a seek for a table",
    "Seek created: it waits, or has found a table.",
    links=(*to_each(SAME_SEEK, "getSeek", "deleteSeek"), *FOUND),
)
async def create_seek(
    request: AnyRequest,
    player: Player,
    data: JSONBody[AnySeek],
    quotas: Part[Quotas],
    leaderboard: Part[Leaderboard],
    matchmaker: Part[Matchmaker],
    key: KeyHeader = None,
) -> Created[SeekSeen]:
    """Seeks other players for a table with this game, number of seats, options and clock.

    The server matches you with the players who have waited longest for an equal table and whose
    ratings fit: theirs your range, and yours theirs. It opens a public table, seats all of you in
    the order of your seeks, and starts it. Nobody is matched twice for one seek.

    A seek waits as long as you want the table: keep `/v1/players/me/stream` open, or read the seek
    at least every 30 seconds. Otherwise it expires. The result is in the seek and in your stream
    (`seek_matched`). You may have 5 seeks that wait. A new seek for an equal table takes the place
    of the one that waits. If your seek is the oldest of a match and you may open no more tables, it
    is cancelled. With an `Idempotency-Key` a repeated request gets the same seek for an hour.
    """
    game = data.__struct_config__.tag
    command = OpenTable(
        game=game, options=data.options, seats=data.seats, clock=pace_of(data.clock)
    )
    _, standings = await leaderboard.records(player, [game])
    rating = standings[0].rating if standings else 0.0
    wish = wish_for(command, rating, data.rating.min, data.rating.max)
    repeat, limits = idempotency_key(key, wish.body), quotas.seeks()
    id_ = None if repeat is None else id_of_key("seek", repeat, sent_token(request))
    try:
        seek = await matchmaker.seek(player, wish, limits, id_)
    except TooManyWait as many:
        if many.at_address:
            raise quotas.too_many_seeks() from None
        raise ApiProblem(TooManySeeks(limits.most), limit=limits.most) from None
    if replace(seek.wish, rating=wish.rating) != wish:
        raise ApiProblem("idempotency_key_reused")
    return Created(_seen(seek), f"/v1/seeks/{seek.id}")


@get(
    "/v1/seeks",
    "List your seeks",
    "Your seeks, newest first, including those that ended in the last hour.",
    links=to_each({"seek": "$response.body#/seeks/0/id"}, "getSeek", "deleteSeek"),
)
async def list_seeks(player: Reader, seeks: Part[SeekStore]) -> SeekPage:
    """Returns your seeks, those that wait and those that have ended. This does not renew them."""
    return SeekPage(tuple(_seen(each) for each in await seeks.of(player)))


@get(
    "/v1/seeks/{seek:str}",
    "Get a seek",
    "The seek as it is now, or as soon as it does not wait any more.",
    links=FOUND,
)
async def get_seek(
    player: Reader,
    seek: FromPath[str],
    renewals: OwnRenewals,
    streams: Part[StreamRegistry],
    notices: Part[NoticeReader],
    wait: WaitQuery = 0,
) -> SeekSeen:
    """Returns one of your seeks, and renews all of yours that wait.

    With `wait`, the server responds as soon as the seek has ended, or after so many seconds.
    """
    found = await renewals.renewed(player, seek)
    if found.status == "waiting" and wait:
        async with notices_of(player, streams, notices) as subscriber:
            found = await renewals.ended(player, seek, wait, subscriber)
    return _seen(found)


@delete("/v1/seeks/{seek:str}", "Delete a seek", "Seek cancelled, or it had ended without a table.")
async def delete_seek(player: Player, seek: FromPath[str], seeks: Part[SeekStore]) -> None:
    """Cancels one of your seeks. A seek that has found a table cannot be cancelled."""
    await _own_seek(seeks, player, seek)
    found = await seeks.cancel(seek)
    if found is not None and found.status == "matched":
        raise ApiProblem(SeekMatched(found.table))


async def _own_seek(seeks: SeekStore, player: PlayerId, seek: str) -> Seek:
    found = await seeks.find(seek)
    if found is None or found.player != player:
        raise ApiProblem("no_such_seek")
    return found


def _lease_ms(settings: Settings) -> int:
    return int(1000 * settings.seek_seconds)


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
