"""Players: a name, a token that is shown once, and an id that histories keep."""

import secrets
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from api.http import auth
from api.http.headers import hash_token
from api.http.min_version import (
    HEADER,
    MIN_VERSION_PROBLEMS,
    MinVersion,
    wait_for_leaderboard,
    wait_for_table_list,
)
from api.http.names import visible_name
from api.http.records import RecordSeen, record_seen
from api.openapi.operation import Link, describe
from api.problems.handlers import ApiProblem
from api.services import Services, services_of
from application.ports.accounts import Account
from application.world import new_id
from domain.games import GAMES
from domain.kernel.ids import Moment, PlayerId
from domain.kernel.messages import Value
from domain.kernel.visible_text import WORDS
from projections.table_list.row import Row

RECENT = 10  # tables in a profile
MOST_GRAPHEMES = 40  # of a name
MOST_CODE_POINTS = 160  # of a name; one emoji may consist of a dozen


OF_THE_PLAYER = (
    Link("getPlayer", {"player": "$response.body#/id"}),
    Link("listTables", {"player": "$response.body#/id"}),
    Link("listWebhooks", {}),
)


class NewPlayer(Value, frozen=True, forbid_unknown_fields=True):
    """Who wants to play."""

    name: Annotated[
        str,
        Meta(
            max_length=MOST_CODE_POINTS,
            min_length=1,
            pattern=WORDS,
            description="Shown to others, in Unicode form NFC: visible words with single spaces"
            f" between them, at most {MOST_GRAPHEMES} characters as people count them.",
            examples=["Anne"],
        ),
    ]


class NewToken(Value, frozen=True):
    """The one time the token is shown: send it as `Authorization: Bearer <token>`."""

    id: PlayerId
    name: str
    token: str


class PlayerSeen(Value, frozen=True):
    """A player; `name` is null once it was erased. A record for each game, and the last tables."""

    id: PlayerId
    name: str | None
    created: Moment
    records: tuple[RecordSeen, ...]
    recent: tuple[Row, ...]


@post(
    "/v1/players",
    operation_id="createPlayer",
    summary="Become a player",
    opt=describe(
        tag="Players",
        body=NewPlayer,
        answers={201: NewToken},
        problems=("malformed", "media_type", "body_too_large", "name_not_visible"),
        headers={201: ("Location",)},
        links=(*OF_THE_PLAYER, Link("erasePlayer", {})),
    ),
)
async def create_player(
    request: Request[Any, Any, Any], data: JSONBody[NewPlayer]
) -> Response[NewToken]:
    """Gives an id and a token; the server keeps only a hash of the token."""
    services = services_of(request)
    name = visible_name(data.name, "name", MOST_GRAPHEMES)
    player, token = new_id(services.world), secrets.token_urlsafe(32)
    await services.accounts.create(player, name, hash_token(token.encode()))
    return Response(
        NewToken(player, name, token),
        status_code=201,
        headers={"Location": f"/v1/players/{player}"},
    )


@get(
    "/v1/players/me",
    operation_id="getMe",
    summary="Who am I",
    opt=describe(
        tag="Players",
        answers={200: PlayerSeen},
        problems=MIN_VERSION_PROBLEMS,
        bearer=True,
        headers={200: (HEADER,)},
        links=OF_THE_PLAYER,
    ),
)
async def get_me(
    request: Request[Any, Any, Any], min_version: MinVersion = None
) -> Response[PlayerSeen]:
    """The caller's own profile, with his private tables."""
    player = await auth.player(request)
    return await _profile(services_of(request), player, min_version, asker=player)


@get(
    "/v1/players/{player:str}",
    operation_id="getPlayer",
    summary="One player",
    opt=describe(
        tag="Players",
        answers={200: PlayerSeen},
        problems=("no_such_player", *MIN_VERSION_PROBLEMS),
        headers={200: (HEADER,)},
    ),
)
async def get_player(
    request: Request[Any, Any, Any], player: FromPath[str], min_version: MinVersion = None
) -> Response[PlayerSeen]:
    """The public profile behind an opaque id of a history: records and the last tables."""
    return await _profile(services_of(request), player, min_version, asker=None)


@delete(
    "/v1/players/me",
    operation_id="erasePlayer",
    summary="Erase my name",
    status_code=204,
    opt=describe(tag="Players", answers={204: None}, problems=(), bearer=True),
)
async def erase_me(request: Request[Any, Any, Any]) -> None:
    """Removes the name and the webhooks, revokes the token and ends the streams opened with it.

    Histories and leaderboards hold opaque ids only and stay valid.
    """
    services, player = services_of(request), await auth.player(request)
    for hook in await services.webhooks.of(player):
        await services.webhooks.remove(hook)
    await services.accounts.erase(player)
    services.forget(player)


async def _profile(
    services: Services, player: PlayerId, min_version: str | None, asker: PlayerId | None
) -> Response[PlayerSeen]:
    account: Account | None = await services.accounts.name(player)
    if account is None:
        raise ApiProblem("no_such_player")
    await wait_for_leaderboard(services, min_version)
    if min_version is not None and ":" in min_version:
        await wait_for_table_list(services, min_version)
    position, standings = await services.leaderboard.records(player, GAMES)
    recent, _ = await services.table_list.page(player=player, limit=RECENT, asker=asker)
    records = tuple(record_seen(standing) for standing in standings)
    seen = PlayerSeen(account.id, account.name, account.created, records, tuple(recent))
    return Response(seen, headers={HEADER: str(position)})


HANDLERS = (create_player, get_me, get_player, erase_me)
