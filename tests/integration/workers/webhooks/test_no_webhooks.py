"""Without webhooks no commit is loaded for them; from its creation on, a webhook misses none."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import pytest

from application.ports.feeds import WEBHOOKS, FeedEntry, FeedTail, Move, Positions
from application.ports.webhooks import About, Hook, Subscribed
from application.table_cache import TableCache
from application.webhooks.signing import new_secret
from application.world import RealWorld, new_id
from domain.judging.rows.row import Row
from domain.judging.stored import Entry
from domain.kernel.ids import TableId
from store.client.errors import STORE_ERRORS
from store.client.pipeline import PipelinedClient
from store.connect import Store
from store.embedded.server import EmbeddedServer
from store.feeds.positions import RedisPositions, lags
from store.people.webhooks import RedisWebhookStore
from store.tables.log import RedisEventLog
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.stores.feed_reading import NO_QUEUE, unleased
from tests.support.tables.party import Party, opens_decision_for, seated, started
from workers.loop import repeat
from workers.readers.reader import FeedLoop
from workers.readers.webhooks import WebhookReader

pytestmark = pytest.mark.anyio

WORLD = RealWorld()
BLOCK_MS = 50
Act = Callable[[], Awaitable[object]]
KINDS: dict[str, tuple[Subscribed, bool]] = {  # what it gets when a table starts; of one table only
    "personal": ("table_started", False),
    "of the table": ("table_started", True),
}


class Disturbed:
    """Lets something happen once: before or after commits are read, or before they are done."""

    def __init__(self, tail: FeedTail, positions: RedisPositions) -> None:
        self._tail, self._positions = tail, positions
        self.resume = positions.resume
        self.before_take: list[Act] = []
        self.after_take: list[Act] = []
        self.before_ack: list[Act] = []

    @property
    def interruptions(self) -> int:
        return self._tail.interruptions

    async def read(self, after: Positions, count: int, block_ms: int) -> list[FeedEntry]:
        await _let_happen(self.before_take)
        found = await self._tail.read(after, count, block_ms)
        if found:
            await _let_happen(self.after_take)
        return found

    async def advance(self, move: Move) -> None:
        await _let_happen(self.before_ack)
        await self._positions.advance(move)


async def _let_happen(acts: list[Act]) -> None:
    while acts:
        await acts.pop()()


class CountingLog(RedisEventLog):
    """A log that counts how often a table was read."""

    reads = 0

    async def read(
        self, table: TableId, after: int = 0, limit: int | None = None
    ) -> Sequence[Entry]:
        self.reads += 1
        return await super().read(table, after, limit)

    async def rows(self, tables: Sequence[TableId]) -> list[Row | None]:
        self.reads += 1
        return await super().rows(tables)


class Reader:
    """The reader of commits for webhooks, without its courier."""

    def __init__(self, store: Store) -> None:
        self.log, self.hooks = CountingLog(store.client), store.webhooks
        self._client = store.client
        self.feeds = Disturbed(store.tail(), store.positions(WEBHOOKS))
        reader = WebhookReader(self.hooks)
        self._loop = FeedLoop(
            (self.feeds, self.feeds), [(reader, self.feeds)], store.jobs, unleased
        )

    async def step(self) -> None:
        await self._loop.step(BLOCK_MS)

    async def catch_up(self) -> None:
        await self.step()
        while await self.lag():
            await self.step()
            await self._loop.flush()

    async def lag(self) -> int:
        return (await lags(self._client, [WEBHOOKS]))[WEBHOOKS]

    async def has_read_all(self) -> bool:
        return not await self.lag()


@asynccontextmanager
async def reading(server: EmbeddedServer, client: PipelinedClient) -> AsyncIterator[Reader]:
    async with Store(server.url, PATIENCE, NO_QUEUE) as store:
        yield Reader(store)


async def created(hooks: RedisWebhookStore, party: Party, kind: str) -> Hook:
    event, of_table = KINDS[kind]
    table = party.table if of_table else None
    about = About(party.players[0], "https://example.org/", (event,), table)
    hook = await hooks.add(new_id(WORLD), about, new_secret(WORLD), 10)
    assert hook is not None
    return hook


async def versions(hooks: RedisWebhookStore, hook: Hook, table: str) -> list[int]:
    """Return the versions of the notices about a table, the oldest first."""
    logged = [each for _, each in await hooks.deliveries(hook.id, 1_000)]
    return sorted(each.version or 0 for each in logged if each.table == table)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("moment", ["before_take", "after_take", "before_ack"])
async def test_a_webhook_that_is_created_during_a_batch_misses_nothing_after_it(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache, kind: str, moment: str
) -> None:
    async with reading(server, client) as reader:
        party = await seated(tables)
        await reader.catch_up()
        hooks: list[Hook] = []

        async def create_and_start() -> None:
            hooks.append(await created(reader.hooks, party, kind))
            await party.start()

        getattr(reader.feeds, moment).append(create_and_start)
        await started(tables)  # something else that the reader is busy with
        await reader.catch_up()
        [hook] = hooks
        assert await versions(reader.hooks, hook, party.table) != []


async def die() -> None:
    raise ConnectionError


async def test_a_commit_whose_reader_died_before_it_moved_on_is_delivered_once(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache
) -> None:
    party = await seated(tables)
    async with reading(server, client) as first:
        await first.catch_up()
        hook = await created(first.hooks, party, "personal")
        await party.start()
        first.feeds.before_ack.append(die)
        with pytest.raises(ConnectionError):
            await first.catch_up()
        [version] = await versions(first.hooks, hook, party.table)
    async with reading(server, client) as second:
        assert await second.lag() > 0
        await second.catch_up()
        assert await versions(second.hooks, hook, party.table) == [version]


async def test_a_webhook_that_is_created_while_nobody_reads_misses_nothing(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache
) -> None:
    party = await seated(tables)
    async with reading(server, client) as first:
        await first.catch_up()

        first.feeds.before_ack.append(die)  # it has seen that there is no webhook
        await started(tables)
        with suppress(ConnectionError):
            await first.step()
    async with reading(server, client) as second:
        hook = await created(second.hooks, party, "personal")
        await party.start()
        await second.catch_up()
        assert len(await versions(second.hooks, hook, party.table)) == 1
    async with reading(server, client) as third:  # knows of it from its first commit on
        again = await seated(tables, host=party.players[0])
        await again.start()
        await third.catch_up()
        assert len(await versions(third.hooks, hook, again.table)) == 1


async def test_whenever_a_webhook_is_created_it_gets_every_turn_from_then_on(
    server: EmbeddedServer, client: PipelinedClient, tables: TableCache
) -> None:
    async with reading(server, client) as reader:
        running = asyncio.create_task(repeat(reader.step, STORE_ERRORS))
        for number in range(8):
            party = await started(tables)
            playing = asyncio.create_task(party.play_on(20))
            while (await party.live()).version < 15 + 5 * number:  # another moment each time
                await asyncio.sleep(0)
            about = About(party.players[0], "https://example.org/", ("your_turn",), None)
            hook = await reader.hooks.add(new_id(WORLD), about, new_secret(WORLD), 10)
            assert hook is not None
            since = (await party.live()).version
            await playing
            turns = [
                each.version for each in await party.history() if opens_decision_for(each.event, 0)
            ]
            await eventually(reader.has_read_all)
            found = await versions(reader.hooks, hook, party.table)
            assert set(found) >= {version for version in turns if version > since}
            await reader.hooks.remove(hook)  # the next one begins without any
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
