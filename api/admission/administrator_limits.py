"""Lower limits that an administrator has set for single players and addresses."""

from api.admission.token_bucket import Allowance, TokenBuckets
from application.setting_values import Rate
from domain.administration.acts import CallerLimited
from domain.administration.state import Administration

NAME = "caller"  # of this limit, in the headers
MOST_BUCKETS = 10_000


class AdministratorLimits:
    def __init__(self) -> None:
        self._buckets: dict[str, TokenBuckets] = {}  # by the id of the limit

    def take(self, state: Administration, caller: str, now: int) -> Allowance | None:
        """Charge a request to a caller; None if no lower limit applies."""
        limited = state.limit(caller, now)
        return None if limited is None else self._bucket(limited).take(caller)

    def _bucket(self, limited: CallerLimited) -> TokenBuckets:
        found = self._buckets.get(limited.limit)
        if found is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._buckets.clear()
            rate = Rate(limited.per_second, limited.burst)
            found = self._buckets[limited.limit] = TokenBuckets(NAME, rate)
        return found
