"""The caller of a request: which token an operation needs, and what it permits now."""

from collections.abc import Callable
from typing import Annotated, NamedTuple, TypeAlias

from api.http.decoding import RequestHeaders, read_headers
from api.http.injection import AnyRequest, Needs, Part
from api.problems.handlers import ApiProblem
from api.problems.limits import AdministratorNeeded, ScopeNeeded, Suspended, UnderMaintenance
from api.transport.turn import NotQuick
from application.administration.watch import AdministrationWatch
from application.ports.accounts import ADMIN, Accounts, Token
from application.ports.world import World
from application.token_cache import TokenCache
from domain.administration.state import Administration
from domain.kernel.ids import PlayerId

SHORTEST_WAIT, LONGEST_WAIT = 5, 600  # seconds of Retry-After during maintenance
ADMINISTRATION = "/v1/admin"
CHANGING_METHODS = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def require_play(state: Administration, player: PlayerId, clock: Callable[[], int]) -> None:
    """Raise 503 `maintenance`, or 403 `suspended` if this player may not play."""
    require_no_maintenance(state, clock())
    suspended = state.suspension(player, clock())
    if suspended is not None:
        raise ApiProblem(
            Suspended(suspended.reason, suspended.until),
            reason=suspended.reason,
            until=suspended.until,
        )


def require_no_maintenance(state: Administration, now: int) -> None:
    """Raise 503 `maintenance` with the message of the administrator."""
    under_way = state.maintenance
    if under_way is None:
        return
    left = (under_way.began - now) // 1000 + under_way.seconds
    wait = min(max(left, SHORTEST_WAIT), LONGEST_WAIT)
    raise ApiProblem(
        UnderMaintenance(under_way.message, wait),
        headers={"Retry-After": str(wait)},
        reason=under_way.message,
    )


def changes_something(method: str, path: str) -> bool:
    """Return whether maintenance forbids a request: all but reading and administration."""
    if method not in CHANGING_METHODS or path.endswith("/tickets"):
        return False
    return not path.startswith(ADMINISTRATION)


class Players(NamedTuple):
    """Finds the player of a token that permits to play."""

    tokens: TokenCache
    administration: AdministrationWatch
    world: World

    async def authenticate(self, headers: RequestHeaders) -> PlayerId:
        """Return who plays; raises 401 without a valid token, 403 if it may not play."""
        player = await _scoped(headers, self.tokens, "play")
        require_play(await self.administration.believed(), player, self.world.now)
        return player

    def remembered(self, headers: RequestHeaders) -> PlayerId:
        """Return the same from memory; raises NotQuick if the store must be asked."""
        player, watch = remembered(self.tokens, headers, "play"), self.administration
        if watch.clock() > watch.trusted_until:
            raise NotQuick
        state = watch.state
        if state.maintenance is not None or state.suspended:  # nearly never
            require_play(state, player, self.world.now)
        return player


def remembered(tokens: TokenCache, headers: RequestHeaders, scope: str) -> PlayerId:
    """Return the player of a token that is in memory; raises NotQuick for another one."""
    found = tokens.remembered(headers.token_hash or b"")
    if found is None:
        raise NotQuick
    if scope not in found.scopes:  # another one may include it
        require_scope(found, scope)
    return found.player


async def _playing(request: AnyRequest, players: Part[Players]) -> PlayerId:
    return await players.authenticate(read_headers(request.scope))


async def _reading(request: AnyRequest, tokens: Part[TokenCache]) -> PlayerId:
    return await _scoped(read_headers(request.scope), tokens, "read")


async def maybe_reading(request: AnyRequest, tokens: Part[TokenCache]) -> PlayerId | None:
    """Return the caller if a token was sent; a wrong token is rejected, not ignored."""
    headers = read_headers(request.scope)
    if b"authorization" not in headers.values:
        return None
    return await _scoped(headers, tokens, "read")


async def _with_webhooks(request: AnyRequest, tokens: Part[TokenCache]) -> PlayerId:
    return await _scoped(read_headers(request.scope), tokens, "webhooks")


async def _scoped(headers: RequestHeaders, tokens: TokenCache, scope: str) -> PlayerId:
    found = await tokens.find(_sent(headers))
    if found is None:
        raise ApiProblem("token_unknown")
    require_scope(found, scope)
    return found.player


def require_scope(found: Token, scope: str) -> None:
    """Raise 403 if the token lacks the scope."""
    if not found.permits(scope):
        raise ApiProblem(ScopeNeeded(scope))


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
    if not await owns_account(token, accounts):
        raise ApiProblem("scope_missing")


async def owns_account(token: Token, accounts: Accounts) -> bool:
    """Return whether the token may manage its account."""
    account = await accounts.name(token.player)
    if account is None or account.name is None:
        raise ApiProblem("token_unknown")
    return account.scopes - {ADMIN} <= token.scopes


def require_confirmation(token: Token, confirm: str | None) -> None:
    """Raise 409 `not_confirmed` unless the own id was sent: so nobody does it by chance."""
    if confirm != token.player:
        raise ApiProblem("not_confirmed", "confirm")


def sent_token(request: AnyRequest) -> bytes:
    """Return the hash of the token of a request; raises 401 without one."""
    return _sent(read_headers(request.scope))


def _sent(headers: RequestHeaders) -> bytes:
    if headers.token_hash is None:
        raise ApiProblem("token_missing")
    return headers.token_hash


Player: TypeAlias = Annotated[PlayerId, Needs(_playing, True, "play")]
Reader: TypeAlias = Annotated[PlayerId, Needs(_reading, True, "read")]
MaybeReader: TypeAlias = Annotated[PlayerId | None, Needs(maybe_reading, None, "read")]
WebhookOwner: TypeAlias = Annotated[PlayerId, Needs(_with_webhooks, True, "webhooks")]
Administrator: TypeAlias = Annotated[PlayerId, Needs(_administrating, True, "admin")]
Owner: TypeAlias = Annotated[Token, Needs(_owning, True)]
