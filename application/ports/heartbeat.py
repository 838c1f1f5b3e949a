"""When the service could be used: the API processes beat while they live and reach the store."""

from typing import Protocol

from domain.kernel.ids import TableId
from domain.table.commands import Outage


class Beat(Protocol):
    """What the store knows of the heartbeats of the API, and of confirmed outages."""

    @property
    def now(self) -> int:
        """Milliseconds since 1970, by the store's clock."""

    @property
    def outages(self) -> tuple[Outage, ...]:
        """All recent outages, of any part of the store."""

    @property
    def silent(self) -> bool:
        """Return whether no table anywhere can be played: no API beats, or nobody knows yet."""

    def felt_at(self, table: TableId) -> tuple[Outage, ...]:
        """Return the outages during which this table could not be played."""

    def was_playable_at(self, table: TableId, moment: int) -> bool:
        """Return whether an API has beaten since then and no pause waits to be confirmed.

        A time-out is called only then: else an outage might turn out to cover the deadline.
        """


class Heartbeat(Protocol):
    async def beat(self) -> Beat:
        """Beat if this process is an API; report what its clock measured of a pause."""

    async def grant(self, outage: Outage) -> None:
        """Give this time back at all tables, as after an outage; granting it twice is harmless."""
