"""The tokens of a player: several, each with a name, scopes and an expiry."""

from typing import Annotated, Any

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from api.http import auth
from api.http.names import TokenName, visible_name
from api.http.tokens import (
    ExpiresIn,
    Scopes,
    TokenCreated,
    TokenSeen,
    token_created,
    token_seen,
)
from api.openapi.operation import Link, describe
from api.problems.handlers import ApiProblem
from api.problems.limits import ScopesNotYours
from api.services import services_of
from application.credentials import new_token
from application.ports.accounts import MOST_TOKENS, AccountGone, TooManyTokens
from domain.kernel.messages import Value

TOKENS = "/v1/players/me/tokens"


class TokenBody(Value, frozen=True, forbid_unknown_fields=True):
    """The token to create."""

    name: TokenName
    scopes: Scopes
    expires_in: ExpiresIn | None = None


class RotateBody(Value, frozen=True, forbid_unknown_fields=True):
    """How to rotate a token; every field is optional."""

    expires_in: ExpiresIn | None = None
    grace_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=3600,
            description="How long the old token stays valid, in case this answer is lost.",
        ),
    ] = 0


class TokenList(Value, frozen=True):
    """Your valid tokens, oldest first."""

    tokens: tuple[TokenSeen, ...]


@get(
    TOKENS,
    operation_id="listTokens",
    summary="List your tokens",
    opt=describe(
        tag="Players",
        answers={200: TokenList},
        returns={200: "Your tokens, without their secrets."},
        problems=("scope_missing",),
        bearer=True,
        scope=None,
    ),
)
async def list_tokens(request: Request[Any, Any, Any]) -> TokenList:
    """Returns your tokens that have neither expired nor been revoked.

    You need a token with all scopes of your account.
    """
    services, caller = services_of(request), await auth.owner(request)
    found = await services.accounts.tokens(caller.player)
    return TokenList(tuple(token_seen(each, caller.id) for each in found))


@post(
    TOKENS,
    operation_id="createToken",
    summary="Create a token",
    opt=describe(
        tag="Players",
        body=TokenBody,
        answers={201: TokenCreated},
        returns={201: "Token created: its id, and the secret."},
        problems=(
            "outcome_unknown",
            *("malformed", "media_type", "body_too_large", "name_not_visible"),
            *("scope_missing", "too_many_tokens"),
        ),
        bearer=True,
        scope=None,
        links=(Link("revokeToken", {"token": "$response.body#/id"}),),
    ),
)
async def create_token(
    request: Request[Any, Any, Any], data: JSONBody[TokenBody]
) -> Response[TokenCreated]:
    """Creates one more token of yours, for example for a bot or a second device.

    `read` reads what you may see, `play` sends commands too, and `webhooks` manages your webhooks.
    You need a token with all scopes of your account. The server returns the secret only here.
    """
    services, caller = services_of(request), await auth.owner(request)
    name = visible_name(data.name, "name")
    if not frozenset(data.scopes) <= caller.scopes:
        raise ApiProblem(ScopesNotYours(), "scopes")
    secret, token = new_token(services.world, name, data.scopes, data.expires_in)
    try:
        await services.accounts.add_token(caller.player, token)
    except TooManyTokens:
        raise ApiProblem("too_many_tokens", limit=MOST_TOKENS) from None
    except AccountGone:
        raise ApiProblem("token_unknown") from None
    return Response(token_created(secret, token), status_code=201)


@post(
    f"{TOKENS}/rotate",
    operation_id="rotateToken",
    summary="Rotate your token",
    opt=describe(
        tag="Players",
        body=RotateBody,
        answers={201: TokenCreated},
        returns={201: "Token rotated: the new secret."},
        problems=("malformed", "media_type", "body_too_large", "outcome_unknown"),
        bearer=True,
        scope=None,
        links=(Link("revokeToken", {"token": "$response.body#/id"}),),
    ),
)
async def rotate_token(
    request: Request[Any, Any, Any], data: JSONBody[RotateBody]
) -> Response[TokenCreated]:
    """Replaces the token of this request by a new one with the same name and scopes.

    The old token is revoked at once, or after `grace_seconds`. Any token may rotate itself.
    """
    services, caller = services_of(request), await auth.proven_token(request)
    secret, token = new_token(services.world, caller.name, caller.scopes, data.expires_in)
    ends = None
    if data.grace_seconds:
        ends = services.world.now() + 1000 * data.grace_seconds
        ends = ends if caller.expires is None else min(ends, caller.expires)
    try:
        await services.accounts.rotate_token(auth.token_hash(request), token, ends)
    except AccountGone:
        raise ApiProblem("token_unknown") from None
    await services.tokens.catch_up()
    return Response(token_created(secret, token), status_code=201)


@delete(
    f"{TOKENS}/{{token:str}}",
    operation_id="revokeToken",
    summary="Revoke a token",
    status_code=204,
    opt=describe(
        tag="Players",
        answers={204: None},
        returns={204: "Token revoked. No process accepts it after a second."},
        problems=("scope_missing", "no_such_token", "outcome_unknown"),
        bearer=True,
        scope=None,
    ),
)
async def revoke_token(request: Request[Any, Any, Any], token: FromPath[str]) -> None:
    """Revokes one of your tokens and ends the streams that were opened with it.

    Any token may revoke itself. To revoke another, you need one with all scopes of your account.
    """
    services, caller = services_of(request), await auth.proven_token(request)
    if token != caller.id:
        await auth.owner(request)
    if not await services.accounts.revoke_token(caller.player, token):
        raise ApiProblem("no_such_token", field="token")
    await services.tokens.catch_up()


HANDLERS = (list_tokens, create_token, rotate_token, revoke_token)
