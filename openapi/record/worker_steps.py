"""The steps of the workers, run when the recording needs them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from application.play.audit_stored import Auditor
from application.ports.webhooks import WebhookStore
from application.ports.world import World
from application.webhooks.policy import WebhookPolicy
from store.connect import Store
from workers.composition.projector import feed_loop
from workers.readers.reader import FeedLoop
from workers.webhooks.courier import Courier
from workers.webhooks.sender import Sender

POLL_MS = 1  # how long to wait for an entry of a feed


class WorkerSteps:
    def __init__(
        self, feeds: FeedLoop, hooks: WebhookStore, courier: Courier, auditor: Auditor
    ) -> None:
        self._feeds, self._hooks = feeds, hooks
        self._courier, self._auditor = courier, auditor

    async def project(self) -> None:
        """Run the readers until they have read all feeds."""
        while await self._feeds.step(POLL_MS):
            pass
        await self._feeds.flush()

    async def audit(self, audit_id: str) -> None:
        await self._auditor.audit(audit_id)

    async def deliver(self) -> None:
        """Send until no delivery waits."""
        while await self._hooks.waiting():
            await self._courier.step()


@asynccontextmanager
async def worker_steps(store: Store, world: World) -> AsyncIterator[WorkerSteps]:
    sender = Sender(world, WebhookPolicy(loopback=True))
    courier = Courier(store.webhooks, store.due_webhooks, sender)
    feeds = feed_loop(store, store.reader_lease("recorder").hold)
    try:
        auditor = Auditor(store.log, store.audits, world)
        yield WorkerSteps(feeds, store.webhooks, courier, auditor)
    finally:
        await courier.aclose()
        await sender.aclose()
