"""The process of `ludotheque work webhooks`."""

import asyncio
import logging

from application.logging import configure_logging
from application.settings import Settings
from application.webhooks.resolving import DnsResolver
from application.world import RealWorld
from store.errors import STORE_ERRORS
from workers.composition.store import opened
from workers.loop import repeat, run_until_signal
from workers.webhooks.courier import LEASE_MS as COURIER_LEASE_MS
from workers.webhooks.courier import Courier
from workers.webhooks.sender import Sender


def run_webhooks(settings: Settings) -> None:
    """Send the deliveries that are due."""
    configure_logging(settings.log_format, logging.INFO)
    logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs addresses, which may be secret
    run_until_signal(webhooks_process(settings))


async def webhooks_process(settings: Settings, lease_ms: int = COURIER_LEASE_MS) -> None:
    resolver = DnsResolver(settings.webhooks_dns)
    sender = Sender(RealWorld(), settings.webhook_policy, resolver)
    async with opened(settings) as store:
        courier = Courier(store.webhooks, store.due_webhooks, sender, lease_ms=lease_ms)
        try:
            await asyncio.gather(
                repeat(courier.step, STORE_ERRORS),
                store.heartbeat.keep(),
            )
        finally:
            await courier.aclose()
            await sender.aclose()
