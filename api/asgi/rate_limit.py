"""Rate limits: per token, per address, and for registrations; a seat on its turn is exempt.

Every request counts for its address, with or without a token: registering more players does not
give an address more requests.
"""

from litestar.types import HTTPScope

from api import metrics
from api.admission.administrator_limits import NAME as LOWERED
from api.admission.administrator_limits import AdministratorLimits
from api.admission.caller import Caller
from api.admission.token_bucket import Allowance, TokenBuckets, buckets_of
from api.admission.usage import Usage
from api.asgi.visit import Visit
from api.http.decoding import read_headers
from api.http.tables import table_id
from api.play.commands import addressed_table, is_dry_run
from api.problems.handlers import ApiProblem
from api.problems.limits import LowerLimitReached, TooManyRequests
from application.administration.watch import AdministrationWatch
from application.caller_network import caller_network
from application.ports.event_log import StoreUnavailable
from application.setting_values import Rate
from application.settings import Settings
from application.table_cache import TableCache
from application.token_cache import TokenCache
from domain.judging.decision_clock import awaited
from domain.judging.live_table import ChainBroken
from domain.kernel.messages import Refusal
from domain.kernel.refusals import Rejected
from domain.table.state import seats_of

OF_OPERATORS = ("/health/", "/metrics")
OPERATOR_RATE = Rate(20, 100)  # of an address, so that no caller keeps a probe from its answer
REGISTRATIONS = {("POST", "/v1/players"), ("POST", "/v1/recoveries")}
ON_TURN = Rate(20, 100)  # commands over the limit of a token whose decision is awaited


class RateLimiter:
    def __init__(
        self,
        settings: Settings,
        usage: Usage,
        tokens: TokenCache,
        administration: AdministrationWatch,
        tables: TableCache,
    ) -> None:
        self._usage, self._tokens, self._tables = usage, tokens, tables
        self._administration = administration
        self._per_token = buckets_of("token", settings.rate_per_token)
        self._per_address = buckets_of("address", settings.rate_per_address)
        self._registrations = buckets_of("registration", settings.rate_of_registration)
        self._on_turn = TokenBuckets("turn", ON_TURN)
        self._of_operators = TokenBuckets("operator", OPERATOR_RATE)
        self._lowered = AdministratorLimits()
        limits = (self._per_token, self._per_address, self._registrations)
        self._off = all(buckets is None for buckets in limits)

    def charge(self, visit: Visit) -> None:
        """Charge a request to its caller; a token counts once it is known to be a player's."""
        client, token = visit.scope.get("client"), visit.headers.token_hash
        known = token if token is not None and token in self._tokens.known else None
        visit.caller = Caller(caller_network(client[0]) if client else "", known)
        visit.allowance = self._take(visit.scope, visit.caller)
        if visit.allowance is not None:
            visit.extra += visit.allowance.headers

    def _take(self, scope: HTTPScope, caller: Caller) -> Allowance | None:
        """Return what is left to the caller; None if no limit applies.

        The narrowest limit is returned: one that an administrator has set and that is used up, then
        that of the token or of registrations before that of the address, unless the address has
        nothing left.
        """
        if scope["path"].startswith(OF_OPERATORS):
            return None if self._off else self._of_operators.take(caller.address)
        requests = self._usage.counts["requests"]
        requests[caller.address] += 1
        if caller.token is not None:
            requests[caller.token] += 1
        if self._administration.state.limits:
            lowered = self._take_lowered(caller)
            if lowered is not None and lowered.wait:
                return lowered
        if self._off:
            return None
        own = None
        name = (scope["method"], scope["path"].rstrip("/"))
        if self._registrations is not None and name in REGISTRATIONS:  # with a token as without
            own = self._registrations.take(caller.address)
        elif caller.token is not None and self._per_token is not None:
            own = self._per_token.take(caller.token)
        if (own is not None and own.wait) or self._per_address is None:
            return own
        shared = self._per_address.take(caller.address)
        return shared if own is None or shared.wait else own

    def _take_lowered(self, caller: Caller) -> Allowance | None:
        """Charge a request to the limit that an administrator has set for player or address."""
        player = None if caller.token is None else self._tokens.owner(caller.token)
        state, now = self._administration.state, self._tables.world.now()
        taken = [self._lowered.take(state, each, now) for each in (player, caller.address) if each]
        found = [allowance for allowance in taken if allowance is not None]
        return max(found, key=lambda allowance: allowance.wait, default=None)

    async def require_exemption(self, scope: HTTPScope, caller: Caller, refused: Allowance) -> None:
        """Raise `too_many_requests` unless the request is a command of a seat on its turn."""
        if await self._may_move(scope, caller):
            metrics.limited.labels(refused.name, "let through").inc()
            return
        metrics.limited.labels(refused.name, "refused").inc()
        self._usage.count(caller, "refused")
        rate, wait = refused.rate, refused.retry_after
        refusal: Refusal = TooManyRequests(refused.name, rate, wait)
        if refused.name == LOWERED:
            refusal = LowerLimitReached(rate, wait)
        headers = {"Retry-After": str(wait)}
        raise ApiProblem(refusal, headers=headers, limit=rate.per_second)

    async def _may_move(self, scope: HTTPScope, caller: Caller) -> bool:
        """Return whether this is a command of a seat on its turn; only so many are looked at."""
        token_hash, table = read_headers(scope).token_hash, addressed_table(scope)
        if token_hash is None or table is None or is_dry_run(scope):
            return False
        if self._on_turn.take(caller.token or caller.address).wait:
            return False
        return await self._is_awaited(table, token_hash)

    async def _is_awaited(self, table: str, token_hash: bytes) -> bool:
        """Return whether the table waits for a decision of this caller."""
        try:
            token = await self._tokens.find(token_hash)
            if token is None:
                return False
            live = await self._tables.find(table_id(table))  # as for a command: it does not queue
            await self._tables.refresh(live)
        except (ApiProblem, StoreUnavailable, Rejected, ChainBroken):
            return False
        return not awaited(live.state).isdisjoint(seats_of(live.state, token.player))
