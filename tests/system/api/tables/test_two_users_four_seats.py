"""Two players with two seats each must name the seat they act for."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.documents.problems import assert_problem
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents

OPTIONS = {"two_users": True, "first_seat": 0, "races": 1}
TABLE = {"game": "galopp_royal", "seats": 4, "sit": True, "clock": None, "options": OPTIONS}


@pytest.fixture
def table(anne: Caller, bob: Caller) -> str:
    """Anne and Bob have sat down; Anne is the host."""
    path = str(anne.post("/v1/tables", TABLE).headers["location"])
    assert bob.post(f"{path}/seats", {}).status_code == 201
    return path


@pytest.fixture
def started(anne: Caller, table: str) -> str:
    assert anne.post(f"{table}/start").status_code == 200
    return table


def own_cards(view: Any) -> list[int]:
    """The seats whose auction cards this view shows."""
    return [each["seat"] for each in view["auction"]["bidders"] if each["bearers"] is not None]


def test_two_fill_the_table(
    table: str, somebody: Callable[[str], Caller], stored: StoreContents
) -> None:
    cleo = somebody("Cleo")
    with stored.unchanged():
        assert_problem(cleo.post(f"{table}/seats", {}), 409, "table_full")


def test_the_start_seats_both_twice(anne: Caller, bob: Caller, started: str) -> None:
    seen = anne.get(started).json()
    assert [each["player"] for each in seen["seats"]] == [anne.id, bob.id, anne.id, bob.id]
    assert (seen["you"]["seats"], seen["you"]["seat"]) == ([0, 2], 0)


def test_the_table_for_two_users_has_four_seats(anne: Caller, stored: StoreContents) -> None:
    with stored.unchanged():
        problem = assert_problem(anne.post("/v1/tables", {**TABLE, "seats": 5}), 409, "bad_option")
    assert (problem["rule"], problem["field"]) == ("GR-2.1", "two_users")


def test_each_sees_the_cards_of_both_seats_and_of_no_other(
    anne: Caller, bob: Caller, anyone: Caller, started: str
) -> None:
    assert own_cards(anne.get(started).json()["view"]) == [0, 2]
    assert own_cards(anne.get(started, params={"seat": 2}).json()["view"]) == [0, 2]
    assert own_cards(bob.get(started).json()["view"]) == [1, 3]
    assert own_cards(anyone.get(started).json()["view"]) == []
    assert_problem(anne.get(started, params={"seat": 1}), 403, "not_finished")


def test_each_user_sees_the_cards_of_both_seats(anne: Caller, bob: Caller, started: str) -> None:
    for caller, seats in ((anne, {0, 2}), (bob, {1, 3})):
        heard = caller.get(f"{started}/events").json()["events"]
        dealt = [e for e in heard if e.get("type") == "galopp_royal.bearer_dealt"]
        assert {event["data"]["seat"] for event in dealt} == seats


def test_a_user_with_two_seats_must_send_the_seat(
    anne: Caller, bob: Caller, started: str, stored: StoreContents
) -> None:
    commands, bid = f"{started}/commands", {"type": "galopp_royal.bid", "amount": 3}
    with stored.unchanged():
        assert_problem(anne.get(f"{started}/actions"), 400, "which_seat")
        assert_problem(anne.post(commands, bid), 400, "which_seat")
        assert_problem(anne.post(commands, bid, params={"seat": 1}), 403, "not_your_seat")
        assert_problem(anne.post(commands, bid, params={"seat": 2}), 409, "not_your_turn")
        assert_problem(bob.post(commands, bid, params={"seat": 1}), 409, "not_your_turn")
    assert anne.get(f"{started}/actions", params={"seat": 2}).json()["actions"] == []
    assert anne.post(commands, bid, params={"seat": 0}).status_code == 200
    assert bob.post(commands, {**bid, "amount": 4}, params={"seat": 1}).status_code == 200


def test_two_play_to_the_end_and_their_purses_are_added_up(
    anne: Caller, bob: Caller, started: str
) -> None:
    luck = random.Random(4)
    while (seen := anne.get(started).json())["status"] == "running":
        (seat,) = seen["decision"]["seats"]
        caller, query = (anne, bob)[seat % 2], {"seat": seat}
        actions = caller.get(f"{started}/actions", params=query).json()["actions"]
        done = caller.post(f"{started}/commands", luck.choice(actions)["command"], params=query)
        assert done.status_code == 200, done.text
    gold = [chair["gold"] for chair in seen["view"]["chairs"]]
    mine, theirs = gold[0] + gold[2], gold[1] + gold[3]
    outcome = seen["outcome"]
    assert outcome["scores"] == [mine, theirs, mine, theirs]
    assert outcome["places"][0] == outcome["places"][2] == (1 if mine >= theirs else 3)
