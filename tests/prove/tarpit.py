"""A receiver that accepts connections and never answers delays the deliveries of nobody else."""

import asyncio
import socket
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from application.world import RealWorld, new_id
from tests.prove.proof import Proof, Show
from tests.support.network.webhook_receiver import Receiver, receiving
from tests.support.players.webhook_owners import LOOPBACK, WebhookOwners, webhook_owners
from tests.support.servers.processes import eventually, working

FULL = 50
HOOKS, TABLES = 10, 15  # of the owner whose receiver never answers: 150 notices
MOST_SECONDS, MOST_ON_A_BUSY_MACHINE = 1.5, 9.0  # one attempt at the tarpit lasts ten seconds


class Tarpit:
    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=500)
        self.callers: list[socket.socket] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/"

    def run(self) -> None:
        while True:
            try:
                caller, _ = self._listening.accept()
            except OSError:
                return
            self.callers.append(caller)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for caller in self.callers:
            caller.close()


@contextmanager
def tarpit() -> Iterator[Tarpit]:
    server = Tarpit()
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join()


def attempt(count: int, show: Show) -> str:
    with tempfile.TemporaryDirectory() as directory, tarpit() as slow, receiving() as receiver:
        times = asyncio.run(_measured(count, Path(directory), slow, receiver))
    most = MOST_SECONDS if count >= FULL else MOST_ON_A_BUSY_MACHINE
    assert max(times) < most, times
    return (
        f"{count} deliveries beside {HOOKS * TABLES} to a tarpit:"
        f" median {statistics.median(times):.2f} s, slowest {max(times):.2f} s"
    )


async def _measured(count: int, directory: Path, slow: Tarpit, receiver: Receiver) -> list[float]:
    async with webhook_owners(directory) as owners:
        await _flood(owners, slow)
        other = new_id(RealWorld())
        await owners.hooked(other, receiver.url.replace("127.0.0.1", "localhost"))
        url = owners.server.url
        with working("projector", url, directory), working("webhooks", url, directory, **LOOPBACK):
            await eventually(lambda: len(slow.callers) > 0)
            return [await _delivery(owners, other, receiver) for _ in range(count)]


async def _flood(owners: WebhookOwners, slow: Tarpit) -> None:
    owner = new_id(RealWorld())
    for _ in range(HOOKS):
        await owners.hooked(owner, slow.url)
    for _ in range(TABLES):
        await owners.start_table(owner)


async def _delivery(owners: WebhookOwners, owner: str, receiver: Receiver) -> float:
    """Start a table and return how many seconds later its notice arrives."""
    before = len(receiver.received)
    await owners.start_table(owner)
    began = time.perf_counter()
    await eventually(lambda: len(receiver.received) > before)
    return time.perf_counter() - began


PROOF = Proof(
    claim="a receiver that never answers does not delay the deliveries of others",
    full=FULL,
    sample=3,
    attempt=attempt,
)
