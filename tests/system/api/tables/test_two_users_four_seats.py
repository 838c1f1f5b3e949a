"""Two players with two seats each must name the seat they act for."""

from typing import Any

import pytest

from tests.support.documents.document_check import assert_problem
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


def test_each_sees_the_cards_of_both_seats_and_of_no_other(
    anne: Caller, bob: Caller, anyone: Caller, started: str
) -> None:
    assert own_cards(anne.get(started).json()["view"]) == [0, 2]
    assert own_cards(anne.get(started, params={"seat": 2}).json()["view"]) == [0, 2]
    assert own_cards(bob.get(started).json()["view"]) == [1, 3]
    assert own_cards(anyone.get(started).json()["view"]) == []
    assert_problem(anne.get(started, params={"seat": 1}), 403, "not_finished")


def test_a_user_with_two_seats_must_send_the_seat(
    anne: Caller, bob: Caller, started: str, stored: StoreContents
) -> None:
    commands, bid = f"{started}/commands", {"type": "galopp_royal.bid", "amount": 3}
    with stored.unchanged():
        assert_problem(anne.get(f"{started}/actions"), 409, "which_seat")
        assert_problem(anne.post(commands, bid), 409, "which_seat")
        assert_problem(anne.post(commands, bid, params={"seat": 1}), 403, "not_your_seat")
        assert_problem(anne.post(commands, bid, params={"seat": 2}), 409, "not_your_turn")
        assert_problem(bob.post(commands, bid, params={"seat": 1}), 409, "not_your_turn")
    assert anne.get(f"{started}/actions", params={"seat": 2}).json()["actions"] == []
    assert anne.post(commands, bid, params={"seat": 0}).status_code == 200
    assert bob.post(commands, {**bid, "amount": 4}, params={"seat": 1}).status_code == 200
