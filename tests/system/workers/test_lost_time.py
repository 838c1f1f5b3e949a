"""Time in which nobody could play is given back, and no more than that; with real processes."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import takewhile
from pathlib import Path

import pytest

from tests.support.players.callers import calling
from tests.support.servers.processes import serving, until
from tests.support.servers.serve_process import ServeProcess
from tests.support.servers.shifted_clock import ShiftedClock
from tests.support.servers.timed_service import TimedService, timed_service
from tests.support.tables.http_table import HttpTable, start_table, start_tables
from tests.support.tables.timed_tables import (
    ASKED,
    MOVED,
    TIMED_OUT,
    ServiceHeart,
    deadline,
    first_deadline,
    seconds,
)

HOUR_MS = 3_600_000
TABLES = 9
CLOCK = 6  # seconds per decision
AWAY = CLOCK + 2.0  # seconds: every deadline passes meanwhile
LATE = 30.0  # seconds after its deadline a time-out is called at most; a quarter of one is usual
STALL = 5.0  # seconds that a busy machine may keep the API from its beat, which is an outage


@pytest.fixture
def service() -> Iterator[TimedService]:
    with timed_service() as service:
        yield service


def assert_given_back(service: TimedService, tables: list[HttpTable]) -> None:
    """Fail unless the first decision of each table is still open and can be answered."""
    for table in tables:
        table.step()
    for table in tables:
        assert table.events(TIMED_OUT) == []
        assert gained(table) > AWAY - 2.0
    assert any(ended - began > (AWAY - 2.0) * 1000 for began, ended in service.heart.outages())


def gained(table: HttpTable) -> float:
    """Return the seconds by which the first deadline of a table was moved in all."""
    asked = table.events(ASKED, MOVED)
    until_next = takewhile(lambda each: each["type"] == MOVED, asked[1:])
    moved = [seconds(each["data"]["deadline"]) for each in until_next]
    return moved[-1] - first_deadline(table) if moved else 0.0


def test_a_glitch_of_the_stores_clock_moves_no_deadline(service: TimedService) -> None:
    before = [start_table(service.http, clock=seconds) for seconds in (8, 7200)]
    with closing(ShiftedClock(service.store.url)) as clock:
        clock.set_wrong_by(HOUR_MS)
        service.heart.await_beats()
        assert service.heart.last() > (time.time() + 3000) * 1000
        clock.set_wrong_by(0)
        service.heart.await_beats()
        assert service.heart.last() < (time.time() + 60) * 1000
        new = start_table(service.http, clock=7200)
        service.heart.await_beats()
    stalls = [ended - began for began, ended in service.heart.outages()]
    assert max(stalls, default=0) < STALL * 1000
    assert all(gained(table) <= sum(stalls) / 1000 for table in (*before, new))
    assert deadline(new) < time.time() + 7201 + sum(stalls) / 1000
    [late] = until(lambda: before[0].events(TIMED_OUT)[:1])
    assert 0 <= seconds(late["at"]) - first_deadline(before[0]) - gained(before[0]) < LATE


def test_a_server_and_its_worker_confirm_an_outage(tmp_path: Path) -> None:
    """`serve` has no other process that could be the second witness."""
    serve = ServeProcess(tmp_path / "var").ready()
    try:
        with (
            calling(serve.url) as http,
            closing(ServiceHeart(f"unix://{serve.var}/store/server.sock?db=0")) as heart,
        ):
            heart.await_beats()
            table = start_table(http, clock=CLOCK)
            server = serve.children()[0]
            os.kill(server, signal.SIGSTOP)
            time.sleep(4.0)  # an outage after which all deadlines are moved at once
            os.kill(server, signal.SIGCONT)
            [first] = until(lambda: table.events(MOVED, TIMED_OUT)[:1])
            assert first["type"] == MOVED
            assert gained(table) > 2.0
        assert serve.stop() == 0
        assert "Traceback" not in serve.output()
    finally:
        serve.kill_all()


@pytest.mark.long
def test_tables_survive_an_api_that_is_killed(service: TimedService) -> None:
    tables = start_tables(service.http, TABLES, clock=CLOCK)
    service.api.kill()
    time.sleep(AWAY)
    service.api.start()
    assert_given_back(service, tables)


@pytest.mark.long
def test_tables_survive_an_api_that_is_paused(service: TimedService) -> None:
    tables = start_tables(service.http, TABLES, clock=CLOCK)
    service.send("api", signal.SIGSTOP)
    time.sleep(AWAY)
    service.send("api", signal.SIGCONT)
    assert_given_back(service, tables)


@pytest.mark.long
def test_tables_survive_when_api_store_and_timers_are_killed(service: TimedService) -> None:
    tables = start_tables(service.http, TABLES, clock=CLOCK)
    for name in ("api", "timers", "store"):
        service.kill(name)
    time.sleep(AWAY)
    for name in ("store", "timers", "api"):
        service.start(name)
    assert_given_back(service, tables)


@pytest.mark.long
def test_while_another_api_lives_no_time_is_given_back(service: TimedService) -> None:
    with serving(service.store.url, service.directory):
        service.heart.await_beats()
        table = start_table(service.http, clock=CLOCK)
        service.api.kill()
        time.sleep(AWAY)
        service.api.start()
        [late] = until(lambda: table.events(TIMED_OUT)[:1])
    assert gained(table) < AWAY / 2  # a busy machine may pause the other API for a moment
    assert 0 <= seconds(late["at"]) - first_deadline(table) - gained(table) < LATE
