"""Requests that never end: a head that is too long, a body that does not arrive, silence."""

import socket
from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.support.processes import Api
from tests.support.upgrade_offer import BEGUN, BODY, WHOLE


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
    assert silent.result() == b"", "a silent connection gets no answer"


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


def test_an_offer_of_another_protocol_is_ignored_and_the_body_read(tight_api: Api) -> None:
    """As Java's HttpClient makes it; the second request comes on the same connection."""
    last = BEGUN + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY
    answer = said(tight_api, WHOLE + b"\r\n", BODY, last)
    assert answer.count(b"HTTP/1.1 201 ") == 2, answer
    assert answer.count(b'"name":"Duke"') == 2


def test_connect_is_no_offer_but_refused(tight_api: Api) -> None:
    assert said(tight_api, b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n").startswith(
        b"HTTP/1.1 400 "
    )
