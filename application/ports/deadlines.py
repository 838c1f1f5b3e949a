"""What is due, by the store's clock; a lease that is lost comes back by itself."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from application.ports.webhooks import DeliveryRef
from domain.kernel.ids import TableId


class Deadlines(Protocol):
    """Tables that want a time-out."""

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


class DueDeliveries(Protocol):
    """Webhook deliveries that wait for an attempt."""

    async def lease(
        self, now_ms: int | None = None, limit: int = 100, lease_ms: int = 5_000
    ) -> list[DeliveryRef]:
        """Return the longest overdue deliveries, each for one caller only."""

    async def lateness(self) -> float | None:
        """Return by how many seconds the longest overdue delivery is late; None if none is."""
