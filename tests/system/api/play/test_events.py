"""Events page by page, and waiting for new ones."""

import threading
import time
from typing import Any

import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable

LONGEST = 30  # seconds that a client may ask the server to wait
BAD_QUERIES = [
    ("after", "-1"),
    ("after", "x"),
    ("after", str(2**53)),
    ("after", "9" * 5000),
    ("after", ""),
    ("after", "0\n"),
    ("limit", "0"),
    ("limit", "501"),
    ("limit", "-5"),
    ("limit", "1.5"),
    ("wait", "-1"),
    ("wait", "31"),
    ("wait", "nan"),
    ("wait", "inf"),
    ("wait", "soon"),
    ("lang", "de"),
    ("lang", "EN\x00"),
]


def events(table: HttpTable, caller: Caller, **query: Any) -> Any:
    answer = caller.get(f"{table.path}/events", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_past_the_end_there_is_nothing_and_the_place_is_kept(race: HttpTable) -> None:
    seen = race.seen()
    last = seen["version"]
    assert events(race, race.host, after=last) == {
        "version": last,
        "head": seen["head"],
        "next_after": last,
        "events": [],
    }


def test_without_a_language_there_is_no_sentence(race: HttpTable) -> None:
    assert all("sentence" not in event for event in events(race, race.host)["events"])


def test_a_long_poll_is_answered_as_soon_as_something_happens(race: HttpTable) -> None:
    last = race.seen()["version"]
    heard: list[tuple[Any, float]] = []

    def listen() -> None:
        page = events(race, race.people[1], after=last, wait=LONGEST)
        heard.append((page, time.monotonic()))

    listener = threading.Thread(target=listen)
    listener.start()
    time.sleep(0.15)  # in which nothing must be heard
    assert heard == []
    version = race.step()["version"]
    answered = time.monotonic()
    listener.join()
    [(page, at)] = heard
    assert page["events"][0]["version"] == last + 1
    assert page["version"] == version
    assert at - answered < LONGEST / 2  # at once, though the machine may be busy


def test_a_long_poll_ends_by_itself(race: HttpTable) -> None:
    began = time.monotonic()
    page = events(race, race.host, after=race.seen()["version"], wait=0.3)
    assert page["events"] == []
    assert time.monotonic() - began > 0.25


def test_a_long_poll_does_not_wait_for_what_is_there(race: HttpTable) -> None:
    began = time.monotonic()
    assert events(race, race.host, after=0, wait=LONGEST)["events"]
    assert time.monotonic() - began < LONGEST / 2


@pytest.mark.parametrize(("name", "value"), BAD_QUERIES)
def test_a_bad_query_is_malformed_and_named(
    read_only_table: HttpTable, name: str, value: str
) -> None:
    answer = read_only_table.host.get(f"{read_only_table.path}/events", params={name: value})
    assert assert_problem(answer, 400, "malformed")["field"] == name


def test_a_place_far_away_is_only_empty(read_only_table: HttpTable) -> None:
    assert events(read_only_table, read_only_table.host, after=2**53 - 1)["events"] == []
