"""The loop `webhooks`."""

from application.webhooks.resolving import DnsResolver
from application.world import RealWorld
from store.client.errors import STORE_ERRORS
from workers.composition.parts import Parts
from workers.loop import repeat
from workers.webhooks.courier import LEASE_MS as COURIER_LEASE_MS
from workers.webhooks.courier import Courier
from workers.webhooks.sender import Sender


async def webhooks_loop(parts: Parts, lease_ms: int = COURIER_LEASE_MS) -> None:
    """Send the deliveries that are due."""
    resolver = DnsResolver(parts.settings.webhooks_dns)
    sender = Sender(RealWorld(), parts.settings.webhook_policy, resolver)
    store = parts.store
    courier = Courier(store.webhooks, store.due_webhooks, sender, lease_ms=lease_ms)
    try:
        await repeat(courier.step, STORE_ERRORS)
    finally:
        await courier.aclose()
        await sender.aclose()
