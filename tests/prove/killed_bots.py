"""A process that plays for bots is killed: every decision of a bot is answered, and once."""

import asyncio
import random
import tempfile
from contextlib import ExitStack
from pathlib import Path

from application.table_cache import TableCache
from application.world import RealWorld
from domain.table.state import Closed
from store.client.pipeline import PipelinedClient
from store.tables.log import RedisEventLog
from tests.prove.proof import Proof, Show
from tests.support.servers.processes import PATIENCE, working
from tests.support.stores.servers import running
from tests.support.tables.party import Party, bot_party, plays_by_decision

TABLES = 5


def attempt(count: int, show: Show) -> str:
    with tempfile.TemporaryDirectory() as directory:
        moves, tables = asyncio.run(_killed(count, Path(directory)))
    return f"{count} kills, {tables} tables of bots played to their end, {moves} moves, none twice"


async def _killed(count: int, directory: Path) -> tuple[int, int]:
    with ExitStack() as stack:
        server = stack.enter_context(running("valkey", directory / "store", fsync="always"))
        client = PipelinedClient(server.url, 10.0)
        tables, parties = TableCache(RedisEventLog(client), RealWorld()), list[Party]()
        urls = {"LUDOTHEQUE_QUEUE_URL": server.queue_url}
        worker = stack.enter_context(working("timers", server.url, directory, **urls))
        for _ in range(count):
            parties += [await bot_party(tables, ("greedy",) * 8) for _ in range(TABLES)]
            before = (await parties[-1].live()).version
            async with asyncio.timeout(PATIENCE):
                while (await parties[-1].live()).version == before:
                    await asyncio.sleep(0.005)
            await asyncio.sleep(random.uniform(0, 0.2))
            worker.kill()
            worker.start()
        found = [await _checked(party) for party in parties]
        await client.aclose()
        return sum(found), len(parties)


async def _checked(party: Party) -> int:
    """Wait for the end of a table and return the number of its moves."""
    async with asyncio.timeout(PATIENCE):
        while not isinstance((await party.live()).state, Closed):
            await asyncio.sleep(0.05)
    played = await plays_by_decision(party)
    assert all(len(plays) == 1 for plays in played), (party.table, played)
    return len(played)


PROOF = Proof(
    claim="who plays for bots may be killed at any time: every bot moves, and none twice",
    full=100,
    sample=1,
    attempt=attempt,
)
