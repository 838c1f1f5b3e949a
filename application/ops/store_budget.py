"""The time that all store commands of one request share."""

import asyncio
from contextvars import ContextVar

QUICK = 0.05  # seconds; a reply that came so soon shows that the store is well
LEAST_SHARE = 1 / 9  # of the budget, for every command
GAP = 0.1  # seconds without a command: the request waited for something else, not for the store


class StoreBudget:
    """Of one request: its commands share one budget until the store replies quickly again."""

    def __init__(self, waiting_since: float | None = None, now: float = 0.0) -> None:
        self._began = waiting_since  # the wait that is not over
        self._ended = now
        self._open = 0

    def begin(self, now: float, budget: float) -> float:
        """Return for how long the reply to a command is waited for; `end` follows.

        A store that is well replies in the least of it, even if this process was busy before.
        """
        if self._began is None or (not self._open and now - self._ended > GAP):
            self._began = now
        self._open += 1
        waited = now - self._began
        return max(budget - waited, budget * LEAST_SHARE)

    def end(self, began: float, now: float, replied: bool) -> None:
        self._open -= 1
        self._ended = now
        if replied and now - began < QUICK:
            self._began = None


current: ContextVar[StoreBudget | None] = ContextVar("store_budget", default=None)


def start_budget(waited: float = 0.0) -> None:
    """Let the commands of the current task share one budget; without this each has its own.

    `waited`: seconds for which the request has waited for a store that did not reply.
    """
    now = asyncio.get_running_loop().time() if waited else 0.0
    current.set(StoreBudget(now - waited, now) if waited else StoreBudget())
