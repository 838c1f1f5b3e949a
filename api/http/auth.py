"""The caller of a request: the player whose bearer token it carries."""

from typing import Any

from litestar import Request

from api.http.headers import RequestHeaders, read_headers
from api.problems.handlers import ApiProblem
from api.services import Services, services_of
from domain.kernel.ids import PlayerId


async def player(request: Request[Any, Any, Any]) -> PlayerId:
    """Return the caller of an operation that needs a token."""
    return await authenticate(services_of(request), read_headers(request.scope))


async def maybe_player(request: Request[Any, Any, Any]) -> PlayerId | None:
    """Return the caller if a token was sent; a wrong token is rejected, not ignored."""
    return await maybe_authenticate(services_of(request), read_headers(request.scope))


async def maybe_authenticate(services: Services, headers: RequestHeaders) -> PlayerId | None:
    """Return the caller, None without an `Authorization` header."""
    if b"authorization" not in headers.values:
        return None
    return await authenticate(services, headers)


async def authenticate(services: Services, headers: RequestHeaders) -> PlayerId:
    """Return the caller; raises 401 without a known token."""
    if headers.token_hash is None:
        raise ApiProblem("token_missing")
    caller = await services.player_of(headers.token_hash)
    if caller is None:
        raise ApiProblem("token_unknown")
    return caller
