"""Jobs that workers do: requested by name, safe to be done twice."""

from collections.abc import Sequence
from typing import Protocol

from domain.kernel.ids import TableId


class Jobs(Protocol):
    async def enqueue(self, name: str, *args: str) -> str:
        """Queue a job and return its id; the worker rejects names it does not know."""

    async def enqueue_every(self, seconds: int, name: str) -> bool:
        """Queue a job at most once in so many seconds, whichever process asks for it."""

    async def wake_bots(self, tables: Sequence[TableId], within_seconds: int) -> None:
        """Queue a move of the bots at these tables; it is dropped after `within_seconds`."""

    async def lengths(self) -> dict[str, int]:
        """Return how many jobs wait in each queue."""
