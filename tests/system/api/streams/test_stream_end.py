"""Streams that must end: with their process within a second, and with their caller's token."""

import asyncio
import socket
from contextlib import ExitStack

import httpx
import pytest

from api.app import create_app
from api.asgi.server import web_server
from api.streaming.registry import StreamRegistry
from application.settings import Settings
from store.embedded.server import EmbeddedServer
from tests.support.network.slow_reader import SlowReader, eventful_table
from tests.support.network.sse import EventStream, frames, open_stream
from tests.support.players.callers import calling
from tests.support.servers.ports import free_port
from tests.support.servers.processes import PATIENCE, Api, eventually
from tests.support.tables.http_table import HttpTable

pytestmark = pytest.mark.anyio
KINDS = ["{}/events/stream", "/v1/tables/stream", "/v1/players/me/stream", "/v1/feed/stream"]
TICKS = 10  # of a tenth of a second; when the machine stands still, so do they


async def test_the_end_of_the_process_ends_every_stream_within_a_second(
    store: EmbeddedServer, race: HttpTable, http: httpx.Client
) -> None:
    """Readers and sleepers; the second is counted in the server's own loop."""
    settings = Settings(
        redis_url=store.url, store_seconds=PATIENCE, port=free_port(), slow_seconds=60
    )
    front = create_app(settings)
    server = web_server(front, settings, narrow(settings.port))
    serving = asyncio.create_task(server.serve())
    await eventually(lambda: server.started)
    streams = front.app.state.parts[StreamRegistry]
    long = await asyncio.to_thread(eventful_table, http)
    slow_reader = SlowReader(settings.port, long)
    with httpx.Client(base_url=f"http://127.0.0.1:{settings.port}") as there:
        hear = open_stream(race.host.at(there), race.path)
        listener = await asyncio.to_thread(hear.__enter__)
        await eventually(lambda: listener.named("snapshot") and streams.open == 2)
        server.stop()  # what SIGTERM does
        for _ in range(TICKS):
            await asyncio.sleep(0.1)  # a tick
        still_open = streams.open
        await asyncio.to_thread(hear.__exit__, None, None, None)
    slow_reader.close()
    async with asyncio.timeout(PATIENCE):
        await serving
    assert still_open == 0
    assert listener.bye()["reason"] == "shutdown"


def narrow(port: int) -> socket.socket:
    """Its connections hold little of what is not read."""
    listens = socket.socket()
    listens.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    listens.bind(("127.0.0.1", port))
    return listens


def test_the_streams_of_an_erased_player_end_and_others_continue(race: HttpTable) -> None:
    anne, bob, cleo = race.people
    with ExitStack() as stack:
        ears = [stack.enter_context(open_stream(cleo, race.path)) for _ in range(2)]
        other = stack.enter_context(open_stream(bob, race.path))
        for listener in (*ears, other):
            listener.wait_for(lambda listener: listener.named("snapshot"))
        assert cleo.erase().status_code == 204
        for listener in ears:
            assert listener.bye() == {"reason": "token_unknown", "next_after": listener.last_id()}
        version = anne.get(race.path).json()["version"]
        other.wait_for(lambda listener: listener.last_id() == version)
        assert not other.over.is_set()


@pytest.mark.parametrize("path", KINDS)
def test_every_stream_of_a_player_erased_at_another_process_ends_soon(
    race: HttpTable, tight_api: Api, path: str
) -> None:
    with calling(tight_api.base) as there:
        there_too = race.host.at(there)
        stream = EventStream(there_too, path.format(race.path), {}, {"max_seconds": 600})
        stream.wait_for(lambda stream: stream.frames)
        assert race.host.erase().status_code == 204
        assert stream.bye()["reason"] == "token_unknown"
        stream.close()


@pytest.mark.parametrize("path", KINDS)
def test_every_stream_ends_after_its_time_and_is_never_cached(race: HttpTable, path: str) -> None:
    answer = race.host.get(path.format(race.path), params={"max_seconds": 0})
    assert answer.headers["cache-control"] == "no-store"
    *_, last = frames(answer.text)
    assert (last.event, last.json["reason"]) == ("bye", "max_seconds")
