"""Pipelined requests: every answer belongs to its own request."""

import asyncio
from typing import Any

import pytest

from tests.support.network.http_connection import all_answered, connected

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"
LATER = float("inf")
pytestmark = pytest.mark.anyio


class Slow:
    """Answers as soon as it is let."""

    def __init__(self) -> None:
        self.let = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["more_body"]:
            pass
        await self.let.wait()
        await send({"type": "http.response.start", "status": 204})
        await send({"type": "http.response.body"})


def statuses(written: list[bytes]) -> list[bytes]:
    return [each[9:12] for each in written if each]


async def test_half_a_head_among_many_requests_is_not_too_large() -> None:
    slow = Slow()
    slow.let.set()
    protocol, transport = connected(slow)
    protocol.data_received(2_000 * GET + GET[:20])
    await all_answered(protocol)
    protocol.data_received(GET[20:])
    await all_answered(protocol)
    assert statuses(transport.written) == 2_001 * [b"204"]
    protocol.data_received(GET + GET[:20])
    protocol.data_received(b"x" * (protocol.shared.settings.largest_head + 1))
    assert not transport.closed, "the request before it is answered first"
    await all_answered(protocol)
    assert statuses(transport.written)[-2:] == [b"204", b"431"], "the rest of it counts"
    assert transport.closed


@pytest.mark.parametrize(("begun", "rest"), [(GET[:20], GET[20:]), (POST, b"{}")])
async def test_a_late_request_behind_another_waits_for_its_answer(
    begun: bytes, rest: bytes
) -> None:
    slow = Slow()
    protocol, transport = connected(slow)
    protocol.data_received(GET + begun)
    protocol.reject_slow(LATER)
    assert (transport.written, transport.closed) == ([], False)
    slow.let.set()
    for _ in range(20):
        await asyncio.sleep(0)
    assert statuses(transport.written) == [b"204"]
    protocol.data_received(rest)
    await all_answered(protocol)
    assert statuses(transport.written) == [b"204", b"204"]


async def test_a_late_request_is_refused_after_the_answers_before_it() -> None:
    slow = Slow()
    slow.let.set()
    protocol, transport = connected(slow)
    protocol.data_received(GET + GET[:20])
    await all_answered(protocol)
    protocol.reject_slow(LATER)
    assert statuses(transport.written) == [b"204", b"408"]
