"""A closed follower leaves no listener behind."""

import asyncio
from contextlib import suppress

import pytest

from domain.kernel.ids import TableId
from store.cluster.address import Address
from store.cluster.client import ClusterClient
from store.cluster.follower import ClusterFollower
from store.cluster.invalidations import InvalidationListener
from tests.support.servers.processes import PATIENCE

NOBODY = Address("127.0.0.1", 1)


@pytest.mark.anyio
async def test_a_closed_follower_calls_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though one takes its time to be closed, and others are missed meanwhile."""

    async def masters(_: ClusterClient) -> list[Address]:
        return [NOBODY]

    close, again = InvalidationListener.aclose, asyncio.Event()
    grown = InvalidationListener.__init__

    def counted(ear: InvalidationListener, *args: object) -> None:
        ears.append(ear)
        grown(ear, *args)  # type: ignore[arg-type]
        if len(ears) > 1:
            again.set()

    async def slowly(ear: InvalidationListener) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(3):
                await again.wait()
        await close(ear)

    ears: list[InvalidationListener] = []
    monkeypatch.setattr(ClusterClient, "masters", masters)
    monkeypatch.setattr(InvalidationListener, "__init__", counted)
    monkeypatch.setattr(InvalidationListener, "aclose", slowly)
    follower = ClusterFollower("redis+cluster://127.0.0.1:1", PATIENCE)
    follower.start()
    waiting = asyncio.create_task(follower.wait(TableId("a" * 26), 0, 60.0))
    async with asyncio.timeout(20):
        while not ears:
            await asyncio.sleep(0.01)
    await follower.aclose()
    await waiting
    assert [ear._task.done() for ear in ears] == [True]
