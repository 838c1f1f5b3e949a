"""Several workers of a kind, any of them killed: every task is done and counted once."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from application.ports.webhooks import About
from application.table_cache import TableCache
from application.webhooks.signing import new_secret
from application.world import RealWorld, new_id
from projections.leaderboard.query import Leaderboard
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.jobs import RqJobs, queue
from store.lists.leaderboard import RedisLeaderboardStore
from store.people.webhooks import RedisWebhookStore
from store.tables.log import RedisEventLog
from tests.support.network.webhook_receiver import Receiver
from tests.support.servers.processes import PATIENCE, Program, eventually, until, working
from tests.support.stores.archiving import table_list_on
from tests.support.stores.servers import running
from tests.support.tables.party import Party, started

pytestmark = pytest.mark.anyio

LOOPBACK = {"LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1"}
PARTS = ("jobs", "projector", "webhooks")  # those whose work the test sees


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EmbeddedServer]:
    with running("valkey", tmp_path / "store") as server:
        yield server


@pytest.fixture
def workers(store: EmbeddedServer, tmp_path: Path) -> Iterator[list[Program]]:
    """Two of each kind."""
    env = {**LOOPBACK, "LUDOTHEQUE_QUEUE_URL": store.queue_url}
    with ExitStack() as stack:
        yield [
            stack.enter_context(working(kind, store.url, tmp_path, **env))
            for kind in PARTS
            for _ in range(2)
        ]


async def test_if_a_worker_is_killed_the_other_continues(
    store: EmbeddedServer, workers: list[Program], receiver: Receiver
) -> None:
    client = PipelinedClient(store.url, PATIENCE)
    tables = TableCache(RedisEventLog(client), RealWorld())
    party = await started(tables)
    about = About(party.players[0], receiver.url, ("table_finished",), None)
    await RedisWebhookStore(client).add(new_id(tables.world), about, new_secret(tables.world), 10)
    await party.play_on(5)
    for killed in workers[::2]:
        killed.kill()
    await party.finish()
    requested = await RqJobs(store.queue_url).enqueue("rebuild")
    job = await asyncio.to_thread(queue(store.queue_url).fetch_job, requested)
    assert job is not None
    await eventually(lambda: counted(client, party))
    await eventually(lambda: receiver.received)
    await asyncio.to_thread(until, lambda: job.get_status() == "finished")
    records = await Leaderboard(RedisLeaderboardStore(client)).records(
        party.players[0], ["gumball_rally"]
    )
    assert [record.played for record in records[1]] == [1]
    assert len({each.id for each in receiver.received}) == 1
    await client.aclose()


async def counted(client: PipelinedClient, party: Party) -> bool:
    """The lists and the boards know the end of this table."""
    [place] = await table_list_on(client).store.places([party.table])
    listed = place is not None and b" status:finished " in place
    return listed and await Leaderboard(RedisLeaderboardStore(client)).store.position() == 1
