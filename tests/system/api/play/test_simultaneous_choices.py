"""One question to all seats at once: choices stay sealed and never conflict."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable, start_table

ONE_ROUND = {"rounds": 1, "auto_pirates": False}


@pytest.fixture
def village(http: httpx.Client) -> HttpTable:
    """Three seats that are asked at once."""
    return start_table(http, 3, game="asterix", options=ONE_ROUND)


def events_after(village: HttpTable, caller: Caller, after: int) -> list[dict[str, Any]]:
    page = caller.get(f"{village.path}/events", params={"after": after}).json()
    events: list[dict[str, Any]] = page["events"]
    return events


@pytest.mark.rule("AX-8.7")
def test_a_choice_is_sealed_for_the_others_until_all_have_chosen(village: HttpTable) -> None:
    anne, bob, cleo = village.people
    start = village.seen()["version"]
    command = village.listed(anne)
    village.send(anne, command)
    chosen, made = events_after(village, anne, start)
    assert chosen["data"] == {"card": command["card"], "seat": 0}
    sealed, heard = events_after(village, bob, start)
    assert set(sealed) == {"version", "sealed", "command"}  # the first event of its command
    assert heard == made
    assert (village.seen(anne)["view"]["chosen"], village.seen(bob)["view"]["chosen"]) == (
        command["card"],
        None,
    )
    assert village.seen(bob)["view"]["players"][0]["has_chosen"]
    for other in (bob, cleo):
        village.send(other, village.listed(other))
    revealed = next(
        e for e in events_after(village, bob, start) if e.get("type", "").endswith("revealed")
    )
    assert revealed["data"]["cards"][0] == command["card"]


@pytest.mark.rule("AX-2.4", "AX-3.1", "AX-8.1")
def test_two_seats_that_answer_the_same_question_never_conflict(village: HttpTable) -> None:
    tags = [c.get(f"{village.path}/actions").headers["etag"] for c in village.people]
    commands = [village.listed(caller) for caller in village.people]

    def answer(seat: int) -> int:
        caller, headers = village.people[seat], {"If-Match": tags[seat]}
        return village.send(caller, commands[seat], headers=headers).status_code

    with ThreadPoolExecutor(2) as both:
        assert list(both.map(answer, (0, 1))) == [200, 200]
    assert village.people[0].get(f"{village.path}/actions").headers["etag"] == tags[0]
    assert answer(0) == 200  # a second thought
    assert answer(2) == 200
    moved_on = village.send(village.host, commands[0], headers={"If-Match": tags[0]})
    assert_problem(moved_on, 412, "decision_moved_on")
