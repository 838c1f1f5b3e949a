"""Bad input of an auction and a race is rejected with its rule and changes nothing."""

from typing import Any

import httpx
import pytest

from tests.support.documents.problems import assert_problem
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import HttpTable, start_table

BID = "galopp_royal.bid"


@pytest.fixture(scope="module")
def auction(http: httpx.Client) -> HttpTable:
    """Seat 0 has passed, seat 1 has bid 5, seat 2 is asked; these tests change nothing."""
    options = {"first_seat": 0, "races": 1}
    filled_table = start_table(http, 4, game="galopp_royal", options=options)
    for seat, command in enumerate(({"type": "galopp_royal.pass"}, {"type": BID, "amount": 5})):
        assert filled_table.send(filled_table.people[seat], command).status_code == 200
    return filled_table


@pytest.mark.parametrize(
    ("seat", "command", "code", "rule"),
    [
        (2, {"type": BID, "amount": 0}, "bad_amount", "GR-3.3"),
        (2, {"type": BID, "amount": 5}, "bad_amount", "GR-3.3"),
        (2, {"type": BID, "amount": 51}, "bad_amount", "GR-3.3"),
        (2, {"type": BID, "amount": 2**53 - 1}, "bad_amount", "GR-3.3"),
        (0, {"type": BID, "amount": 6}, "not_your_turn", "GR-3.3"),
        (3, {"type": "galopp_royal.pass"}, "not_your_turn", "GR-3.3"),
        (2, {"type": "galopp_royal.roll"}, "not_now", "GR-10.3"),
        (2, {"type": "galopp_royal.crafty", "own": 2}, "not_now", "GR-10.3"),
        (2, {"type": "galopp_royal.remove", "slots": []}, "not_now", "GR-10.6"),
    ],
)
def test_what_the_rules_refuse(
    auction: HttpTable, stored: StoreContents, seat: int, command: Any, code: str, rule: str
) -> None:
    with stored.unchanged():
        for query in ({}, {"dry_run": "true"}):
            answer = auction.send(auction.people[seat], command, params=query)
            assert assert_problem(answer, 409, code)["rule"] == rule


@pytest.mark.parametrize(
    "command",
    [
        {"type": BID},
        {"type": BID, "amount": -1},
        {"type": BID, "amount": "7"},
        {"type": BID, "amount": 7.5},
        {"type": BID, "amount": 2**53},
        {"type": "galopp_royal.pass", "amount": 1},
        {"type": "galopp_royal.crafty", "own": 3},
        {"type": "galopp_royal.crafty", "own": 2, "others": [{"seat": 9, "by": 2}]},
        {"type": "galopp_royal.crafty", "own": 2, "others": [{"seat": 1}]},
        {"type": "galopp_royal.remove", "slots": {"0": 1}},
        {"type": "galopp_royal.remove", "slots": [1] * 9},
    ],
)
def test_what_is_no_command_at_all(auction: HttpTable, stored: StoreContents, command: Any) -> None:
    with stored.unchanged():
        assert_problem(auction.send(auction.people[2], command), 400, "malformed")


def test_the_list_names_every_bid_and_the_open_parameter(auction: HttpTable) -> None:
    listed = auction.actions(auction.people[2])
    commands = auction.commands(auction.people[2])
    assert commands[0] == {"type": "galopp_royal.pass"}
    assert [each["amount"] for each in commands[1:]] == list(range(6, 51))
    (parameter,) = listed["open_parameters"]
    assert parameter["schema"] == {"type": "integer", "minimum": 6, "maximum": 50}


def test_a_dry_run_of_a_bid_returns_only_the_bid(auction: HttpTable, stored: StoreContents) -> None:
    with stored.unchanged():
        query = {"dry_run": "true"}
        tried = auction.send(auction.people[2], {"type": BID, "amount": 9}, params=query).json()
    assert [event["type"] for event in tried["events"]] == ["galopp_royal.bid_placed"]


def test_a_table_is_played_to_its_end_by_first_listed_actions(http: httpx.Client) -> None:
    filled_table = start_table(
        http, 3, game="galopp_royal", options={"races": 2, "early_stop": True}
    )
    filled_table.finish()
    seen = filled_table.seen()
    assert (seen["status"], seen["view"]["phase"], seen["view"]["race"]) == (
        "finished",
        "finished",
        2,
    )
