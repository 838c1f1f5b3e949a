"""Requests that never end or are too large: heads, trailers, bodies, silence."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.support.network.raw_requests import (
    connect,
    one_problem,
    processor_seconds,
    resident_megabytes,
    statuses,
    talk,
)
from tests.support.network.upgrade_offer import BEGUN, BODY, WHOLE
from tests.support.players.callers import new_player
from tests.support.servers.processes import Api

GET = b"GET /v1/games HTTP/1.1\r\nHost: x\r\n"
CHUNKED = b"POST /v1/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
JSON = b"Content-Type: application/json\r\n"
HALF = [
    b"GET /v1/games HT",
    GET,
    BEGUN + b'Content-Length: 99\r\n\r\n{"name": ',
    BEGUN + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
]
MORE_MEGABYTES = 20  # a process may take that much for other reasons


def test_what_does_not_arrive_in_time_is_given_up(tight_api: Api) -> None:
    with ThreadPoolExecutor(5) as pool:
        silent = pool.submit(talk, tight_api)
        answers = list(pool.map(lambda half: talk(tight_api, half), HALF))
    for answer in answers:
        assert one_problem(answer)["type"] == "/problems/request_timeout"
    assert silent.result() == b"", "a silent connection gets no answer"


def test_a_connection_that_is_kept_open_is_no_request(tight_api: Api) -> None:
    with httpx.Client(base_url=tight_api.base) as http:
        first = http.get("/v1/games")
        assert (first.status_code, http.get("/v1/games").status_code) == (200, 200)


def lines(size: int) -> bytes:
    """Return header lines of this many bytes."""
    line = b"X-Filler: " + 88 * b"x" + b"\r\n"
    return line * (size // len(line))


@pytest.mark.parametrize("parts", [1, 60])
def test_a_head_over_32_kib_is_refused_in_one_packet_as_in_many(api: Api, parts: int) -> None:
    head = GET + lines(60_000) + b"\r\n"
    size = len(head) // parts + 1
    answer = talk(api, *(head[at : at + size] for at in range(0, len(head), size)))
    assert one_problem(answer)["type"] == "/problems/headers_too_large"


def test_a_head_under_32_kib_is_read(api: Api) -> None:
    answer = talk(api, GET + lines(30_000) + b"Connection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("head", [b"GET /" + b"x" * 60_000, GET + b"X: " + b"x" * 60_000])
def test_a_line_without_end_is_refused(api: Api, head: bytes) -> None:
    assert one_problem(talk(api, head))["type"] == "/problems/headers_too_large"


@pytest.mark.parametrize("trailer", [lines(1_000_000), b"X: " + b"x" * 1_000_000])
def test_trailers_hold_no_memory_and_no_other_caller_waits(api: Api, trailer: bytes) -> None:
    """25 MB of them took 540 MB, and a GET 2.6 s."""
    before = resident_megabytes(api.pid)
    with ThreadPoolExecutor(1) as pool:
        begun = BEGUN + b"Transfer-Encoding: chunked\r\n\r\n0\r\n"
        refused = pool.submit(talk, api, begun, *(25 * [trailer]))
        slowest = 0.0
        while not refused.done():
            began = processor_seconds(api.pid)
            assert httpx.get(f"{api.base}/health/live").status_code == 200
            slowest = max(slowest, processor_seconds(api.pid) - began)
    assert one_problem(refused.result())["type"] == "/problems/headers_too_large"
    assert resident_megabytes(api.pid) < before + MORE_MEGABYTES
    assert slowest < 1, "of its processor time, before it responds"


def test_trailers_count_towards_the_head(api: Api) -> None:
    start = CHUNKED + lines(20_000) + b"\r\n0\r\n"
    answer = talk(api, start + lines(20_000) + b"\r\n")
    assert one_problem(answer)["type"] == "/problems/headers_too_large"


def test_trailers_are_no_headers(api: Api, http: httpx.Client) -> None:
    token = new_player(http, "Anne").token
    body = b'{"game": "gumball_rally"}'
    chunks = b"%x\r\n%s\r\n0\r\n" % (len(body), body)
    trailer = f"Authorization: Bearer {token}\r\n\r\n".encode()
    request = CHUNKED + JSON + b"Connection: close\r\n\r\n" + chunks
    refused = talk(api, request + trailer)
    assert refused.startswith(b"HTTP/1.1 401 "), refused
    assert b"token_missing" in refused
    as_header = talk(
        api, CHUNKED + JSON + trailer[:-2] + b"Connection: close\r\n\r\n" + chunks + b"\r\n"
    )
    assert as_header.startswith(b"HTTP/1.1 201 ")


def test_a_request_with_trailers_leaves_the_connection_usable(api: Api) -> None:
    chunks = b"%x\r\n%s\r\n0\r\nX-Sum: 1\r\n\r\n" % (len(BODY), BODY)
    first = BEGUN + b"Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n" + chunks
    answer = talk(api, first + GET + b"Connection: close\r\n\r\n")
    assert statuses(answer) == [201, 200]


def test_bodies_without_end_hold_no_memory(api: Api) -> None:
    before = resident_megabytes(api.pid)
    chunk = b"40000\r\n" + 0x40000 * b"x" + b"\r\n"
    with ThreadPoolExecutor(4) as pool:
        begun = BEGUN + b"Transfer-Encoding: chunked\r\n\r\n"
        answers = list(pool.map(lambda _: _send_until_answered(api, begun, chunk), range(4)))
    assert {answer[:13] for answer in answers} == {b"HTTP/1.1 413 "}
    assert resident_megabytes(api.pid) < before + MORE_MEGABYTES


def _send_until_answered(api: Api, begun: bytes, chunk: bytes) -> bytes:
    with connect(api) as line:
        line.sendall(begun + 20 * chunk)
        return line.recv(65536)


def test_an_offer_of_another_protocol_is_ignored_and_the_body_read(tight_api: Api) -> None:
    """As Java's HttpClient makes it; the second request comes on the same connection."""
    last = BEGUN + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY
    answer = talk(tight_api, WHOLE + b"\r\n", BODY, last)
    assert statuses(answer) == [201, 201]
    assert answer.count(b'"name":"Duke"') == 2
