"""`serve --processes 2` behind a real HAProxy: by table, without a gap, with the real caller."""

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from http.client import HTTPConnection

import httpx
import pytest

from tests.support.servers.polling import until
from tests.support.servers.ports import free_port
from tests.support.servers.serve_process import Players, ServeProcess

CONNECTIONS = 40
UNUSED_SECONDS, CLOSING_SECONDS = 4.0, 2.5  # together longer than the API keeps its connections
pytestmark = pytest.mark.skipif(shutil.which("haproxy") is None, reason="HAProxy is missing")
get = partial(httpx.get, verify=False)  # certificates take long to load
COMMANDS = 'method="POST",route="/v1/tables/{table}/commands"'
READS = 'method="GET",route="/v1/tables/{table}"'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServeProcess, int]]:
    metrics = free_port(consecutive=2)
    env = {
        "LUDOTHEQUE_PROCESSES": "2",
        "LUDOTHEQUE_METRICS_ADDRESS": f"127.0.0.1:{metrics}",
        "LUDOTHEQUE_RATE_PER_ADDRESS": "3:60",
        "LUDOTHEQUE_RATE_PER_TOKEN": "off",
        "LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.0/8",
    }
    server = ServeProcess(tmp_path_factory.mktemp("processes") / "var", env=env).ready()
    try:
        assert get(f"{server.url}/v1/tables/{'a' * 26}").status_code == 404  # at once
        until_both_are_reached(server, metrics)
        yield server, metrics
    finally:
        server.stop()
        server.kill_all()


def caller(last: int) -> dict[str, str]:
    """Return the header of a proxy on this machine for a caller of its own."""
    return {"X-Forwarded-For": f"192.0.2.{last}"}


def answered(process: int, metrics: int, request: str = COMMANDS) -> float:
    """Return how many of these requests this process has answered."""
    text = get(f"http://127.0.0.1:{metrics + process}/metrics").text
    name = f"ludotheque_requests_total{{{request},"
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


def until_both_are_reached(server: ServeProcess, metrics: int) -> None:
    """Wait until HAProxy sends tables to both processes."""

    def reached() -> bool:
        try:
            before = [answered(process, metrics, READS) for process in (0, 1)]
            for number in range(20):
                path = f"{server.url}/v1/tables/{number:026}"
                get(path, headers=caller(200 + number))
            after = [answered(process, metrics, READS) for process in (0, 1)]
        except httpx.TransportError:
            return False
        return all(now > then for now, then in zip(after, before, strict=True))

    until(reached)


def test_all_requests_of_a_table_reach_one_process(served: tuple[ServeProcess, int]) -> None:
    server, metrics = served
    with closing(Players(server.url)) as players:
        players.http.headers.update(caller(1))
        before = [answered(process, metrics) for process in (0, 1)]
        for _ in range(6):
            players.play()
        after = [answered(process, metrics) for process in (0, 1)]
    gained = sorted(now - then for now, then in zip(after, before, strict=True))
    assert gained[0] == 0
    assert gained[1] >= 6


def test_the_metrics_of_one_process_are_not_shown_as_those_of_all(
    served: tuple[ServeProcess, int],
) -> None:
    server, _ = served
    answer = get(f"{server.url}/metrics")
    assert answer.status_code == 404
    assert "LUDOTHEQUE_METRICS_ADDRESS" in answer.text


def test_processes_share_the_limits_and_count_the_caller_behind_the_proxies(
    served: tuple[ServeProcess, int],
) -> None:
    server, _ = served
    path = f"{server.url}/v1/tables/{'a' * 26}"
    answers = [get(path, headers=caller(2)) for _ in range(45)]
    assert answers[0].headers["RateLimit-Policy"] == '"address";q=30;w=15'
    assert {answer.status_code for answer in answers} == {404, 429}
    assert get(path, headers=caller(3)).status_code == 404


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
    server, metrics = served
    with closing(Players(server.url)) as players:
        players.http.headers.update(caller(4))
        before = [answered(process, metrics) for process in (0, 1)]
        players.play()
        [owner] = [n for n in (0, 1) if answered(n, metrics) > before[n]]
        killed = server.children()[owner]
        os.kill(killed, signal.SIGKILL)
        until(lambda: answers(players))  # by the other one
        until_both_are_reached(server, metrics)
        assert killed not in server.children()
        players.play()


def answers(players: Players) -> bool:
    try:
        return players.http.get(f"/v1/tables/{players.table}").status_code == 200
    except httpx.TransportError:
        return False
