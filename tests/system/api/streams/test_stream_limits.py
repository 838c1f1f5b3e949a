"""Heartbeats, too many streams, clients that do not read, and the end of the process."""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from redis import Redis

from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.network.slow_reader import SlowReader, eventful_table
from tests.support.network.sse import open_stream, read_stream
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import Api, serving, serving_with_tight_limits, until
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable, start_table


@pytest.fixture(scope="module")
def line(tight_api: Api) -> Iterator[httpx.Client]:
    with calling(tight_api.base, check_documented) as client:
        yield client


@pytest.fixture
def table(line: httpx.Client) -> HttpTable:
    return start_table(line)


def ended(line: httpx.Client, reason: str) -> float:
    name = f'ludotheque_streams_ended_total{{reason="{reason}"}}'
    lines = [each for each in line.get("/metrics").text.splitlines() if each.startswith(name)]
    return float(lines[0].rpartition(" ")[2]) if lines else 0.0


def test_a_comment_comes_while_nothing_happens(table: HttpTable) -> None:
    with open_stream(table.host, table.path) as listener:
        beats = listener.wait_for(lambda listener: [f for f in listener.frames if f.comment][2:])
        assert beats[0].data == []


def test_too_many_streams_of_one_caller_are_refused(table: HttpTable, line: httpx.Client) -> None:
    stream = f"{table.path}/events/stream"
    with ExitStack() as stack:
        for _ in range(2):
            listener = stack.enter_context(open_stream(table.host, table.path))
            listener.wait_for(lambda listener: listener.named("snapshot"))
        refusal = table.host.get(stream)
        assert_problem(refusal, 429, "too_many_streams")
        assert int(refusal.headers["retry-after"]) >= 1
        for _ in range(2):  # another caller may have streams, until the process is full
            listener = stack.enter_context(open_stream(Caller(line), table.path))
            listener.wait_for(lambda listener: listener.named("snapshot"))
        assert_problem(Caller(line).get(stream), 429, "too_many_streams")
        assert_problem(table.people[1].get(stream), 429, "too_many_streams")
    until(lambda: "ludotheque_streams_open 0.0" in line.get("/metrics").text)
    assert read_stream(table.host, table.path)[-1].event == "bye"


@pytest.fixture(scope="module")
def long(line: httpx.Client) -> HttpTable:
    return eventful_table(line)


def test_a_slow_reader_is_dropped_with_the_reason_and_misses_nothing(
    tight_api: Api, line: httpx.Client, long: HttpTable
) -> None:
    before = ended(line, "too_slow")
    slow_reader = SlowReader(tight_api.port, long)
    until(lambda: ended(line, "too_slow") > before)
    told = slow_reader.wake()
    versions = [int(frame.id) for frame in told if frame.id]
    bye = told[-1]
    assert (bye.event, bye.json["reason"]) == ("bye", "too_slow")
    assert bye.json["next_after"] == versions[-1] < long.seen()["version"]
    rest = read_stream(long.host, long.path, after=versions[-1])
    versions += [int(frame.id) for frame in rest if frame.id]
    assert versions == list(range(1, long.seen()["version"] + 1))
    until(lambda: "ludotheque_streams_open 0.0" in line.get("/metrics").text)


def test_sigterm_ends_every_stream_and_says_so(
    store: EmbeddedServer, directory: Path, long: HttpTable
) -> None:
    slow = {"LUDOTHEQUE_SLOW_SECONDS": "600", "LUDOTHEQUE_PLAYERS_PER_ADDRESS": "9"}
    with (
        serving_with_tight_limits(
            store, directory / "dying", LUDOTHEQUE_STREAMS="9", **slow
        ) as api,
        ExitStack() as s,
    ):
        http = s.enter_context(calling(api.base))
        race = start_table(http)
        ears = [s.enter_context(open_stream(caller, race.path)) for caller in race.people]
        for listener in ears:
            listener.wait_for(lambda listener: listener.named("snapshot"))
        slow_reader = SlowReader(api.port, long)
        s.callback(slow_reader.close)
        until(lambda: "ludotheque_streams_open 4.0" in http.get("/metrics").text)
        os.kill(api.pid, signal.SIGTERM)
        for listener in ears:
            assert listener.bye() == {"reason": "shutdown", "next_after": listener.last_id()}
        until(lambda: not api.alive())  # within a second: see test_stream_end.py


def test_however_many_listen_one_reader_asks_the_store(directory: Path) -> None:
    """Streams of many tables and seats share the connections of their process."""
    with (
        running("valkey", directory / "own store") as own,
        serving(own.url, directory / "own") as api,
        calling(api.base) as http,
        Redis.from_url(own.url) as redis,
        ExitStack() as stack,
    ):
        tables = [start_table(http) for _ in range(4)]

        def open_streams() -> int:
            for table in tables:
                for caller in table.people:
                    listener = stack.enter_context(open_stream(caller, table.path))
                    listener.wait_for(lambda listener: listener.named("snapshot"))
            return len(redis.client_list())

        assert open_streams() == open_streams()
        assert "ludotheque_streams_open 24.0" in http.get("/metrics").text
