"""Rate limits: per token, per address, and for registrations; a seat on its turn is exempt."""

from functools import lru_cache
from ipaddress import ip_address, ip_network

from litestar.types import HTTPScope

from api.asgi import metrics
from api.asgi.token_bucket import Allowance, TokenBuckets
from api.http.commands import addressed_table
from api.http.tables import fresh_table
from api.problems.handlers import ApiProblem
from api.services import Services
from application.ports.event_log import StoreUnavailable
from application.setting_values import Rate
from application.settings import Settings
from domain.judging.decision_clock import awaited
from domain.judging.live_table import ChainBroken
from domain.kernel.rejection import Rejected
from domain.table.state import seats_of

UNLIMITED = ("/health/", "/metrics")  # for operators
REGISTRATION = ("POST", "/v1/players")


class RateLimiter:
    def __init__(self, settings: Settings) -> None:
        self._per_token = _buckets("token", settings.per_token)
        self._per_address = _buckets("address", settings.per_address)
        self._registrations = _buckets("registration", settings.of_registration)
        limits = (self._per_token, self._per_address, self._registrations)
        self._off = all(buckets is None for buckets in limits)

    def take(
        self, services: Services, scope: HTTPScope, token_hash: bytes | None
    ) -> Allowance | None:
        """Charge a request to its caller; None if no limit applies."""
        if self._off or scope["path"].startswith(UNLIMITED):
            return None
        # A token has a bucket once it is known; all other requests of an address share one.
        if token_hash is not None and services.recognises(token_hash):
            return self._per_token.take(token_hash) if self._per_token is not None else None
        registers = (scope["method"], scope["path"].rstrip("/")) == REGISTRATION
        buckets = self._registrations if registers else self._per_address
        return buckets.take(_address(scope)) if buckets is not None else None


async def require_exemption(
    services: Services, scope: HTTPScope, token_hash: bytes | None, refused: Allowance
) -> None:
    """Raise `too_many_requests` unless the request is a command of a seat on its turn."""
    if token_hash is not None and await _is_awaited(services, scope, token_hash):
        metrics.limited.labels(refused.name, "let through").inc()
        return
    metrics.limited.labels(refused.name, "refused").inc()
    rate, wait = refused.rate, refused.retry_after
    detail = (
        f"The limit per {refused.name} is {rate.per_second} requests per second,"
        f" with bursts of {rate.burst}. Retry in {wait} s."
    )
    raise ApiProblem("too_many_requests", detail, headers={"Retry-After": str(wait)})


async def _is_awaited(services: Services, scope: HTTPScope, token_hash: bytes) -> bool:
    """Return whether the table of a command waits for a decision of this caller."""
    table = addressed_table(scope)
    if table is None or b"dry_run" in scope["query_string"]:
        return False
    try:
        player = await services.player_of(token_hash)
        live = await fresh_table(services, table)
    except (ApiProblem, StoreUnavailable, Rejected, ChainBroken):
        return False
    return player is not None and not awaited(live.state).isdisjoint(seats_of(live.state, player))


def _address(scope: HTTPScope) -> str:
    client = scope.get("client")
    return _network(client[0]) if client else ""


@lru_cache(maxsize=4096)
def _network(host: str) -> str:
    """Return an IPv4 address itself; of IPv6 the network, for one caller has all of it."""
    try:
        if ip_address(host).version == 4:
            return host
        return str(ip_network(f"{host}/64", strict=False))
    except ValueError:
        return host


def _buckets(name: str, rate: Rate | None) -> TokenBuckets | None:
    return TokenBuckets(name, rate) if rate else None
