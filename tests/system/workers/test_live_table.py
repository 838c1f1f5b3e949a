"""A player among bots: timed out, back again, and unharmed by the death of any process."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import Any

import pytest

from tests.support.network.sse import EventStream
from tests.support.players.person_among_bots import PersonAmongBots
from tests.support.servers.polling import until
from tests.support.servers.serve_process import ServeProcess
from workers.supervisor.lock import started_at
from workers.supervisor.supervisor import WORKERS
from workers.timers import LEASE_MS


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    one = ServeProcess(tmp_path_factory.mktemp("live") / "var")
    try:
        yield one.ready()
    finally:
        one.kill_all()


def test_bots_answer_when_they_are_asked_and_not_when_the_timers_look_again(
    served: ServeProcess,
) -> None:
    with closing(PersonAmongBots(served.url, clock=None)) as anne:
        waits: list[float] = []
        while anne.play() and len(waits) < 9:
            began = time.monotonic()
            anne.asked()
            waits.append(time.monotonic() - began)
        # On an idle machine all of them are shorter than a second; on a busy one, one is enough.
        assert min(waits) < LEASE_MS / 1000


def test_an_absent_player_times_out_and_can_come_back(served: ServeProcess) -> None:
    with closing(PersonAmongBots(served.url, clock=4)) as anne:
        anne.wait(lambda: "table.timed_out" in anne.types())
        # Two more and the autopilot would take over; a player who plays is back.
        back = anne.wait(lambda: _plays_in_time(anne))
        assert back["events"][0]["type"] == "table.seat_returned"
        assert not anne.sees()["seats"][0]["autopilot"]


def test_the_bots_are_seen_to_move_on_the_stream_without_asking(served: ServeProcess) -> None:
    with closing(PersonAmongBots(served.url, clock=600)) as anne, anne.open_stream() as listener:
        for _ in range(3):
            assert anne.play()
            listener.wait_for(lambda listener: _asked_since(listener, min(anne.last)))
        told = listener.events()
    assert [event["version"] for event in told] == list(range(1, len(told) + 1))
    moved = {e["seat"] for e in told if e.get("type") == "gumball_rally.card_played"}
    assert moved == {0, 1, 2, 3}


def _asked_since(listener: EventStream, version: int) -> bool:
    """Has the stream said that it is her turn again?"""
    told = [event for event in listener.events() if event["version"] > version]
    return any(0 in e["data"]["seats"] for e in told if e.get("type") == "table.decision_opened")


def _plays_in_time(anne: PersonAmongBots) -> Any:
    actions = anne.asked()
    answer = anne.ask("POST", f"{anne.path}/commands", actions[0]["command"])
    return answer.json() if answer.is_success else None


def test_when_the_only_person_leaves_the_bots_do_not_go_on(served: ServeProcess) -> None:
    with closing(PersonAmongBots(served.url, clock=60)) as anne:
        assert anne.play()
        anne.done("DELETE", f"{anne.path}/seats/0")
        assert anne.sees()["status"] == "abandoned"


@pytest.mark.long
def test_whichever_process_is_killed_nothing_is_lost_and_the_table_goes_on(
    served: ServeProcess,
) -> None:
    with closing(PersonAmongBots(served.url, clock=600)) as anne:
        assert anne.play()
        for n in range(len(WORKERS) + 1):
            _kill(served, lambda n=n: served.children()[n])  # type: ignore[misc]
            assert anne.play()
        _kill(served, served.store)
        while anne.play():
            pass
        assert anne.sees()["status"] == "finished"
        history = anne.events()
        assert [event["version"] for event in history] == list(range(1, len(history) + 1))
        for version, event in anne.told.items():
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
    return {"sealed": event["sealed"]} if "sealed" in event else {}


def _answered_once(history: list[Any]) -> bool:
    """Between any two questions one card was played."""
    types = [event["type"] for event in history]
    asked = [n for n, name in enumerate(types) if name == "table.decision_opened"]
    spans = zip(asked, [*asked[1:], len(types)], strict=True)
    return all(types[a:b].count("gumball_rally.card_played") == 1 for a, b in spans)
