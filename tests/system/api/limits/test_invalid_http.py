"""What is not HTTP/1.1 is answered once, with a problem, and the connection is closed."""

import pytest

from tests.support.network.raw_requests import one_problem, statuses, talk
from tests.support.servers.processes import Api

GET = b"GET /v1/games HTTP/1.1\r\n"
CHUNKED = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
INVALID = {
    "no method": b"\x16\x03\x01\x02\x00\x01\x00",
    "unknown method": b"FETCH / HTTP/1.1\r\nHost: x\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "unknown version": b"GET / HTTP/3.7\r\nHost: x\r\n\r\n",
    "address with a blank": b"GET /v1/ games HTTP/1.1\r\nHost: x\r\n\r\n",
    "address without a path": b"GET http://x HTTP/1.1\r\nHost: x\r\n\r\n",
    "header without a colon": GET + b"Host: x\r\nbroken\r\n\r\n",
    "header with a control character": GET + b"Host: x\r\nX: \x01\r\n\r\n",
    "header name with a blank": GET + b"Host: x\r\nA b: 1\r\n\r\n",
    "two lengths": CHUNKED + b"Content-Length: 3\r\n\r\n0\r\n\r\n",
    "two codings": CHUNKED.replace(b"Tr", b"Transfer-Encoding: identity\r\nTr") + b"\r\n0\r\n\r\n",
    "coding that is unknown": CHUNKED.replace(b"chunked", b"gzip, chunked") + b"\r\n0\r\n\r\n",
    "chunks of HTTP/1.0": CHUNKED.replace(b"/1.1", b"/1.0") + b"\r\n0\r\n\r\n",
    "folded header": GET + b"Host: x\r\nX: a\r\n b\r\n\r\n",
    "length that is no number": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: a\r\n\r\n",
    "chunk size that is no number": CHUNKED + b"\r\nxyz\r\n",
    "chunk size that is absurd": CHUNKED + b"\r\n" + 40 * b"f" + b"\r\n",
    "chunk that is longer than its size": CHUNKED + b"\r\n1\r\nxyz\r\n",
    "trailer without a colon": CHUNKED + b"\r\n0\r\nbroken\r\n\r\n",
    "no Host": GET + b"\r\n",
    "two Hosts": GET + b"Host: x\r\nHost: y\r\n\r\n",
    "the same Host twice": GET + b"Host: x\r\nhost: x\r\n\r\n",
    "CONNECT": b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    "CONNECT with input": b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n" + 20 * b"\x16\x03\x01",
    "CONNECT before another": b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n"
    + GET
    + b"Host: x\r\n\r\n",
}


@pytest.mark.parametrize("sent", INVALID.values(), ids=[*INVALID])
def test_one_problem_is_returned(api: Api, sent: bytes) -> None:
    problem = one_problem(talk(api, sent))
    assert (problem["type"], problem["status"]) == ("/problems/malformed", 400)
    assert str(problem["detail"]).endswith(".")


def test_http_1_0_needs_no_host(api: Api) -> None:
    assert talk(api, b"GET /v1/games HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200 ")


def test_requests_before_it_are_answered_first(api: Api) -> None:
    answer = talk(api, 3 * (GET + b"Host: x\r\n\r\n") + b"\x00\r\n\r\n")
    assert statuses(answer) == [200, 200, 200, 400]
    assert answer.count(b"application/problem+json") == 1
