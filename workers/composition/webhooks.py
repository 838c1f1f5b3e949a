"""The loop `webhooks`: a lane for notices to the people they concern, and one for the public."""

import asyncio

from application.event_loop.slices import LOOP
from application.webhooks.resolving import DnsResolver
from application.world import RealWorld
from store.client.errors import STORE_ERRORS
from workers.composition.parts import Parts
from workers.loop import repeat
from workers.webhooks.courier import LEASE_MS as COURIER_LEASE_MS
from workers.webhooks.courier import Courier
from workers.webhooks.puller import Puller
from workers.webhooks.sender import Sender

PUBLIC_AT_ONCE = 40  # attempts to send public notices
PUBLIC = "public webhooks"  # its share of the event loop is counted apart


async def webhooks_loop(parts: Parts, lease_ms: int = COURIER_LEASE_MS) -> None:
    """Send the deliveries that are due."""
    resolver = DnsResolver(parts.settings.webhooks_dns)
    sender = Sender(RealWorld(), parts.settings.webhook_policy, resolver)
    store = parts.store
    own = Courier(
        *(store.webhooks, store.due_webhooks, sender), lease_ms=lease_ms, wake=parts.notified
    )
    public = Courier(
        *(store.webhooks, store.due_public_webhooks, sender),
        lease_ms=lease_ms,
        at_once=PUBLIC_AT_ONCE,
    )
    puller = Puller(store.feed_reader, store.webhooks, store.puller_lease(parts.name).hold)
    try:
        async with asyncio.TaskGroup() as lanes:
            lanes.create_task(repeat(own.step, STORE_ERRORS))
            lanes.create_task(_public_lane(puller, public))
    finally:
        await own.aclose()
        await public.aclose()
        await sender.aclose()


async def _public_lane(puller: Puller, courier: Courier) -> None:
    LOOP.set(PUBLIC)
    async with asyncio.TaskGroup() as together:
        together.create_task(repeat(puller.step, STORE_ERRORS))
        together.create_task(repeat(courier.step, STORE_ERRORS))
