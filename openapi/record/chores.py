"""What workers do, done when the recording is ready for it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from api.desk import Desk
from domain.play.clock import World
from eventlog.deadlines import Deadlines
from eventlog.feed_group import RANKING, SHELF, WEBHOOKS, FeedGroup
from eventlog.hooks import DUE
from projections.ranking import Ranking
from projections.webhooks.sending import Sender
from workers.projector import Projector
from workers.ranker import Ranker
from workers.webhooks import Courier, Notifier

SOON = 1  # milliseconds to wait for something that happens


class Chores:
    def __init__(self, projector: Projector, ranker: Ranker, notifier: Notifier, courier: Courier):
        self._followers = (projector, ranker, notifier)
        self._courier = courier

    async def project(self) -> None:
        """Until every list knows of everything that has happened."""
        for follower in self._followers:
            while await follower.step(SOON):
                pass

    async def deliver(self) -> None:
        await self._courier.step()


@asynccontextmanager
async def chores(desk: Desk, url: str, world: World) -> AsyncIterator[Chores]:
    shelf, ends, hooks = (FeedGroup(url, name, "recorder") for name in (SHELF, RANKING, WEBHOOKS))
    store, sender = desk.store, Sender(world, loopback=True)
    courier = Courier(desk.hooks, Deadlines(store.pipe, (DUE,)), sender)
    try:
        yield Chores(
            Projector(store.log, desk.listing, shelf),
            Ranker(store.log, Ranking(store.pipe, store.log), ends),
            Notifier(store.log, desk.hooks, hooks),
            courier,
        )
    finally:
        await courier.aclose()
        await sender.aclose()
        for group in (shelf, ends, hooks):
            await group.aclose()
