"""Log writers are killed while they write: the log never forks, and has every entry once."""

import asyncio
import random
import tempfile
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

from domain.log.checkpoint import Checkpoint, open_checkpoint
from domain.log.merkle import check_consistency
from domain.log.note import Verifier
from store.client.pipeline import PipelinedClient
from store.log import RedisEventLog
from store.public_log.folder import LogFolder
from store.public_log.identity import open_identity
from store.public_log.queue import RedisLogQueue
from tests.prove.proof import Proof, Show
from tests.support.commits import table_id
from tests.support.processes import working
from tests.support.public_log import entries_in, require_each_once, start_and_close
from tests.support.store_servers import running

PATIENCE = 120.0
ORIGIN = "example.org/log"


def attempt(count: int, show: Show) -> str:
    with tempfile.TemporaryDirectory() as directory:
        entries, checkpoints = asyncio.run(_killed(count, Path(directory)))
    return f"{count} kills, {checkpoints} checkpoints all consistent, {entries} entries, none twice"


async def _killed(count: int, directory: Path) -> tuple[int, int]:
    folder, tables = directory / "log", list[str]()
    keys = open_identity(folder / "keys", ORIGIN)
    with ExitStack() as stack:
        server = stack.enter_context(running("valkey", directory / "store", fsync="always"))
        client = PipelinedClient(server.url, 10.0)
        log, queue = RedisEventLog(client), RedisLogQueue(client)
        settings = {
            "LUDOTHEQUE_QUEUE_URL": server.queue_url,
            "LUDOTHEQUE_PUBLIC_LOG": str(folder),
            "LUDOTHEQUE_PUBLIC_LOG_SECONDS": "0.02",
        }
        writers = [
            stack.enter_context(working("log", server.url, directory, **settings)) for _ in range(2)
        ]
        seen = [_checkpoint(folder, keys.log.verifier)]
        for n in range(count):
            before = LogFolder(folder).size()
            async with asyncio.timeout(PATIENCE):
                while LogFolder(folder).size() == before:
                    tables.append(table_id())
                    await start_and_close(log, tables[-1:])
            await asyncio.sleep(random.uniform(0, 0.05))
            writers[n % 2].kill()
            seen.append(_checkpoint(folder, keys.log.verifier))
            writers[n % 2].start()
        async with asyncio.timeout(PATIENCE):
            while (await queue.waiting()).items:
                await asyncio.sleep(0.02)
        await client.aclose()
    entries = entries_in(folder, keys.log)
    require_each_once(entries, tables)
    _require_consistent(folder, [*seen, _checkpoint(folder, keys.log.verifier)])
    return len(entries), len(seen)


def _checkpoint(folder: Path, key: Verifier) -> Checkpoint:
    raw = LogFolder(folder).checkpoint()
    return LogFolder(folder).current(key) if raw is None else open_checkpoint(raw, key)[0]


def _require_consistent(folder: Path, seen: list[Checkpoint]) -> None:
    for old, new in pairwise(seen):
        proof = LogFolder(folder).tree(new.size).consistency(old.size)
        check_consistency(old.size, old.root, new.size, new.root, proof)


PROOF = Proof(
    claim="a log writer may be killed at any time: the log never forks, and has every entry once",
    full=200,
    sample=2,
    attempt=attempt,
)
