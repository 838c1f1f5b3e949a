"""Which streams are open at a table, over all processes."""

from collections.abc import Iterable
from typing import Protocol

from domain.kernel.ids import TableId


class Presence(Protocol):
    async def renew(
        self, table: TableId, here: Iterable[str], gone: Iterable[str], now_ms: int, keep_ms: int
    ) -> list[str]:
        """Renew some streams, remove others, and return all that are open now."""
