"""Sends due deliveries: one at a time of each webhook, and a fair share of attempts for each owner.

A webhook has one courier at a time, and another one if that one dies.
"""

import asyncio
import logging
from contextlib import suppress
from secrets import token_hex

from application.event_loop.ticks import until_tick
from application.lib.backoff import Backoff
from application.ports.webhooks import DueWebhook, Hook, WebhookStore
from application.webhooks.address import parse_target
from store.tables.deadlines import RedisDueWebhooks
from workers.webhooks.retry_policy import PAUSES, settled
from workers.webhooks.sender import Sender
from workers.webhooks.slots import AT_ONCE, Lane, Slots

LOOK = 200  # due webhooks at a time
LEASE_MS = 30_000  # how long a webhook waits if its courier dies; longer than an attempt can take
POSTPONED_MS = 1_000  # a webhook whose owner or host has all its attempts under way
SHORTEST, LONGEST = 0.05, 0.5  # seconds between two looks when nothing is due

log = logging.getLogger(__name__)


class Courier:
    def __init__(
        self,
        hooks: WebhookStore,
        due: RedisDueWebhooks,
        sender: Sender,
        pauses: tuple[float, ...] = PAUSES,
        lease_ms: int = LEASE_MS,
        at_once: int = AT_ONCE,
        wake: asyncio.Event | None = None,
    ) -> None:
        """`wake` is set when a delivery may have become due."""
        self._hooks, self._due, self._sender = hooks, due, sender
        self._pauses, self._lease_ms = pauses, lease_ms
        self._slots = Slots(at_once)
        self._idle = Backoff(SHORTEST, LONGEST)
        self._under_way: dict[str, asyncio.Task[None]] = {}  # by webhook
        self._settled = wake or asyncio.Event()

    async def step(self) -> None:
        """Send what is due; look again when an attempt has ended, or after a short pause."""
        self._settled.clear()
        if self._slots.free and await self._send_off():
            self._idle.reset()
            return
        with suppress(TimeoutError):
            pause = self._idle.next()
            async with asyncio.timeout(pause if pause < LONGEST else until_tick(LONGEST)):
                await self._settled.wait()

    async def aclose(self) -> None:
        """Cancel the attempts under way; another courier finds them due again."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _send_off(self) -> int:
        """Start as many attempts as there are slots for; return how many were started."""
        seen = [each for each in await self._due.overdue(LOOK) if each.id not in self._under_way]
        hooks = await self._hooks.find([each.id for each in seen]) if seen else []
        postponed = []
        for due, hook in zip(seen, hooks, strict=True):
            lane = _lane(hook)
            if self._slots.take(lane):
                self._start(due, lane)
            else:
                postponed.append(due)
        await self._due.postpone(postponed, POSTPONED_MS)
        return len(seen) - len(postponed)

    def _start(self, due: DueWebhook, lane: Lane) -> None:
        task = asyncio.create_task(self._deliver(due))
        self._under_way[due.id] = task
        task.add_done_callback(lambda done: self._done(due, lane, done))

    def _done(self, due: DueWebhook, lane: Lane, task: "asyncio.Task[None]") -> None:
        del self._under_way[due.id]
        self._slots.release(lane)
        self._settled.set()
        if not task.cancelled() and (why := task.exception()) is not None:
            log.error("a delivery failed and will be retried: %r", why)

    async def _deliver(self, due: DueWebhook) -> None:
        claim = await self._hooks.claim(due, self._lease_ms, token_hex(8))
        if claim is None:
            return
        attempt = await self._sender.send(claim.hook, claim.delivery)
        came = settled(claim.hook, claim.delivery, attempt, self._pauses)
        await self._hooks.settle(claim, came)
        if came.disabled is not None:
            log.warning("webhook %s is disabled: %s", claim.hook.id, came.disabled.reason)


def _lane(hook: Hook | None) -> Lane:
    if hook is None:  # deleted meanwhile: the claim finds nothing
        return Lane("", "", doubtful=False)
    doubtful = hook.failures > 0 or hook.succeeded is None
    return Lane(hook.about.owner, parse_target(hook.about.url).host, doubtful)
