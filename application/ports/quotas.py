"""Quotas: what one caller holds at once, and how often it may do something, over all processes."""

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from application.setting_values import Quota
from domain.kernel.messages import Refusal
from domain.kernel.rejection import Rejected

Kind: TypeAlias = Literal[
    "tables", "bot_tables", "seat_changes", "audits", "forks", "streams", "webhook_tests"
]


class QuotaExceeded(Rejected):
    """A quota is used up; the refusal says which, and what to do."""

    def __init__(self, refusal: Refusal, limit: int, retry_after: int | None = None) -> None:
        super().__init__(refusal)
        self.limit = limit
        self.retry_after = retry_after  # seconds


class QuotaStore(Protocol):
    """Counts in the store, in one step each, so that processes cannot race."""

    async def hold(self, kind: Kind, caller: str, member: str, most: int, seconds: float) -> bool:
        """Hold one of `most` places until it is released or time is up; False if all are held."""

    async def release(self, kind: Kind, caller: str, members: Sequence[str]) -> None:
        """Release places that are held; unknown ones are ignored."""

    async def held(self, kind: Kind, caller: str) -> list[str]:
        """Return what the caller holds, the oldest first."""

    async def spend(self, kind: Kind, caller: str, quota: Quota) -> float:
        """Count one use; return 0, or after how many seconds the next one is allowed."""
