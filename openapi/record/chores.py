"""What workers do, done when the recording is ready for it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias

from api.desk import Desk
from domain.play.clock import World
from eventlog.deadlines import Deadlines
from eventlog.feed_group import RANKING, SHELF, WEBHOOKS, FeedGroup
from eventlog.hooks import DUE
from projections.ranking import Ranking
from projections.webhooks.sending import Sender
from workers.audits import Auditor
from workers.projector import Projector
from workers.ranker import Ranker
from workers.webhooks import Courier, Notifier

Follower: TypeAlias = Projector | Ranker | Notifier
SOON = 1  # milliseconds to wait for something that happens


class Chores:
    def __init__(self, followers: Sequence[Follower], courier: Courier, auditor: Auditor) -> None:
        self._followers, self._courier, self._auditor = followers, courier, auditor

    async def project(self) -> None:
        """Until every list knows of everything that has happened."""
        for follower in self._followers:
            while await follower.step(SOON):
                pass

    async def audit(self, asked: str) -> None:
        await self._auditor.audit(asked)

    async def deliver(self) -> None:
        await self._courier.step()


@asynccontextmanager
async def chores(desk: Desk, url: str, world: World) -> AsyncIterator[Chores]:
    shelf, ends, hooks = (FeedGroup(url, name, "recorder") for name in (SHELF, RANKING, WEBHOOKS))
    store, sender = desk.store, Sender(world, loopback=True)
    courier = Courier(desk.hooks, Deadlines(store.pipe, (DUE,)), sender)
    try:
        followers = (
            Projector(store.log, desk.listing, shelf),
            Ranker(store.log, Ranking(store.pipe, store.log), ends),
            Notifier(store.log, desk.hooks, hooks),
        )
        yield Chores(followers, courier, Auditor(store.log, store.audits, world))
    finally:
        await courier.aclose()
        await sender.aclose()
        for group in (shelf, ends, hooks):
            await group.aclose()
