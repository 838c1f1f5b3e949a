"""Jobs that workers do: requested by name, safe to be done twice."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from domain.kernel.ids import PlayerId, TableId


class BotWakeup(NamedTuple):
    """A table that waits for the move of a bot, and the player to whose share the work counts."""

    table: TableId
    owner: PlayerId  # the host of the table


class Jobs(Protocol):
    async def enqueue(self, name: str, *args: str) -> str:
        """Queue a job and return its id; the worker rejects names it does not know."""

    async def enqueue_every(self, seconds: int, name: str) -> bool:
        """Queue a job at most once in so many seconds, whichever process asks for it."""

    async def enqueue_once(self, name: str, *args: str) -> bool:
        """Queue a job unless one of this name waits or is under way; return whether it was."""

    async def wake_bots(self, wakeups: Sequence[BotWakeup]) -> None:
        """Let these tables wait for a move of their bots."""

    async def await_wakeup(self, seconds: float) -> None:
        """Return when a table waits for its bots, or after so many seconds."""

    async def next_wakeup(self, unfinished: BotWakeup | None) -> BotWakeup | None:
        """Return the table that is played next, of the owner whose turn it is; None if none waits.

        `unfinished` is the table played before, if its bots have still to move: it waits again.
        """

    async def lengths(self) -> dict[str, int]:
        """Return how many jobs, and how many tables with bots, wait."""
