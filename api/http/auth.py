"""Who is calling: a bearer token, of which only the hash is kept."""

import hashlib
from typing import Any

from litestar import Request

from api.problems.handlers import ApiProblem
from api.services import services_of
from domain.kernel.ids import PlayerId


def hash_token(token: bytes) -> bytes:
    return hashlib.sha256(token).digest()


async def player(request: Request[Any, Any, Any]) -> PlayerId:
    """The caller, who must have a token."""
    caller = await maybe_player(request)
    if caller is None:
        raise ApiProblem("token_missing")
    return caller


async def maybe_player(request: Request[Any, Any, Any]) -> PlayerId | None:
    """The caller if a token was sent; a wrong token is refused, not ignored."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise ApiProblem("token_missing")
    caller = await services_of(request).player_of(hash_token(token.strip().encode("latin-1")))
    if caller is None:
        raise ApiProblem("token_unknown")
    return caller
