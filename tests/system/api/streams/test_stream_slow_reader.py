"""A client that reads too slowly is dropped with a reason and resumes without a gap."""

import asyncio
from typing import Any

import pytest

from api.app import create_app
from api.streaming.registry import StreamRegistry
from application.settings import Settings
from store.embedded.server import EmbeddedServer
from tests.support.network.sse import Frame, frames, read_stream
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.tables.http_table import HttpTable

pytestmark = pytest.mark.anyio
BOUND = 3


class Reader:
    """The other end of an ASGI application: from the first event on it takes nothing until let."""

    def __init__(self) -> None:
        self.may_read = asyncio.Event()
        self.said = b""

    async def receive(self) -> Any:
        await asyncio.Event().wait()

    async def send(self, message: Any) -> None:
        self.said += message.get("body", b"")
        if "message" in {frame.event for frame in self.frames()}:
            await self.may_read.wait()

    def frames(self) -> list[Frame]:
        return [frame for frame in frames(self.said.decode()) if frame.data]

    async def wait_for(self, event: str) -> None:
        await eventually(lambda: event in {frame.event for frame in self.frames()})


def asking(table: HttpTable, after: int, more: str = "") -> Any:
    return {
        "type": "http",
        "method": "GET",
        "path": f"{table.path}/events/stream",
        "query_string": f"after={after}&max_seconds=60{more}".encode(),
        "headers": [(b"authorization", f"Bearer {table.host.token}".encode())],
        "server": ("127.0.0.1", 80),
        "client": ("192.0.2.1", 1),
        "scheme": "http",
        "state": {},
    }


async def test_a_lagging_stream_ends_and_reconnects_without_a_gap(
    store: EmbeddedServer, race: HttpTable
) -> None:
    app = create_app(
        Settings(redis_url=store.url, store_seconds=PATIENCE, most_behind=BOUND, slow_seconds=60)
    )
    begin, reader = race.seen()["version"], Reader()
    async with app.app.lifespan():
        stream = asyncio.create_task(app(asking(race, begin), reader.receive, reader.send))
        await reader.wait_for("snapshot")
        await asyncio.to_thread(race.step)
        await reader.wait_for("message")
        for _ in range(BOUND):  # each is more than one event
            receipt = await asyncio.to_thread(race.step)
        newest = receipt["version"]
        await eventually(lambda: known_version(app, race) >= newest)
        reader.may_read.set()
        async with asyncio.timeout(PATIENCE):
            await stream
    told = [int(frame.id) for frame in reader.frames() if frame.id]
    assert reader.frames()[-1].json == {"reason": "lagging", "next_after": told[-1]}
    again = await asyncio.to_thread(read_stream, race.host, race.path, after=told[-1])
    told += [int(frame.id) for frame in again if frame.id]
    assert told == list(range(begin + 1, receipt["version"] + 1))


async def test_a_reader_that_was_behind_gets_every_event_and_only_the_newest_state(
    store: EmbeddedServer, race: HttpTable
) -> None:
    app = create_app(Settings(redis_url=store.url, store_seconds=PATIENCE, slow_seconds=60))
    begin, reader = race.seen()["version"], Reader()
    asked = asking(race, begin, "&state=true")
    async with app.app.lifespan():
        stream = asyncio.create_task(app(asked, reader.receive, reader.send))
        await reader.wait_for("state")
        await asyncio.to_thread(race.step)
        await reader.wait_for("message")  # this much was under way
        for _ in range(4):
            receipt = await asyncio.to_thread(race.step)
        newest = receipt["version"]
        await eventually(lambda: known_version(app, race) >= newest)
        reader.may_read.set()
        await eventually(lambda: newest in versions(reader))
        states = versions(reader)
        app.app.state.parts[StreamRegistry].close()
        await stream
    assert (states[0], states[-1]) == (begin, newest)
    assert len(states) <= 3  # one may have been under way with the first event
    ids = [int(frame.id) for frame in reader.frames() if frame.id]
    assert ids == list(range(begin + 1, newest + 1))


def known_version(app: Any, table: HttpTable) -> int:
    """Return the version of the table that the streams of this process have reached."""
    return int(app.app.state.parts[StreamRegistry]._channels[table.id].position)


def versions(reader: Reader) -> list[int]:
    """Return the versions of the states that the reader has received."""
    return [frame.json["version"] for frame in reader.frames() if frame.event == "state"]


async def test_a_reader_that_never_reads_is_dropped(store: EmbeddedServer, race: HttpTable) -> None:
    app = create_app(Settings(redis_url=store.url, store_seconds=PATIENCE, slow_seconds=0.2))
    reader = Reader()
    async with app.app.lifespan(), asyncio.timeout(PATIENCE):
        await app(asking(race, 0), reader.receive, reader.send)
        assert app.app.state.parts[StreamRegistry].open == 0


async def test_a_process_that_ends_lets_go_of_everybody(
    store: EmbeddedServer, race: HttpTable
) -> None:
    app = create_app(Settings(redis_url=store.url, store_seconds=PATIENCE))
    reader, late = Reader(), Reader()
    reader.may_read.set()
    late.may_read.set()
    async with app.app.lifespan(), asyncio.timeout(PATIENCE):
        stream = asyncio.create_task(app(asking(race, 0), reader.receive, reader.send))
        await reader.wait_for("snapshot")
        app.app.state.parts[StreamRegistry].close()
        await stream
        await app(asking(race, 0), late.receive, late.send)
    for each in (reader, late):
        assert each.frames()[-1].json["reason"] == "shutdown"
