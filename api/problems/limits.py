"""Why a caller may not do something now, in facts: rights, limits, or the state of the server."""

from typing import ClassVar

from application.setting_values import Rate
from domain.kernel.messages import Refusal


class Suspended(Refusal, frozen=True):
    code: ClassVar = "suspended"
    reason: str
    until: str | None


class UnderMaintenance(Refusal, frozen=True):
    code: ClassVar = "maintenance"
    message: str
    wait: int


class AdministratorNeeded(Refusal, frozen=True):
    code: ClassVar = "scope_missing"


class ScopeNeeded(Refusal, frozen=True):
    code: ClassVar = "scope_missing"
    scope: str


class ScopesNotYours(Refusal, frozen=True):
    code: ClassVar = "scope_missing"


class TooManyRequests(Refusal, frozen=True):
    code: ClassVar = "too_many_requests"
    limit: str
    rate: Rate
    wait: int


class LowerLimitReached(Refusal, frozen=True):
    code: ClassVar = "too_many_requests"
    rate: Rate
    wait: int


class TooMuchWork(Refusal, frozen=True):
    code: ClassVar = "too_much_work"
    rate: Rate
    wait: int


class TooManyAddressChecks(Refusal, frozen=True):
    code: ClassVar = "too_many_requests"
    most: int


class TooManySeeks(Refusal, frozen=True):
    code: ClassVar = "too_many_seeks"
    most: int


class SeekMatched(Refusal, frozen=True):
    code: ClassVar = "seek_matched"
    table: str | None


class TooManyWebhooks(Refusal, frozen=True):
    code: ClassVar = "too_many_webhooks"
    most: int


class TooManyStreams(Refusal, frozen=True):
    code: ClassVar = "too_many_streams"
    most: int


class StoreRefused(Refusal, frozen=True):
    code: ClassVar = "store_unavailable"
    why: str


class StoreDown(Refusal, frozen=True):
    code: ClassVar = "not_ready"
    why: str


class NotReady(Refusal, frozen=True):
    code: ClassVar = "not_ready"
    causes: tuple[str, ...]
