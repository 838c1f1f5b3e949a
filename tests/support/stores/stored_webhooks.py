"""A webhook store in a test: notices are queued, claimed and settled without a receiver."""

import asyncio
from dataclasses import dataclass

from msgspec.structs import replace

from application.ports.webhooks import (
    About,
    Attempt,
    Delivery,
    DeliveryClaim,
    Happening,
    Hook,
    Secret,
    Settled,
    Status,
)
from application.webhooks.overflow import overflow
from store.people.webhooks import RedisWebhookStore
from store.tables.deadlines import RedisDueWebhooks
from tests.support.servers.processes import eventually

ANNE, BOB, TABLE = "a" * 26, "b" * 26, "t" * 26
AT = "2026-01-01T12:00:00.000Z"
FUTURE = 9_999_999_999_999
LEASE_MS = 30_000
OLD = Secret("whsec_old")


def about(owner: str = ANNE, table: str | None = None) -> About:
    return About(owner, "https://example.org/", ("your_turn",), table)


def notice(n: int = 1, event: Happening = "your_turn", table: str = TABLE) -> Delivery:
    return Delivery(id=f"msg_{n:03}", event=event, table=table, version=n, at=AT)


@dataclass
class WebhookQueue:
    hooks: RedisWebhookStore
    due: RedisDueWebhooks

    async def notify(
        self, hook: Hook, delivery: Delivery, happened: int = FUTURE, most: int = 500
    ) -> None:
        await self.hooks.notify(hook, delivery, happened, most, overflow(delivery, most))

    async def claim(self, lease_ms: int = LEASE_MS) -> DeliveryClaim | None:
        """Claim what is overdue longest."""
        await asyncio.sleep(0.002)  # the due time is a millisecond
        for due in await self.due.overdue(1):
            return await self.hooks.claim(due, lease_ms, f"token-{id(due)}-{due.seen.decode()}")
        return None

    async def until_claimed(self) -> DeliveryClaim:
        claim: DeliveryClaim = await eventually(self.claim)
        return claim

    async def deliver(self, claim: DeliveryClaim) -> None:
        await self.hooks.settle(claim, Settled(_attempted(claim, 204, "delivered")))

    async def deliver_all(self) -> list[str]:
        """Deliver all that is due; return the deliveries in the order they were sent."""
        sent: list[str] = []
        while (claim := await self.claim()) is not None:
            await self.deliver(claim)
            sent.append(claim.delivery.id)
        return sent

    async def fail(self, claim: DeliveryClaim, again_ms: int | None) -> None:
        """Let an attempt fail; without a next attempt the delivery has failed."""
        status: Status = "failed" if again_ms is None else "waiting"
        await self.hooks.settle(claim, Settled(_attempted(claim, 500, status), again_ms or 0))

    async def statuses(self, key: str) -> dict[str, Status]:
        return {each.id: each.status for _, each in await self.hooks.deliveries(key, 1000)}


async def made(hooks: RedisWebhookStore, key: str = "one", what: About | None = None) -> Hook:
    hook = await hooks.add(key, what or about(), OLD, 10)
    assert hook is not None
    return hook


def _attempted(claim: DeliveryClaim, answer: int, status: Status) -> Delivery:
    attempts = (*claim.delivery.attempts, Attempt(AT, answer, None))
    tries = claim.delivery.tries + 1
    return replace(claim.delivery, status=status, tries=tries, attempts=attempts)
