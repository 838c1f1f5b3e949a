"""Answers that nobody reads, and more connections than a process serves."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.network.raw_requests import (
    SMALLEST_BUFFER,
    connect,
    one_problem,
    read_all,
    resident_megabytes,
    statuses,
)
from tests.support.servers.processes import Api, serving, until

DOCUMENT = b"GET /schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
GAMES = b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n"
CONNECTIONS = 20
UNREAD = 60  # connections; each held a copy of the document, more than 1 MB
MORE_MEGABYTES = 40


@pytest.fixture(scope="module")
def strict_api(store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """An API process that waits three seconds for readers and serves few connections."""
    bounds = {
        "LUDOTHEQUE_WRITE_SECONDS": "3",
        "LUDOTHEQUE_CONNECTIONS": str(CONNECTIONS),
        "LUDOTHEQUE_HELD_MEGABYTES": "2",
    }
    directory: Path = tmp_path_factory.mktemp("strict")
    with serving(store.url, directory, **bounds) as process:
        yield process
        assert process.errors == ""


def dropped(api: Api, reason: str) -> float:
    """Return how many connections were dropped for this reason."""
    name = f'ludotheque_connections_dropped_total{{reason="{reason}"}}'
    lines = httpx.get(f"{api.base}/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def test_unread_answers_of_pipelined_requests_are_not_made(api: Api) -> None:
    httpx.get(f"{api.base}/schema/openapi.json")  # written once, and kept
    before = resident_megabytes(api.pid)
    with ExitStack() as open_lines:
        for _ in range(UNREAD):
            line = open_lines.enter_context(connect(api, SMALLEST_BUFFER))
            line.sendall(6 * DOCUMENT)
        assert httpx.get(f"{api.base}/v1/games").status_code == 200
        assert resident_megabytes(api.pid) < before + MORE_MEGABYTES


def test_an_answer_that_is_not_read_in_time_is_cut(strict_api: Api) -> None:
    before = dropped(strict_api, "unread")
    with connect(strict_api, SMALLEST_BUFFER) as line:
        line.sendall(6 * DOCUMENT)
        until(lambda: dropped(strict_api, "unread") > before)
        assert len(statuses(read_all(line))) < 6, "the system itself may hold some"


def test_a_reader_that_is_slow_but_reads_gets_everything(strict_api: Api) -> None:
    with connect(strict_api, SMALLEST_BUFFER) as line:
        line.sendall(3 * DOCUMENT.replace(b"\r\n\r\n", b"\r\nConnection: keep-alive\r\n\r\n"))
        line.sendall(GAMES.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        answer = read_all(line)
    assert statuses(answer) == [200, 200, 200, 200]
    assert answer.count(b'"openapi":') >= 3


def test_over_the_bound_of_all_connections_the_oldest_unread_answers_are_dropped(
    strict_api: Api,
) -> None:
    """The bound is 2 MB; one document has more than 1 MB."""
    before = dropped(strict_api, "held")
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(connect(strict_api, SMALLEST_BUFFER)) for _ in range(12)]
        for line in lines:
            line.sendall(6 * DOCUMENT)
        until(lambda: dropped(strict_api, "held") > before)


def test_more_connections_than_served_are_refused_and_the_others_go_on(strict_api: Api) -> None:
    before = dropped(strict_api, "too_many_connections")
    with httpx.Client(base_url=strict_api.base) as http, ExitStack() as open_lines:
        assert http.get("/v1/games").status_code == 200
        lines = [open_lines.enter_context(connect(strict_api)) for _ in range(CONNECTIONS + 1)]
        last = lines[-1]
        refused = read_all(last)
        assert http.get("/v1/games").status_code == 200, "a connection that is served"
    assert one_problem(refused)["type"] == "/problems/too_many_connections"
    until(lambda: dropped(strict_api, "too_many_connections") > before)
    until(lambda: _is_served(strict_api))


def _is_served(api: Api) -> bool:
    with connect(api) as line:
        line.sendall(GAMES)
        try:
            return line.recv(65536).startswith(b"HTTP/1.1 200 ")
        except ConnectionError:
            return False


def test_requests_behind_a_waiting_one_are_not_all_read(api: Api) -> None:
    """A long poll of a list that does not move; behind it, requests without end."""
    before = resident_megabytes(api.pid)
    waiting = b"GET /v1/tables?min_version=999999999 HTTP/1.1\r\nHost: x\r\n\r\n"
    with connect(api) as line:
        line.sendall(waiting)
        line.settimeout(1)  # to notice that the server has stopped reading
        sent = 0
        try:
            for _ in range(2_000):
                sent += line.send(2_000 * GAMES)
        except TimeoutError:
            pass
        assert sent < 100_000_000
        assert resident_megabytes(api.pid) < before + MORE_MEGABYTES
