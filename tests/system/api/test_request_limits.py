"""Requests that never end: too long a head, a body that does not come, silence."""

import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.support.http_connection import exchange
from tests.support.processes import Api


def said(api: Api, *parts: bytes) -> bytes:
    """All that is answered until the server hangs up."""
    with socket.create_connection(("127.0.0.1", api.port), timeout=30) as line:
        heard = b""
        try:
            for part in parts:
                line.sendall(part)
            while more := line.recv(65536):
                heard += more
        except ConnectionError:
            pass  # it hung up before it had read everything
        return heard


BEGUN = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


HALF = [
    b"GET /v1/games HT",
    b"GET /v1/games HTTP/1.1\r\nHost: x\r\n",
    BEGUN + b'Content-Length: 99\r\n\r\n{"name": ',
    BEGUN + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
]


def test_what_does_not_arrive_in_time_is_given_up(tight_api: Api) -> None:
    with ThreadPoolExecutor(5) as pool:
        silent = pool.submit(said, tight_api)
        answers = list(pool.map(lambda half: said(tight_api, half), HALF))
    for answer in answers:
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"/problems/request_timeout"' in answer
        assert b"application/problem+json" in answer
    assert silent.result() == b"", "who says nothing is told nothing"


def test_a_connection_that_is_kept_open_is_no_request(tight_api: Api) -> None:
    with httpx.Client(base_url=tight_api.base, timeout=30) as http:
        first = http.get("/v1/games")
        assert (first.status_code, http.get("/v1/games").status_code) == (200, 200)


def test_a_head_without_end_is_refused(tight_api: Api) -> None:
    lines = b"".join(b"X-%d: %s\r\n" % (n, b"x" * 1000) for n in range(60))
    answer = said(tight_api, b"GET /v1/games HTTP/1.1\r\nHost: x\r\n", lines)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 431 ")  # it may hang up first
    assert httpx.get(f"{tight_api.base}/v1/games", timeout=30).status_code == 200


def test_an_address_without_end_is_refused(tight_api: Api) -> None:
    answer = said(tight_api, b"GET /" + b"x" * 40_000)
    assert answer == b"" or b'"/problems/headers_too_large"' in answer


OFFER = (
    b"Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\nUpgrade: h2c\r\n"
)
BODY = b'{"name": "Duke"}'
WHOLE = BEGUN + OFFER + b"Content-Length: %d\r\n" % len(BODY)


def test_an_offer_of_another_protocol_is_ignored_and_the_body_read(tight_api: Api) -> None:
    """As Java's HttpClient makes it; the second request comes on the same connection."""
    last = BEGUN + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY
    answer = said(tight_api, WHOLE + b"\r\n", BODY, last)
    assert answer.count(b"HTTP/1.1 201 ") == 2, answer
    assert answer.count(b'"name":"Duke"') == 2


LAST = BEGUN + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY
OFFERED = WHOLE + b"\r\n" + BODY


async def heard(*packets: bytes) -> list[tuple[Any, bytes]]:
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
        [first, offering, last] = await heard(said[:cut], said[cut:])
        assert first[1] == offering[1] == last[1] == BODY, cut
        assert b"upgrade" not in offering[0]
        assert offering[0][b"http2-settings"] == b"AAEAAEAAAAIAAAAB"


@pytest.mark.anyio
async def test_an_offer_is_ignored_however_it_is_written() -> None:
    for name in (b"UPGRADE:", b"upgrade:\t", b"uPGRADE:"):
        requests = await heard(OFFERED.replace(b"Upgrade: ", name) * 3)
        assert [body for _, body in requests] == 3 * [BODY]
    closing = OFFERED.replace(b"Connection: ", b"Connection: close, ")
    assert [body for _, body in await heard(closing)] == [BODY]


@pytest.mark.anyio
async def test_a_body_is_never_altered() -> None:
    like_one = b"{\r\nUpgrade: this\r\n\r\nConnection: Upgrade\r\n}"
    head = b"Content-Length: %d\r\n\r\n" % len(like_one)
    for begun in (BEGUN, BEGUN + OFFER):
        said = begun + head + like_one
        for cut in range(len(said)):
            assert [body for _, body in await heard(said[:cut], said[cut:])] == [like_one], cut


def test_connect_is_no_offer_but_refused(tight_api: Api) -> None:
    assert said(tight_api, b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n").startswith(
        b"HTTP/1.1 400 "
    )
