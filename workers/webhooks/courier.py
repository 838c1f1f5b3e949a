"""Sends due deliveries; each has one courier at a time, and another one if that one dies."""

import asyncio
import logging

from application.backoff import Backoff
from application.ports.deadlines import DueDeliveries
from application.ports.webhooks import DeliveryRef, WebhookStore
from workers.webhooks.retry_policy import PAUSES, dropped, settled
from workers.webhooks.sender import Sender

AT_ONCE = 50  # deliveries
LEASE_MS = 30_000  # how long a delivery waits if its courier dies; longer than an attempt can take
SHORTEST, LONGEST = 0.05, 0.5  # seconds between two looks when nothing is due

log = logging.getLogger(__name__)


class Courier:
    def __init__(
        self,
        hooks: WebhookStore,
        due: DueDeliveries,
        sender: Sender,
        pauses: tuple[float, ...] = PAUSES,
        lease_ms: int = LEASE_MS,
    ) -> None:
        self._hooks, self._due, self._sender = hooks, due, sender
        self._pauses, self._lease_ms = pauses, lease_ms
        self._idle = Backoff(SHORTEST, LONGEST)
        self._under_way: set[asyncio.Task[None]] = set()

    async def step(self) -> None:
        """Send what is due; a receiver that answers slowly delays no other delivery."""
        free = AT_ONCE - len(self._under_way)
        if free and await self._send_off(free):
            self._idle.reset()
        else:
            await asyncio.sleep(self._idle.next())

    async def aclose(self) -> None:
        """Cancel the attempts under way; another courier finds them due again."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _send_off(self, most: int) -> int:
        members = await self._due.lease(limit=most, lease_ms=self._lease_ms)
        for member in members:
            task = asyncio.create_task(self._deliver(member))
            self._under_way.add(task)
            task.add_done_callback(self._done)
        return len(members)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (why := task.exception()) is not None:
            log.error("a delivery failed and will be retried: %r", why)

    async def _deliver(self, member: DeliveryRef) -> None:
        found = await self._hooks.due(member)
        if found is None:
            return
        if found.hook.disabled is not None:
            came = dropped(found.delivery)
        else:
            attempt = await self._sender.send(found.hook, found.delivery)
            came = settled(found.hook, found.delivery, attempt, self._pauses)
        await self._hooks.settle(found.hook, *came)
        if came.disabled is not None:
            log.warning("webhook %s is disabled: %s", found.hook.id, came.disabled.reason)
