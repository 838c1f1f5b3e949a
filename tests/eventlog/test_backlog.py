"""The queue's length, read without rq."""

import pytest

from eventlog.backlog import Backlog, beside
from eventlog.embedded import EmbeddedServer
from eventlog.pipe import Pipe
from workers.queue import enqueue

pytestmark = pytest.mark.anyio


async def test_chores_that_wait_are_counted(server: EmbeddedServer, pipe: Pipe) -> None:
    backlog = Backlog(beside(server.url))
    assert (await backlog.lengths()) == {"chores": 0, "bots": 0}
    for _ in range(3):
        enqueue(server.queue_url, "rebuild")
    assert (await backlog.lengths())["chores"] == 3
    await backlog.aclose()
