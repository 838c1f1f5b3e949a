"""What administration forbids at present: playing while suspended, changes during maintenance."""

from collections.abc import Callable

from api.problems.handlers import ApiProblem
from api.problems.limits import Suspended, UnderMaintenance
from domain.administration.state import Administration
from domain.kernel.ids import PlayerId

SHORTEST_WAIT, LONGEST_WAIT = 5, 600  # seconds of Retry-After during maintenance
ADMINISTRATION = "/v1/admin"
CHANGING_METHODS = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def require_play(state: Administration, player: PlayerId, clock: Callable[[], int]) -> None:
    """Raise 503 `maintenance`, or 403 `suspended` if this player may not play."""
    if state.maintenance is None and not state.suspended:  # as nearly always
        return
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
