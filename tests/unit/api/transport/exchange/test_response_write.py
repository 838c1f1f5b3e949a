"""Head and body of an answer leave in one write; streams do not wait for a body."""

from typing import Any

import pytest

from tests.support.network.http_connection import (
    RecordingTransport,
    all_answered,
    connected,
    exchange,
)

START = {"type": "http.response.start", "status": 200}
SIZED = {**START, "headers": [(b"content-length", b"4")]}


def part(body: bytes, more: bool = False) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": more}


async def answered(*messages: Any, method: bytes = b"GET", times: int = 1) -> RecordingTransport:
    """Return what is written when every request is answered with these messages."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        for message in messages:
            await send(message)

    return await exchange(app, times * (method + b" / HTTP/1.1\r\nHost: x\r\n\r\n"))


@pytest.mark.anyio
async def test_head_and_body_are_one_write() -> None:
    [whole] = (await answered(SIZED, part(b"body"))).written
    assert whole.startswith(b"HTTP/1.1 200 ")
    assert whole.endswith(b"content-length: 4\r\n\r\nbody")


@pytest.mark.anyio
async def test_the_rest_of_a_body_follows_by_itself() -> None:
    first, second = (await answered(SIZED, part(b"bo", more=True), part(b"dy"))).written
    assert (first[-6:], second) == (b"\r\n\r\nbo", b"dy")


@pytest.mark.anyio
async def test_answers_to_requests_in_a_row_stay_whole() -> None:
    written = (await answered(SIZED, part(b"body"), times=3)).written
    assert [each[-8:] for each in written] == 3 * [b"\r\n\r\nbody"]


@pytest.mark.anyio
async def test_the_head_of_a_stream_does_not_wait() -> None:
    head, chunk, end = (await answered(START, part(b"now", more=True), part(b""))).written
    assert (head[-4:], chunk, end) == (b"\r\n\r\n", b"3\r\nnow\r\n", b"0\r\n\r\n")


@pytest.mark.anyio
async def test_a_head_alone_is_an_answer_to_head() -> None:
    written = (await answered(SIZED, part(b"body"), method=b"HEAD", times=2)).written
    assert [each[-21:] for each in written] == 2 * [b"content-length: 4\r\n\r\n"]


@pytest.mark.anyio
async def test_a_head_whose_body_never_comes_is_not_sent() -> None:
    line = await answered(SIZED)
    assert line.closed
    assert [each[:13] for each in line.written] == [b"HTTP/1.1 500 "]


@pytest.mark.anyio
async def test_an_answer_that_nobody_reads_any_more_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        transport.close()  # as when a write fails; `connection_lost` comes later
        await send(SIZED)
        await send(part(b"body"))

    connection, transport = connected(app)
    connection.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await all_answered(connection)
    assert (transport.written, caplog.messages) == ([], [])
