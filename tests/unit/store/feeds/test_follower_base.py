"""A follower reads rarely while this process stores all commits itself, and often otherwise."""

import asyncio

import pytest

from store.client.pipeline import PipelinedClient
from store.feeds.follower_base import LONGEST_GATHERING, SHORTEST_GATHERING, FollowerBase
from tests.support.servers.processes import PATIENCE

pytestmark = pytest.mark.anyio
TABLE = "table"


class Readings(FollowerBase):
    """Finds one more commit of the same table with every read."""

    def __init__(self) -> None:
        super().__init__(PipelinedClient("redis://127.0.0.1:1", PATIENCE))  # never connected
        self._versions[TABLE] = 1

    async def _seek_to_end(self) -> None:
        raise AssertionError("it is not started")

    async def _read_new(self) -> None:
        self._advanced(TABLE, self._versions[TABLE] + 1)
        await self._gather()

    async def read(self, times: int) -> None:
        for _ in range(times):
            await self._read_new()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        found.append(seconds)
        await real(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return found


async def test_commits_of_this_process_gather_for_longer_and_longer(pauses: list[float]) -> None:
    follower = Readings()
    await follower.follow(TABLE, lambda _: False)
    await follower.read(8)
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (2 * SHORTEST_GATHERING, LONGEST_GATHERING)


async def test_a_commit_of_another_process_makes_the_pauses_short_again(
    pauses: list[float],
) -> None:
    follower, news = Readings(), [False] * 7 + [True] * 2 + [False] * 6  # the first is no read
    await follower.follow(TABLE, lambda _: news.pop(0))
    await follower.read(14)
    assert pauses[5] == LONGEST_GATHERING
    assert pauses[6:8] == [SHORTEST_GATHERING] * 2
    assert pauses[-1] == LONGEST_GATHERING


async def test_pauses_are_short_while_a_request_waits_for_a_table(pauses: list[float]) -> None:
    follower = Readings()
    await follower.follow(TABLE, lambda _: False)
    waiting = asyncio.create_task(follower.wait("another table", 1, timeout=60))
    while not follower._waiters:
        await asyncio.sleep(0)
    pauses.clear()
    await follower.read(5)
    assert pauses == [SHORTEST_GATHERING] * 5
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
