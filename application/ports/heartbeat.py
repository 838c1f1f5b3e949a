"""When the store could be reached: a pause of the heartbeat was an outage."""

from typing import Protocol

from domain.kernel.ids import TableId
from domain.table.commands import Outage


class Beat(Protocol):
    """The store's time, and its recent outages."""

    @property
    def now(self) -> int:
        """Milliseconds since 1970, by the store's clock."""

    @property
    def outages(self) -> tuple[Outage, ...]:
        """All recent outages, of any part of the store."""

    def felt_at(self, table: TableId) -> tuple[Outage, ...]:
        """Return the outages during which this table could not be reached."""


class Heartbeat(Protocol):
    async def beat(self) -> Beat:
        """Record that the store can be reached; the first beat after a pause records an outage."""
