"""Jobs that workers do: requested by name, safe to be done twice."""

from typing import Protocol


class Jobs(Protocol):
    async def enqueue(self, name: str, *args: str) -> str:
        """Queue a job and return its id; the worker rejects names it does not know."""

    async def enqueue_every(self, seconds: int, name: str) -> bool:
        """Queue a job at most once in so many seconds, whichever process asks for it."""

    async def enqueue_once(self, name: str, *args: str, job_id: str = "") -> bool:
        """Queue a job unless one with this id waits or is under way; return whether it was.

        The id is the name unless another one is given.
        """

    async def lengths(self) -> dict[str, int]:
        """Return how many jobs wait in each queue."""
