"""What a connection holds: requests and bodies that wait, and answers that are not read."""

import asyncio
from typing import Any

import pytest

from api.transport.connections import HeldBytes
from tests.support.network.http_connection import all_answered, connected

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n"
pytestmark = pytest.mark.anyio


class Application:
    """Answers each request with 204 when it is let, and counts what has begun."""

    def __init__(self) -> None:
        self.let = asyncio.Event()
        self.begun = self.disconnected = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.begun += 1
        message = await receive()
        while message.get("more_body"):
            message = await receive()
        letting = asyncio.create_task(self.let.wait())
        leaving = asyncio.create_task(receive())
        await asyncio.wait([letting, leaving], return_when=asyncio.FIRST_COMPLETED)
        self.disconnected += leaving.done()
        letting.cancel()
        leaving.cancel()
        await send({"type": "http.response.start", "status": 204})
        await send({"type": "http.response.body"})


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_only_some_requests_are_parsed_while_one_is_answered() -> None:
    app = Application()
    protocol, transport = connected(app, pipelined=3)
    protocol.data_received(1_000 * GET)
    await settle()
    assert (app.begun, len(protocol.requests)) == (1, 4)
    assert len(protocol.reader.waiting) == 996 * len(GET)
    assert transport.reading_paused
    app.let.set()
    await all_answered(protocol)
    assert (app.begun, protocol.reader.waiting, transport.reading_paused) == (1_000, b"", False)


async def test_a_body_that_is_not_taken_is_not_parsed_to_its_end() -> None:
    app = Application()
    protocol, transport = connected(app)
    protocol.data_received(POST + 200_000 * b"x")
    assert len(protocol.requests[0].body) < 80_000
    assert len(protocol.reader.waiting) > 120_000
    assert transport.reading_paused
    app.let.set()
    await all_answered(protocol)
    assert transport.written[0].startswith(b"HTTP/1.1 204 ")


async def test_no_request_is_started_before_the_answers_before_it_are_read() -> None:
    app = Application()
    app.let.set()
    protocol, _ = connected(app)
    protocol.pause_writing()
    protocol.data_received(3 * GET)
    await settle()
    assert app.begun == 0
    protocol.resume_writing()
    await all_answered(protocol)
    assert app.begun == 3


async def test_the_request_in_progress_ends_with_its_connection_whatever_waits_behind_it() -> None:
    app = Application()
    protocol, _ = connected(app)
    protocol.data_received(3 * GET)
    await settle()
    protocol.connection_lost(None)
    await all_answered(protocol)
    assert (app.begun, app.disconnected) == (1, 1)


async def test_a_connection_is_cut_when_too_little_is_read() -> None:
    protocol, transport = connected(Application(), write_seconds=10)
    protocol.written, transport.unread = 100_000, 90_000
    protocol.drop_unread(now=0)
    transport.unread -= 20_000
    protocol.drop_unread(now=9)
    protocol.drop_unread(now=18)
    assert not transport.aborted, "enough was read at 9 s"
    transport.unread -= 100
    protocol.drop_unread(now=20)
    assert transport.aborted


async def test_a_stream_has_a_time_out_of_its_own() -> None:
    protocol, transport = connected(Application(), write_seconds=10)
    protocol.streaming, transport.unread = True, 90_000
    for now in (0, 20, 40):
        protocol.drop_unread(now)
    assert not transport.aborted


async def test_a_request_that_arrives_behind_a_stream_keeps_its_time_limits() -> None:
    app = Application()
    protocol, transport = connected(app, write_seconds=10)
    protocol.data_received(GET)
    await settle()
    protocol.streaming = True
    protocol.data_received(GET[:20])
    protocol.check(protocol.loop.time() + 1_000)
    assert protocol.reader.arriving_since is not None, "its time begins when the stream has ended"
    app.let.set()
    await all_answered(protocol)
    protocol.check(protocol.loop.time() + 1_000)
    assert transport.written[-1].startswith(b"HTTP/1.1 408 ")


async def test_a_connection_is_closed_when_it_is_idle_and_only_then() -> None:
    app = Application()
    protocol, transport = connected(app)
    later = protocol.loop.time() + 1_000
    protocol.close_idle(later)
    assert not transport.closed, "nothing has arrived yet; that is another time-out"
    protocol.data_received(GET)
    await settle()
    protocol.close_idle(later)
    assert not transport.closed, "a request is being answered"
    app.let.set()
    await all_answered(protocol)
    protocol.close_idle(later)
    assert transport.closed


async def test_over_the_bound_the_oldest_holder_is_dropped() -> None:
    reasons: list[str] = []
    held = HeldBytes(100, reasons.append)
    (first, line), (second, _), (third, _) = map(connected, 3 * [Application()])
    held.update(first, 40)
    held.update(second, 40)
    held.update(first, 50)
    held.update(third, 30)
    await settle()
    assert (held.total, line.aborted, reasons) == (70, True, ["held"])
    assert not second.transport.is_closing()
    held.update(second, 0)
    assert held.total == 30
