"""Offers to switch the protocol are ignored, and bodies are passed on unchanged."""

from typing import Any

import pytest

from tests.support.network.http_connection import exchange
from tests.support.network.upgrade_offer import BEGUN, BODY, OFFER, WHOLE

OFFERED = WHOLE + b"\r\n" + BODY
LAST = BEGUN + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY


async def requests_in(*packets: bytes) -> list[tuple[Any, bytes]]:
    """The headers and bodies of the requests in these packets, in whatever pieces they come."""
    requests = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        requests.append((dict(scope["headers"]), body))
        await send({"type": "http.response.start", "status": 204})
        await send({"type": "http.response.body"})

    await exchange(app, *packets)
    return requests


@pytest.mark.anyio
async def test_offers_are_ignored_wherever_packets_begin() -> None:
    said = LAST.replace(b"close", b"keep-alive") + OFFERED + LAST
    for cut in range(len(said)):
        [first, offering, last] = await requests_in(said[:cut], said[cut:])
        assert first[1] == offering[1] == last[1] == BODY, cut
        assert b"upgrade" not in offering[0]
        assert offering[0][b"http2-settings"] == b"AAEAAEAAAAIAAAAB"


@pytest.mark.anyio
async def test_an_offer_is_ignored_however_it_is_written() -> None:
    for name in (b"UPGRADE:", b"upgrade:\t", b"uPGRADE:"):
        requests = await requests_in(OFFERED.replace(b"Upgrade: ", name) * 3)
        assert [body for _, body in requests] == 3 * [BODY]
    closing = OFFERED.replace(b"Connection: ", b"Connection: close, ")
    assert [body for _, body in await requests_in(closing)] == [BODY]


@pytest.mark.anyio
async def test_a_body_is_never_altered() -> None:
    like_one = b"{\r\nUpgrade: this\r\n\r\nConnection: Upgrade\r\n}"
    head = b"Content-Length: %d\r\n\r\n" % len(like_one)
    for begun in (BEGUN, BEGUN + OFFER):
        said = begun + head + like_one
        for cut in range(len(said)):
            assert [body for _, body in await requests_in(said[:cut], said[cut:])] == [like_one], (
                cut
            )
