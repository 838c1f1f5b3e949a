"""The webhooks worker is killed at any time: every notice arrives, under one id."""

import asyncio
import random
import tempfile
from pathlib import Path

from application.world import RealWorld, new_id
from tests.prove.proof import Proof, Show
from tests.support.network.webhook_receiver import Receiver, receiving
from tests.support.players.webhook_owners import LOOPBACK, webhook_owners
from tests.support.servers.processes import Program, eventually

OWNERS = 5


def attempt(count: int, show: Show) -> str:
    with tempfile.TemporaryDirectory() as directory, receiving() as receiver:
        notices = asyncio.run(_killed(count, Path(directory), receiver))
    ids = {each.id for each in receiver.received}
    assert len(ids) == notices, f"{notices} notices, but {len(ids)} ids arrived"
    return f"{count} kills, {notices} notices, {len(receiver.received)} deliveries, none missing"


async def _killed(count: int, directory: Path, receiver: Receiver) -> int:
    async with webhook_owners(directory) as owners:
        people = [new_id(RealWorld()) for _ in range(OWNERS)]
        for owner in people:
            await owners.hooked(owner, receiver.url)
        words, log = ["tests.support.servers.short_lease_worker"], directory / "worker.log"
        worker = Program(words, owners.server.url, log, **LOOPBACK)
        started: set[str] = set()
        try:
            for _ in range(count):
                worker.start()
                before = len(receiver.received)
                started |= {await owners.start_table(owner) for owner in people}
                await eventually(lambda before=before: len(receiver.received) > before)  # type: ignore[misc]
                await asyncio.sleep(random.uniform(0, 0.05))
                worker.kill()
            worker.start()
            await eventually(lambda: _tables(receiver) == started)
        finally:
            worker.stop()
    return len(started)


def _tables(receiver: Receiver) -> set[str]:
    return {each.content["data"]["table"] for each in receiver.received}


PROOF = Proof(
    claim="the webhooks worker may be killed at any time: every notice arrives",
    full=100,
    sample=3,
    attempt=attempt,
)
