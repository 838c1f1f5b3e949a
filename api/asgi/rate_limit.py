"""Who asks too often is told to wait; but never a seat that moves on its turn."""

import re
from functools import lru_cache
from ipaddress import ip_address, ip_network

from litestar.types import HTTPScope

from api.asgi import metrics
from api.asgi.buckets import Bucket, Buckets
from api.http.auth import hash_token
from api.problems.handlers import ApiProblem
from api.services import Services
from application.ports.event_log import StoreUnavailable
from application.settings import Rate, Settings
from domain.judging.decision_clock import awaited
from domain.judging.live_table import ChainBroken
from domain.kernel.ids import ID_PATTERN
from domain.kernel.rejection import Rejected
from domain.table.state import seats_of

FREE = ("/health/", "/metrics")  # for those who look after the server
REGISTRATION = ("POST", "/v1/players")
_COMMANDS = re.compile(rf"/v1/tables/({ID_PATTERN})/commands")


class Gate:
    def __init__(self, settings: Settings) -> None:
        self._tokens = _buckets("token", settings.per_token)
        self._addresses = _buckets("address", settings.per_address)
        self._registrations = _buckets("registration", settings.of_registration)
        self._open = not (self._tokens or self._addresses or self._registrations)

    def take(self, services: Services, scope: HTTPScope, token: bytes | None) -> Bucket | None:
        """None if it may go on; this is all that an ordinary request costs."""
        if self._open or scope["path"].startswith(FREE):
            return None
        buckets, key = self._charged(services, scope, token)
        return buckets.take(key) if buckets is not None else None

    def headers(
        self, services: Services, scope: HTTPScope, token: bytes | None
    ) -> list[tuple[bytes, bytes]]:
        """What is left where it was charged."""
        if self._open or scope["path"].startswith(FREE):
            return []
        buckets, key = self._charged(services, scope, token)
        return buckets.told(key).headers if buckets is not None else []

    def _charged(
        self, services: Services, scope: HTTPScope, token: bytes | None
    ) -> tuple[Buckets | None, object]:
        """A token has a bucket once it is known; whatever else comes from an address shares one."""
        if token is not None and services.recognises(token):
            return self._tokens, token
        registers = (scope["method"], scope["path"].rstrip("/")) == REGISTRATION
        return self._registrations if registers else self._addresses, _address(scope)


async def excused(
    services: Services, scope: HTTPScope, token: bytes | None, refusal: Bucket
) -> None:
    """Returns if it is a seat's own move on its turn; else raises `too_many_requests`."""
    if token is not None and await _moves_on_its_turn(services, scope, token):
        metrics.limited.labels(refusal.name, "let through").inc()
        return
    metrics.limited.labels(refusal.name, "refused").inc()
    raise _too_many(refusal)


def token_of(scope: HTTPScope) -> bytes | None:
    """The hash of the bearer token: one token has one bucket, however it is written."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, token = value.partition(b" ")
            return hash_token(token.strip()) if scheme.lower() == b"bearer" else None
    return None


async def _moves_on_its_turn(services: Services, scope: HTTPScope, token: bytes) -> bool:
    path = _COMMANDS.fullmatch(scope["path"])
    if path is None or scope["method"] != "POST" or b"dry_run" in scope["query_string"]:
        return False
    try:
        player = await services.player_of(token)
        live = await services.tables.fresh(path[1])
    except (StoreUnavailable, Rejected, ChainBroken):
        return False
    return player is not None and not awaited(live.state).isdisjoint(seats_of(live.state, player))


def _too_many(refusal: Bucket) -> ApiProblem:
    headers = {name.decode(): value.decode() for name, value in refusal.headers}
    wait, rate = refusal.retry_after, refusal.rate
    detail = (
        f"One {refusal.name} may ask {rate.per_second} times a second, {rate.burst} times at once."
        f" Go on in {wait} s."
    )
    return ApiProblem("too_many_requests", detail, headers={**headers, "Retry-After": str(wait)})


def _address(scope: HTTPScope) -> str:
    client = scope.get("client")
    return _home(client[0]) if client else ""


@lru_cache(maxsize=4096)
def _home(host: str) -> str:
    """An IPv6 caller has a whole network to itself."""
    try:
        if ip_address(host).version == 4:
            return host
        return str(ip_network(f"{host}/64", strict=False))
    except ValueError:
        return host


def _buckets(name: str, rate: Rate | None) -> Buckets | None:
    return Buckets(name, rate) if rate else None
