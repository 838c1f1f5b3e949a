"""A player among bots: timed out, back again, and unharmed by the death of any process."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

from openapi.play.table import first
from tests.support.network.retrying_transport import PATIENT
from tests.support.network.sse import EventStream, open_stream
from tests.support.servers.processes import Api, until
from tests.support.servers.serve_process import ServeProcess
from tests.support.tables.http_table import HttpTable, table_at
from workers.supervisor.lock import started_at
from workers.timers import LEASE_MS

BOTS = ("random", "greedy", "greedy")


def among_bots(url: str, clock: int | None) -> AbstractContextManager[HttpTable]:
    """Start a table of a person and three bots; the person retries while the server is away."""
    return table_at(url, PATIENT, seats=1 + len(BOTS), bots=BOTS, clock=clock)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServeProcess]:
    one = ServeProcess(tmp_path / "var")
    try:
        yield one.ready()
    finally:
        one.kill_all()


def test_bots_answer_when_they_are_asked_and_not_when_the_timers_look_again(
    whole_server: Api,
) -> None:
    with among_bots(whole_server.base, clock=None) as table:
        waits: list[float] = []
        while table.play() and len(waits) < 9:
            began = time.monotonic()
            table.await_turn()
            waits.append(time.monotonic() - began)
        # On an idle machine all of them are shorter than a second; on a busy one, one is enough.
        assert min(waits) < LEASE_MS / 1000


def test_an_absent_player_times_out_and_can_come_back(whole_server: Api) -> None:
    with among_bots(whole_server.base, clock=4) as table:
        until(lambda: "table.timed_out" in table.types())
        # Two more and the autopilot would take over; a player who plays is back.
        back = until(lambda: _plays_in_time(table))
        assert back["events"][0]["type"] == "table.seat_returned"
        assert not table.seen()["seats"][0]["autopilot"]


def test_the_bots_are_seen_to_move_on_the_stream_without_asking(whole_server: Api) -> None:
    with (
        among_bots(whole_server.base, clock=600) as table,
        open_stream(table.host, table.path, max_seconds=300) as listener,
    ):
        for _ in range(3):
            played = table.play()["events"][0]["version"]
            listener.wait_for(lambda listener, played=played: _asked_since(listener, played))  # type: ignore[misc]
        events = listener.events()
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    moved = {e["seat"] for e in events if e.get("type") == "gumball_rally.card_played"}
    assert moved == {0, 1, 2, 3}


def _asked_since(listener: EventStream, version: int) -> bool:
    """Return whether the stream has announced another turn of the person."""
    new = [event for event in listener.events() if event["version"] > version]
    return any(0 in e["data"]["seats"] for e in new if e.get("type") == "table.decision_opened")


def _plays_in_time(table: HttpTable) -> Any:
    turn = table.await_turn()
    assert turn is not None
    answer = table.send(table.host, first(turn))
    return answer.json() if answer.is_success else None


def test_when_the_only_person_leaves_the_bots_do_not_go_on(whole_server: Api) -> None:
    with among_bots(whole_server.base, clock=60) as table:
        assert table.play()
        assert table.host.delete(f"{table.path}/seats/0").is_success
        assert table.seen()["status"] == "abandoned"


def test_whichever_process_is_killed_nothing_is_lost_and_the_table_goes_on(
    served: ServeProcess,
) -> None:
    with among_bots(served.url, clock=600) as table:
        acknowledged = table.play()["events"]
        for n in range(len(served.children())):
            _kill(served, lambda n=n: served.children()[n])  # type: ignore[misc]
            acknowledged += table.play()["events"]
        _kill(served, served.store)
        while receipt := table.play():
            acknowledged += receipt["events"]
        assert table.seen()["status"] == "finished"
        history = table.events()
        assert [event["version"] for event in history] == list(range(1, len(history) + 1))
        for event in acknowledged:
            version = event["version"]
            assert event in (history[version - 1], {"version": version, **_sealed(event)})
        assert _answered_once(history)


def _kill(served: ServeProcess, which: Callable[[], int]) -> None:
    """kill -9, and wait until another has taken its place."""
    before = which()
    os.kill(before, signal.SIGKILL)
    until(lambda: _replaced(which, before))
    served.pids()


def _replaced(which: Callable[[], int], before: int) -> bool:
    with suppress(OSError, ValueError, IndexError):  # not written down yet
        return which() != before and started_at(which()) is not None
    return False


def _sealed(event: Any) -> Any:
    """What was hidden then is public at the end; its seal was a promise that audits check."""
    kept = ("sealed", "command")  # the first event of a command has its seal, too
    return {name: event[name] for name in kept if name in event} if "sealed" in event else {}


def _answered_once(history: list[Any]) -> bool:
    """Between any two questions one card was played."""
    types = [event["type"] for event in history]
    asked = [n for n, name in enumerate(types) if name == "table.decision_opened"]
    spans = zip(asked, [*asked[1:], len(types)], strict=True)
    return all(types[a:b].count("gumball_rally.card_played") == 1 for a, b in spans)
