"""The caller of a request: the player whose bearer token it carries, and what the token permits."""

from typing import Any

from litestar import Request

from api.http.headers import RequestHeaders, read_headers
from api.http.operation import Operation
from api.http.permission import require_play
from api.problems.handlers import ApiProblem
from api.problems.limits import AdministratorNeeded, ScopeNeeded
from api.services import Services, services_of
from api.transport.turn import NotQuick
from application.ports.accounts import ADMIN, Token
from domain.kernel.ids import PlayerId


async def player(request: Request[Any, Any, Any]) -> PlayerId:
    """Return the caller of an operation that needs a token with the scope of the operation."""
    return (await token(request)).player


async def maybe_player(request: Request[Any, Any, Any]) -> PlayerId | None:
    """Return the caller if a token was sent; a wrong token is rejected, not ignored."""
    found = await maybe_token(request)
    return None if found is None else found.player


async def token(request: Request[Any, Any, Any]) -> Token:
    """Return the token of a request that needs one with the scope of its operation."""
    return await authenticate(services_of(request), read_headers(request.scope), _scope(request))


async def proven_token(request: Request[Any, Any, Any]) -> Token:
    """Return the token as the store has it now: for what a revoked token must never do."""
    headers = read_headers(request.scope)
    return await authenticate(services_of(request), headers, _scope(request), proven=True)


async def maybe_token(request: Request[Any, Any, Any]) -> Token | None:
    """Return the token of a request that may have none."""
    headers = read_headers(request.scope)
    if b"authorization" not in headers.values:
        return None
    return await authenticate(services_of(request), headers, _scope(request))


async def authenticate(
    services: Services, headers: RequestHeaders, scope: str | None, proven: bool = False
) -> Token:
    """Return the token; raises 401 without a valid one, and 403 if it lacks the scope.

    The scope `admin` is never taken from memory, nor is any if it must be proven. A suspended
    player cannot use `play`.
    """
    if headers.token_hash is None:
        raise ApiProblem("token_missing")
    find = services.tokens.look_up if proven or scope == ADMIN else services.tokens.find
    found = await find(headers.token_hash)
    if found is None:
        raise ApiProblem("token_unknown")
    require_scope(found, scope)
    if scope == "play":
        require_play(await services.administration.believed(), found.player, services.world.now)
    return found


def remembered(services: Services, headers: RequestHeaders, scope: str) -> Token:
    """Return the same from memory; raises NotQuick if the store must be asked."""
    found, state = services.tokens.remembered(headers.token_hash or b""), None
    if found is None or (state := services.administration.trusted) is None:
        raise NotQuick
    require_scope(found, scope)
    if scope == "play":
        require_play(state, found.player, services.world.now)
    return found


def require_scope(found: Token, scope: str | None) -> None:
    """Raise 403 if the token lacks the scope."""
    if scope is not None and not found.permits(scope):
        raise ApiProblem(AdministratorNeeded() if scope == ADMIN else ScopeNeeded(scope))


def remembered_player(services: Services, headers: RequestHeaders) -> PlayerId | None:
    """Return the caller of a quick read if a token was sent; raises NotQuick to ask the store."""
    if b"authorization" not in headers.values:
        return None
    return remembered(services, headers, "read").player


async def owner(request: Request[Any, Any, Any]) -> Token:
    """Return a token that may manage its account: one with all its scopes, except `admin`."""
    found = await proven_token(request)
    account = await services_of(request).accounts.name(found.player)
    if account is None or account.name is None:
        raise ApiProblem("token_unknown")
    if not account.scopes - {ADMIN} <= found.scopes:
        raise ApiProblem("scope_missing")
    return found


def token_hash(request: Request[Any, Any, Any]) -> bytes:
    """Return the hash of the token of a request that was authenticated."""
    found = read_headers(request.scope).token_hash
    assert found is not None
    return found


def _scope(request: Request[Any, Any, Any]) -> str | None:
    operation: Operation = request.route_handler.opt["operation"]
    return operation.scope
