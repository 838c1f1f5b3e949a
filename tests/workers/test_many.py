"""Any number of each worker, any of them killed: everything is done, and counted once."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from domain.play.clock import RealWorld, new_id
from domain.play.tables import Tables
from eventlog.embedded import EmbeddedServer
from eventlog.hooks import About, Hooks
from eventlog.pipe import Pipe
from eventlog.redis_log import RedisLog
from projections.listing import Listing
from projections.standings import Standings
from projections.webhooks.signing import new_secret
from tests.support.party import Party, started
from tests.support.receiver import Receiver
from tests.support.servers import running
from tests.support.web import Program, working
from workers.queue import enqueue
from workers.supervisor import WORKERS

pytestmark = pytest.mark.anyio

LOOPBACK = {"LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1"}
PATIENCE = 60.0


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
            for kind in WORKERS
            for _ in range(2)
        ]


async def test_whoever_is_killed_the_other_goes_on(
    store: EmbeddedServer, workers: list[Program], receiver: Receiver
) -> None:
    pipe = Pipe(store.url)
    tables = Tables(RedisLog(pipe), RealWorld())
    party = await started(tables)
    about = About(party.players[0], receiver.url, ("table_finished",), None)
    await Hooks(pipe).add(new_id(tables.world), about, new_secret(tables.world), 10)
    await party.play_on(5)
    for killed in workers[::2]:
        killed.kill()
    await party.finish()
    job = await asyncio.to_thread(enqueue, store.queue_url, "rebuild")
    async with asyncio.timeout(PATIENCE):
        while not await counted(pipe, party):
            await asyncio.sleep(0.05)
        while not receiver.received:
            await asyncio.sleep(0.05)
        while await asyncio.to_thread(job.get_status) != "finished":
            await asyncio.sleep(0.05)
    records = await Standings(pipe).records(party.players[0], ["gumball_rally"])
    assert [record.played for record in records[1]] == [1]
    assert len({each.id for each in receiver.received}) == 1
    await pipe.aclose()


async def counted(pipe: Pipe, party: Party) -> bool:
    """The lists and the boards know the end of this table."""
    row = (await Listing(pipe).find([party.table])).get(party.table)
    listed = row is not None and row.status == "finished"
    return listed and await Standings(pipe).store.position() == 1
