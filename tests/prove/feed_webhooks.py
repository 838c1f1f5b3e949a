"""A player is told of a turn within a second beside 3,000 webhooks for the feed."""

import asyncio
import statistics
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import ClassVar, NamedTuple
from unittest.mock import patch

from application.administration.watch import AdministrationWatch
from application.bots.player import BotPlayer
from application.ports.webhooks import About, Attempt, Delivery, Hook
from application.settings import Settings
from application.table_cache import TableCache
from application.webhooks.signing import new_secret
from application.world import RealWorld, new_id
from domain.kernel.ids import millis
from domain.table.commands import Bot
from domain.table.state import Closed
from store.connect import Store
from tests.prove.fair_bots import until_asked
from tests.prove.proof import Proof, Show
from tests.support.network.webhook_receiver import receiving
from tests.support.servers.processes import PATIENCE
from tests.support.stores.servers import running
from tests.support.tables.party import Party, bot_party
from workers.composition import webhooks
from workers.composition.parts import Parts
from workers.composition.projector import projector_loop
from workers.loop import keep_running
from workers.webhooks.sender import Sender

FULL = 100
HOOKS, HOOKS_IN_SAMPLE = 3_000, 300
TABLES = 40
BOTS: tuple[Bot, ...] = ("greedy",) * 3
MOST_MS = 1_000
WORLD = RealWorld()


class Sent(NamedTuple):
    event: str
    late_ms: int  # from the event to the sender


class TimedSender(Sender):
    """Notes how long after its event each notice was handed to the sender."""

    sent: ClassVar[list[Sent]] = []

    async def send(self, hook: Hook, delivery: Delivery) -> Attempt:
        self.sent.append(Sent(delivery.event, WORLD.now() - millis(delivery.at)))
        return await super().send(hook, delivery)


@asynccontextmanager
async def serving(directory: Path) -> AsyncIterator[tuple[Store, TableCache]]:
    """Run the loops of a server here, beside its bots, on a store that syncs every commit."""
    with ExitStack() as stack:
        server = stack.enter_context(running("valkey", directory / "store", fsync="always"))
        store = Store(server.url, PATIENCE, server.queue_url)
        tables = TableCache(store.log, WORLD)
        bots = BotPlayer(tables, AdministrationWatch(store.acts), store.jobs)
        parts = Parts(Settings(webhooks_loopback=True), store, tables, "proof")
        parts = parts._replace(notified=asyncio.Event())
        loops = [
            asyncio.create_task(keep_running("projector", lambda: projector_loop(parts))),
            asyncio.create_task(keep_running("webhooks", lambda: webhooks.webhooks_loop(parts))),
        ]
        try:
            yield store, tables
        finally:
            for loop in loops:
                loop.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
            await bots.aclose()
            await store.aclose()


async def subscribe(store: Store, url: str, count: int) -> None:
    """Create webhooks for the feed, ten of each owner."""
    for n in range(0, count, 10):
        owner = new_id(WORLD)
        about = About(owner, f"{url}{n}", ("feed",), None)
        await asyncio.gather(
            *(store.webhooks.add(new_id(WORLD), about, new_secret(WORLD), 10) for _ in range(10))
        )


async def keep_playing(tables: TableCache) -> None:
    """Let the bots of 40 owners play for ever."""

    async def play() -> None:
        while True:
            party = await bot_party(tables, BOTS, host=new_id(WORLD))
            while not isinstance((await party.live()).state, Closed):
                await asyncio.sleep(0.2)

    await asyncio.gather(*(play() for _ in range(TABLES)))


async def take_turns(tables: TableCache, store: Store, url: str, count: int) -> None:
    """Play as a person who has a webhook, until so many turns were announced."""
    party: Party | None = None
    while len(_turns()) < count:
        if party is None or not await until_asked(party):
            party = await bot_party(tables, ("greedy", "greedy"), people=1)
            about = About(party.players[0], url, ("your_turn",), None)
            await store.webhooks.add(new_id(WORLD), about, new_secret(WORLD), 10)
            continue
        seen = len(_turns())
        await party.play(0)
        if await until_asked(party):
            async with asyncio.timeout(PATIENCE):
                while len(_turns()) == seen:
                    await asyncio.sleep(0.01)


def _turns() -> list[int]:
    return sorted(each.late_ms for each in TimedSender.sent if each.event == "your_turn")


async def _measured(count: int, hooks: int) -> None:
    TimedSender.sent.clear()
    with (
        patch.object(webhooks, "Sender", TimedSender),
        tempfile.TemporaryDirectory() as directory,
        receiving() as receiver,
    ):
        async with serving(Path(directory)) as (store, tables):
            await subscribe(store, receiver.url, hooks)
            playing = asyncio.create_task(keep_playing(tables))
            try:
                await take_turns(tables, store, receiver.url, count)
            finally:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)


def attempt(count: int, show: Show) -> str:
    hooks = HOOKS if count == FULL else HOOKS_IN_SAMPLE
    asyncio.run(_measured(count, hooks))
    late = _turns()
    public = sum(each.event == "feed" for each in TimedSender.sent)
    usual = late[len(late) * 95 // 100]
    assert public > 0
    assert count < FULL or usual < MOST_MS, late
    return (
        f"{len(late)} turns beside {hooks} webhooks for the feed and {TABLES} tables of bots:"
        f" handed to the sender after {statistics.median(late):.0f} ms (median),"
        f" 95 % within {usual} ms, slowest {late[-1]} ms;"
        f" {public} notices of the feed were sent meanwhile"
    )


PROOF = Proof(
    claim="a turn is handed to the sender within a second beside 3,000 webhooks for the feed",
    full=FULL,
    sample=3,
    attempt=attempt,
)
