"""The caller of a request: the player whose bearer token it carries, and what the token permits."""

from api.http.headers import RequestHeaders
from api.http.permission import require_play
from api.problems.handlers import ApiProblem
from api.problems.limits import ScopeNeeded
from api.services import Services
from api.transport.turn import NotQuick
from application.ports.accounts import Token


async def authenticate(services: Services, headers: RequestHeaders) -> Token:
    """Return the token of a player; raises 401 without a valid one, 403 if it may not play."""
    if headers.token_hash is None:
        raise ApiProblem("token_missing")
    found = await services.tokens.find(headers.token_hash)
    if found is None:
        raise ApiProblem("token_unknown")
    require_scope(found, "play")
    require_play(await services.administration.believed(), found.player, services.world.now)
    return found


def remembered(services: Services, headers: RequestHeaders, scope: str) -> Token:
    """Return the same from memory; raises NotQuick if the store must be asked."""
    found = services.tokens.remembered(headers.token_hash or b"")
    if found is None:
        raise NotQuick
    require_scope(found, scope)
    if scope == "play":
        if (state := services.administration.trusted) is None:
            raise NotQuick
        require_play(state, found.player, services.world.now)
    return found


def require_scope(found: Token, scope: str) -> None:
    """Raise 403 if the token lacks the scope."""
    if not found.permits(scope):
        raise ApiProblem(ScopeNeeded(scope))
