"""What callers use of this process, added up in the store every few seconds."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from api.admission.caller import Caller
from application.event_loop.ticks import until_tick
from application.ports.event_log import StoreUnavailable
from application.ports.usage import Measure, UsageStore
from domain.kernel.ids import PlayerId

FLUSH_SECONDS = 2.0
MOST_CALLERS = 1_000  # added at a time: the heaviest
MINUTE_MS = 60_000


class Usage:
    def __init__(
        self,
        store: UsageStore,
        now: Callable[[], int],
        owner: Callable[[bytes], PlayerId | None],
    ) -> None:
        self._store = store
        self._now = now  # ms since 1970
        self._owner = owner  # the player of a token
        self.counts: dict[Measure, Counter[str | bytes]] = {}
        self._clear()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Add up in the store until it is closed."""
        self._task = asyncio.create_task(self._keep_adding())

    async def aclose(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def count(self, caller: Caller, measure: Measure, amount: int = 1) -> None:
        """Count what a request uses, for its address and for the player of its token."""
        counts = self.counts[measure]
        counts[caller.address] += amount
        if caller.token is not None:
            counts[caller.token] += amount

    async def flush(self) -> None:
        """Add to the store what was counted since the last time; raises StoreUnavailable."""
        counted = {measure: self._named(counts) for measure, counts in self.counts.items()}
        self._clear()
        await self._store.add(self._now() // MINUTE_MS, counted)

    def _named(self, counts: Counter[str | bytes]) -> Counter[str]:
        """Return the counts of the heaviest callers; tokens are replaced by their players."""
        named: Counter[str] = Counter()
        for caller, n in counts.most_common(MOST_CALLERS):
            name = self._owner(caller) if isinstance(caller, bytes) else caller
            if name:
                named[name] += n
        return named

    def _clear(self) -> None:
        self.counts = {"requests": Counter(), "refused": Counter(), "work": Counter()}

    async def _keep_adding(self) -> None:
        while True:
            await asyncio.sleep(until_tick(FLUSH_SECONDS))
            with suppress(StoreUnavailable):  # these counts are lost; they are for people only
                await self.flush()
