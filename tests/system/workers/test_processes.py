"""`serve --processes 2` behind a real HAProxy: by table, without a gap, with the real caller."""

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from http.client import HTTPConnection

import httpx
import pytest

from tests.support.polling import until
from tests.support.ports import free_port
from tests.support.serve_process import Players, ServeProcess

CONNECTIONS = 40
UNUSED_SECONDS, CLOSING_SECONDS = 4.0, 2.5  # together longer than the API keeps its connections
pytestmark = pytest.mark.skipif(shutil.which("haproxy") is None, reason="HAProxy is missing")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServeProcess, int]]:
    metrics = free_port()
    while not 1024 < metrics < 65_000:
        metrics = free_port()
    env = {
        "LUDOTHEQUE_PROCESSES": "2",
        "LUDOTHEQUE_METRICS_ADDRESS": f"127.0.0.1:{metrics}",
        "LUDOTHEQUE_RATE_PER_ADDRESS": "3:60",
        "LUDOTHEQUE_RATE_PER_TOKEN": "off",
        "LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.0/8",
    }
    server = ServeProcess(tmp_path_factory.mktemp("processes") / "var", env=env).ready()
    try:
        assert httpx.get(f"{server.url}/v1/tables/{'a' * 26}").status_code == 404  # at once
        yield server, metrics
    finally:
        server.stop()
        server.kill_all()


def caller(last: int) -> dict[str, str]:
    """Return the header of a proxy on this machine for a caller of its own."""
    return {"X-Forwarded-For": f"192.0.2.{last}"}


def commands_of(process: int, metrics: int) -> float:
    """Return how many commands this process has answered."""
    text = httpx.get(f"http://127.0.0.1:{metrics + process}/metrics").text
    name = 'ludotheque_requests_total{method="POST",route="/v1/tables/{table}/commands"'
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


def test_all_requests_of_a_table_reach_one_process(served: tuple[ServeProcess, int]) -> None:
    server, metrics = served
    with closing(Players(server.url)) as players:
        players.http.headers.update(caller(1))
        before = [commands_of(process, metrics) for process in (0, 1)]
        for _ in range(6):
            players.play()
        after = [commands_of(process, metrics) for process in (0, 1)]
    gained = sorted(now - then for now, then in zip(after, before, strict=True))
    assert gained[0] == 0
    assert gained[1] >= 6


def test_the_metrics_of_one_process_are_not_shown_as_those_of_all(
    served: tuple[ServeProcess, int],
) -> None:
    server, _ = served
    answer = httpx.get(f"{server.url}/metrics")
    assert answer.status_code == 404
    assert "LUDOTHEQUE_METRICS_ADDRESS" in answer.text


def test_processes_share_the_limits_and_count_the_caller_behind_the_proxies(
    served: tuple[ServeProcess, int],
) -> None:
    server, _ = served
    path = f"{server.url}/v1/tables/{'a' * 26}"
    answers = [httpx.get(path, headers=caller(2)) for _ in range(45)]
    assert answers[0].headers["RateLimit-Policy"] == '"address";q=30;w=15'
    assert {answer.status_code for answer in answers} == {404, 429}
    assert httpx.get(path, headers=caller(3)).status_code == 404


@pytest.mark.long
def test_no_request_is_lost_to_a_connection_that_was_not_used_for_a_while(
    served: tuple[ServeProcess, int],
) -> None:
    """HAProxy is stopped meanwhile, so that it would notice a closed connection too late."""
    server, _ = served
    proxy = server.children()[2]
    callers = [HTTPConnection("127.0.0.1", server.port) for _ in range(CONNECTIONS)]
    for _ in range(2):
        assert register_all(callers) == {201}
    time.sleep(UNUSED_SECONDS)
    os.kill(proxy, signal.SIGSTOP)
    time.sleep(CLOSING_SECONDS)
    assert register_all(callers, lambda: os.kill(proxy, signal.SIGCONT)) == {201}
    for each in callers:
        each.close()


def register_all(
    callers: Sequence[HTTPConnection], sent: Callable[[], None] = lambda: None
) -> set[int]:
    """Send one request at each connection, then read all responses; return their statuses."""
    for number, each in enumerate(callers):
        body = '{"name": "Somebody"}'
        headers = {"Content-Type": "application/json", **caller(100 + number)}
        each.request("POST", "/v1/players", body, headers)
    sent()
    answers = [each.getresponse() for each in callers]
    return {answer.status for answer in answers if answer.read()}


def test_a_killed_process_is_replaced_and_the_other_one_answers_meanwhile(
    served: tuple[ServeProcess, int],
) -> None:
    server, _ = served
    with closing(Players(server.url)) as players:
        players.http.headers.update(caller(4))
        players.play()
        for child in server.children()[:2]:
            os.kill(child, signal.SIGKILL)
            began = time.monotonic()
            until(lambda: answers(players), 10)
            assert time.monotonic() - began < 10
            until(lambda: len(set(server.children())) == len(server.pids()) - 2, 20)
        players.play()


def answers(players: Players) -> bool:
    try:
        return players.http.get(f"/v1/tables/{players.table}").status_code == 200
    except httpx.TransportError:
        return False
