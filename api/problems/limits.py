"""Why a caller may not do something now, in facts: rights, limits, or the state of the server."""

from application.setting_values import Rate
from domain.kernel.messages import Refusal


class Suspended(Refusal, code="suspended"):
    reason: str
    until: str | None


class UnderMaintenance(Refusal, code="maintenance"):
    message: str
    wait: int


class AdministratorNeeded(Refusal, code="scope_missing"): ...


class ScopeNeeded(Refusal, code="scope_missing"):
    scope: str


class ScopesNotYours(Refusal, code="scope_missing"): ...


class TooManyRequests(Refusal, code="too_many_requests"):
    limit: str
    rate: Rate
    wait: int


class LowerLimitReached(Refusal, code="too_many_requests"):
    rate: Rate
    wait: int


class TooMuchWork(Refusal, code="too_much_work"):
    rate: Rate
    wait: int


class TooManyAddressChecks(Refusal, code="too_many_requests"):
    most: int


class TooManySeeks(Refusal, code="too_many_seeks"):
    most: int


class SeekMatched(Refusal, code="seek_matched"):
    table: str | None


class TooManyWebhooks(Refusal, code="too_many_webhooks"):
    most: int


class TooManyPublicWebhooks(Refusal, code="too_many_webhooks"):
    most: int


class TooManyPublicWebhooksHere(Refusal, code="too_many_webhooks"):
    most: int


class TooManyStreams(Refusal, code="too_many_streams"):
    most: int


class StoreRefused(Refusal, code="store_unavailable"):
    why: str


class StoreDown(Refusal, code="not_ready"):
    why: str


class NotReady(Refusal, code="not_ready"):
    causes: tuple[str, ...]
