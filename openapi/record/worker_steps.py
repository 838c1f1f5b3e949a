"""The steps of the workers, run when the recording needs them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias

from api.services import Services
from application.audit_stored import Auditor
from application.ports.feeds import LEADERBOARD, TABLE_LIST, WEBHOOKS
from application.ports.world import World
from application.webhooks.policy import Policy
from projections.leaderboard.folding import LeaderboardFold
from store.feeds.consumer_group import RedisConsumerGroup
from workers.leaderboard_projector import LeaderboardProjector
from workers.projector import Projector
from workers.webhooks.courier import Courier
from workers.webhooks.notifier import Notifier
from workers.webhooks.sender import Sender

Follower: TypeAlias = Projector | LeaderboardProjector | Notifier
POLL_MS = 1  # how long to wait for an entry of a feed


class WorkerSteps:
    def __init__(self, followers: Sequence[Follower], courier: Courier, auditor: Auditor) -> None:
        self._followers, self._courier, self._auditor = followers, courier, auditor

    async def project(self) -> None:
        """Run the projections until they have read the whole log."""
        for follower in self._followers:
            while await follower.step(POLL_MS):
                pass

    async def audit(self, audit_id: str) -> None:
        await self._auditor.audit(audit_id)

    async def deliver(self) -> None:
        await self._courier.step()


@asynccontextmanager
async def worker_steps(services: Services, url: str, world: World) -> AsyncIterator[WorkerSteps]:
    shelf, ends, hooks = (
        RedisConsumerGroup(url, name, "recorder") for name in (TABLE_LIST, LEADERBOARD, WEBHOOKS)
    )
    store, sender = services.store, Sender(world, Policy(loopback=True))
    courier = Courier(services.webhooks, store.due_webhooks, sender)
    try:
        followers = (
            Projector(store.log, services.table_list, shelf),
            LeaderboardProjector(store.log, LeaderboardFold(store.leaderboard, store.log), ends),
            Notifier(store.log, services.webhooks, hooks),
        )
        yield WorkerSteps(followers, courier, Auditor(store.log, store.audits, world))
    finally:
        await courier.aclose()
        await sender.aclose()
        for group in (shelf, ends, hooks):
            await group.aclose()
