"""Where an answer ends: by its length, by its last chunk, or after the head of a 304."""

import pytest

from tests.bench.servers.http_connection import HttpConnection, NotSuccessful

LENGTH = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"
CHUNKED = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
NOT_MODIFIED = b'HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\n'


class Transport:
    def write(self, data: bytes) -> None: ...


@pytest.mark.parametrize(
    ("answer", "body"), [(LENGTH, b"{}"), (CHUNKED, b"2\r\n{}\r\n0\r\n\r\n"), (NOT_MODIFIED, b"")]
)
@pytest.mark.parametrize("pieces", [1, 2, 100])
def test_an_answer_is_passed_on_once_it_is_complete(
    answer: bytes, body: bytes, pieces: int
) -> None:
    bodies: list[bytes] = []
    http = waiting(bodies, [])
    size = -(-len(answer) // pieces)
    for start in range(0, len(answer), size):
        assert bodies == []
        http.data_received(answer[start : start + size])
    assert bodies == [body]


def test_a_problem_is_an_error() -> None:
    errors: list[Exception] = []
    problem = LENGTH.replace(b"200 OK", b"503 Service Unavailable")
    waiting([], errors).data_received(problem)
    assert isinstance(errors[0], NotSuccessful)


def waiting(bodies: list[bytes], errors: list[Exception]) -> HttpConnection:
    http = HttpConnection()
    http.connection_made(Transport())  # type: ignore[arg-type]
    http.send(b"", bodies.append, errors.append)
    return http
