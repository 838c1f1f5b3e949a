"""Members that are due, by the store's clock; an expired lease makes them due again."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from application.ports.webhooks import DueWebhook
from domain.kernel.ids import TableId


class Deadlines(Protocol):
    """Tables by deadline."""

    async def lease(
        self, now_ms: int | None = None, limit: int = 100, lease_ms: int = 5_000
    ) -> list[TableId]:
        """Return the longest overdue tables, each for one caller only until `lease_ms` from now."""

    async def look_again(self, tables: Sequence[TableId], at_ms: int) -> None:
        """Make leased tables due at this time, unless their lease ends before."""

    def everywhere(self, at_once: int = 200) -> AsyncIterator[list[TableId]]:
        """Yield all tables that have a deadline, due or not; some perhaps twice."""

    async def lateness(self) -> float | None:
        """Return by how many seconds the longest overdue table is late; None if none is."""


class DueWebhooks(Protocol):
    """Webhooks with a delivery that waits for an attempt."""

    async def overdue(self, limit: int) -> list[DueWebhook]:
        """Return the webhooks that are overdue longest."""

    async def postpone(self, webhooks: Sequence[DueWebhook], ms: int) -> None:
        """Move the due time of those that were not changed meanwhile."""

    async def lateness(self) -> float | None:
        """Return by how many seconds the longest overdue webhook is late; None if none is."""
