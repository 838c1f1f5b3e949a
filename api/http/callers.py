"""Callers as parameters of operations: which token one needs, and what it permits."""

from typing import Annotated, TypeAlias

from api.http.auth import require_scope
from api.http.headers import read_headers
from api.http.injection import AnyRequest, Needs, Part
from api.http.permission import require_play
from api.problems.handlers import ApiProblem
from api.problems.limits import AdministratorNeeded
from application.administration.watch import AdministrationWatch
from application.ports.accounts import ADMIN, Accounts, Token
from application.ports.world import World
from application.token_cache import TokenCache
from domain.kernel.ids import PlayerId


async def _playing(
    request: AnyRequest,
    tokens: Part[TokenCache],
    administration: Part[AdministrationWatch],
    world: Part[World],
) -> PlayerId:
    player = await _scoped(request, tokens, "play")
    require_play(await administration.believed(), player, world.now)
    return player


async def _reading(request: AnyRequest, tokens: Part[TokenCache]) -> PlayerId:
    return await _scoped(request, tokens, "read")


async def maybe_reading(request: AnyRequest, tokens: Part[TokenCache]) -> PlayerId | None:
    """Return the caller if a token was sent; a wrong token is rejected, not ignored."""
    if b"authorization" not in read_headers(request.scope).values:
        return None
    return await _scoped(request, tokens, "read")


async def _with_webhooks(request: AnyRequest, tokens: Part[TokenCache]) -> PlayerId:
    return await _scoped(request, tokens, "webhooks")


async def _scoped(request: AnyRequest, tokens: TokenCache, scope: str) -> PlayerId:
    found = await tokens.find(sent_token(request))
    if found is None:
        raise ApiProblem("token_unknown")
    require_scope(found, scope)
    return found.player


async def _proven(request: AnyRequest, tokens: Part[TokenCache]) -> Token:
    """Read the token from the store: for what a revoked token must never do."""
    found = await tokens.look_up(sent_token(request))
    if found is None:
        raise ApiProblem("token_unknown")
    return found


OwnToken: TypeAlias = Annotated[Token, Needs(_proven, True)]


async def _administrating(token: OwnToken) -> PlayerId:
    if not token.permits(ADMIN):
        raise ApiProblem(AdministratorNeeded())
    return token.player


async def _owning(token: OwnToken, accounts: Part[Accounts]) -> Token:
    """Require all scopes of the account, except `admin`."""
    await require_owner(token, accounts)
    return token


async def require_owner(token: Token, accounts: Accounts) -> None:
    """Raise 403 unless the token may manage its account."""
    account = await accounts.name(token.player)
    if account is None or account.name is None:
        raise ApiProblem("token_unknown")
    if not account.scopes - {ADMIN} <= token.scopes:
        raise ApiProblem("scope_missing")


def sent_token(request: AnyRequest) -> bytes:
    """Return the hash of the token of a request; raises 401 without one."""
    found = read_headers(request.scope).token_hash
    if found is None:
        raise ApiProblem("token_missing")
    return found


Player: TypeAlias = Annotated[PlayerId, Needs(_playing, True, "play")]
Reader: TypeAlias = Annotated[PlayerId, Needs(_reading, True, "read")]
MaybeReader: TypeAlias = Annotated[PlayerId | None, Needs(maybe_reading, None, "read")]
WebhookOwner: TypeAlias = Annotated[PlayerId, Needs(_with_webhooks, True, "webhooks")]
Administrator: TypeAlias = Annotated[PlayerId, Needs(_administrating, True, "admin")]
Owner: TypeAlias = Annotated[Token, Needs(_owning, True)]
