"""`serve --processes 2` behind a real HAProxy: by table, without a gap, with the real caller."""

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection
from itertools import count

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.support.servers.ports import free_port
from tests.support.servers.processes import succeeds, until
from tests.support.servers.serve_process import ServeProcess
from tests.support.tables.http_table import table_at
from workers.composition.loops import LOOPS

CONNECTIONS = 40
UNUSED_SECONDS, CLOSING_SECONDS = 4.0, 2.5  # together longer than the API keeps its connections
pytestmark = pytest.mark.skipif(shutil.which("haproxy") is None, reason="HAProxy is missing")
READS = 'method="GET",route="/v1/tables/{table}"'
# Requests of one test each, so that nothing else is counted with them.
HISTORIES = 'method="GET",route="/v1/tables/{table}/history"'
RECEIPTS = 'method="GET",route="/v1/tables/{table}/receipt"'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServeProcess, int]]:
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
        until_both_are_reached(server, metrics)
        yield server, metrics
    finally:
        server.stop()
        server.kill_all()


def caller(last: int) -> dict[str, str]:
    """Return the header of a proxy on this machine for a caller of its own."""
    return {"X-Forwarded-For": f"192.0.2.{last}"}


def answered(metrics: int, request: str) -> list[float]:
    """Return how many of these requests each process has answered, as it last measured it.

    A process measures seldom: read too often, it returns earlier figures.
    """
    lines = httpx.get(f"http://127.0.0.1:{metrics}/metrics").text.splitlines()
    names = [f'ludotheque_requests_total{{process="{n}",{request},' for n in (1, 2)]
    counts = [[line for line in lines if line.startswith(name)] for name in names]
    return [sum(float(line.split()[-1]) for line in each) for each in counts]


def until_both_are_reached(server: ServeProcess, metrics: int) -> None:
    """Wait until HAProxy has sent tables to both processes since they were started."""
    numbers = count()

    def reached() -> bool:
        try:
            for _ in range(20):
                path = f"{server.url}/v1/tables/{next(numbers):026}"
                httpx.get(path, headers=caller(200 + next(numbers) % 50))
            return all(answered(metrics, READS))
        except httpx.TransportError:
            return False

    until(reached)


def test_all_requests_of_a_table_reach_one_process(served: tuple[ServeProcess, int]) -> None:
    server, metrics = served
    with table_at(server.url) as table:
        table.host.http.headers.update(caller(1))
        for _ in range(6):
            table.step()
            assert table.host.get(f"{table.path}/history").is_success
    until(lambda: sum(answered(metrics, HISTORIES)) == 6)
    assert sorted(answered(metrics, HISTORIES)) == [0, 6]


def test_the_metrics_of_all_processes_are_at_one_address_which_is_not_the_public_one(
    served: tuple[ServeProcess, int],
) -> None:
    server, metrics = served
    assert httpx.get(f"{server.url}/metrics", headers=caller(5)).status_code == 404
    assert httpx.get(f"http://127.0.0.1:{metrics}/v1/games").status_code == 404
    text = httpx.get(f"http://127.0.0.1:{metrics}/metrics").text
    families = {each.name: each for each in text_string_to_metric_families(text)}
    running = families["ludotheque_loop_running"].samples
    assert {(each.labels["process"], each.labels["loop"]) for each in running} == {
        (process, loop) for process in ("1", "2") for loop in LOOPS
    }
    assert {each.value for each in running} == {1.0}


def test_processes_share_the_limits_and_count_the_caller_behind_the_proxies(
    served: tuple[ServeProcess, int],
) -> None:
    server, _ = served
    path = f"{server.url}/v1/tables/{'a' * 26}"
    first = httpx.get(path, headers=caller(2))
    assert (first.status_code, first.headers["RateLimit-Policy"]) == (404, '"address";q=30;w=15')
    until(lambda: httpx.get(path, headers=caller(2)).status_code == 429)
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
    server, metrics = served
    with table_at(server.url) as table:
        table.host.http.headers.update(caller(4))
        assert table.host.get(f"{table.path}/receipt").is_success
        counts = until(lambda: any(found := answered(metrics, RECEIPTS)) and found)
        killed = server.children()[counts.index(1)]
        os.kill(killed, signal.SIGKILL)
        until(lambda: succeeds(table.path, table.host))  # by the other one
        until_both_are_reached(server, metrics)
        assert killed not in server.children()
        table.step()
