"""Players: a name, a token that is shown once, and an id that histories keep."""

import secrets
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from api import auth
from api.describe import Link, describe
from api.desk import desk_of
from api.problems import ApiProblem
from domain.kernel.ids import Moment, PlayerId
from domain.kernel.messages import Value
from domain.play.clock import new_id
from eventlog.accounts import Account


class NewPlayer(Value, frozen=True, forbid_unknown_fields=True):
    """Who wants to play."""

    name: Annotated[
        str,
        Meta(
            max_length=40,
            min_length=1,
            pattern=r"^[^\x00-\x20\x7f]+( [^\x00-\x20\x7f]+)*\Z",
            description="Shown to others; words with single spaces between them.",
            examples=["Anne"],
        ),
    ]


class NewToken(Value, frozen=True):
    """The one time the token is shown: send it as `Authorization: Bearer <token>`."""

    id: PlayerId
    name: str
    token: str


class PlayerSeen(Value, frozen=True):
    """A player; `name` is null once it was erased."""

    id: PlayerId
    name: str | None
    created: Moment


@post(
    "/v1/players",
    operation_id="createPlayer",
    summary="Become a player",
    opt=describe(
        tag="Players",
        body=NewPlayer,
        answers={201: NewToken},
        problems=("malformed", "media_type", "body_too_large"),
        headers={201: ("Location",)},
        links=(Link("getPlayer", {"player": "$response.body#/id"}),),
    ),
)
async def create_player(
    request: Request[Any, Any, Any], data: JSONBody[NewPlayer]
) -> Response[NewToken]:
    """Gives an id and a token; the server keeps only a hash of the token."""
    desk = desk_of(request)
    player, token = new_id(desk.world), secrets.token_urlsafe(32)
    await desk.store.accounts.create(player, data.name, auth.hash_token(token.encode()))
    return Response(
        NewToken(player, data.name, token),
        status_code=201,
        headers={"Location": f"/v1/players/{player}"},
    )


@get(
    "/v1/players/me",
    operation_id="getMe",
    summary="Who am I",
    opt=describe(tag="Players", answers={200: PlayerSeen}, problems=(), bearer=True),
)
async def get_me(request: Request[Any, Any, Any]) -> PlayerSeen:
    """The caller's own profile."""
    return await _seen(request, await auth.player(request))


@get(
    "/v1/players/{player:str}",
    operation_id="getPlayer",
    summary="One player",
    opt=describe(tag="Players", answers={200: PlayerSeen}, problems=("no_such_player",)),
)
async def get_player(request: Request[Any, Any, Any], player: FromPath[str]) -> PlayerSeen:
    """The public profile behind an opaque id of a history."""
    return await _seen(request, player)


@delete(
    "/v1/players/me",
    operation_id="erasePlayer",
    summary="Erase my name",
    status_code=204,
    opt=describe(tag="Players", answers={204: None}, problems=(), bearer=True),
)
async def erase_me(request: Request[Any, Any, Any]) -> None:
    """Removes the name and revokes the token; histories hold opaque ids only and stay valid."""
    desk, player = desk_of(request), await auth.player(request)
    await desk.store.accounts.erase(player)
    desk.forget(player)


async def _seen(request: Request[Any, Any, Any], player: PlayerId) -> PlayerSeen:
    account: Account | None = await desk_of(request).store.accounts.name(player)
    if account is None:
        raise ApiProblem("no_such_player")
    return PlayerSeen(account.id, account.name, account.created)


HANDLERS = (create_player, get_me, get_player, erase_me)
