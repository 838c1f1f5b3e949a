"""Taking a seat, leaving it, starting."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable, open_table

BAD_SITTING = [
    ({"luck": ""}, 400, "malformed", "luck"),
    ({"luck": "C" * 64}, 400, "malformed", "luck"),
    ({"luck": "c" * 65}, 400, "malformed", "luck"),
    ({"luck": 7}, 400, "malformed", "luck"),
    ({"entropy": "my own words"}, 400, "malformed", "entropy"),
    ({"preference": ""}, 400, "malformed", "preference"),
    ({"preference": "mauve"}, 409, "unknown_preference", "preference"),
    ({"code": "x" * 65}, 400, "malformed", "code"),
    ({"seat": 0}, 400, "malformed", "seat"),
    ([], 400, "malformed", None),
]

REFUSED = [  # at this table, to the player of this seat or to a stranger
    ("filled_table", 1, "POST seats", 409, "already_seated"),
    ("filled_table", None, "POST seats", 409, "table_full"),
    ("race", None, "POST seats", 409, "already_started"),
    ("finished", None, "POST seats", 409, "table_finished"),
    ("filled_table", 1, "DELETE seats/2", 403, "not_your_seat"),
    ("filled_table", None, "DELETE seats/2", 403, "not_your_seat"),
    ("race", 0, "DELETE seats/1", 403, "not_your_seat"),
    ("finished", 1, "DELETE seats/1", 409, "table_finished"),
    ("filled_table", 1, "POST start", 403, "not_the_host"),
    ("filled_table", None, "POST start", 403, "not_the_host"),
    ("race", 0, "POST start", 409, "already_started"),
    ("finished", 0, "POST start", 409, "table_finished"),
]


@pytest.fixture
def table(anne: Caller) -> str:
    made = anne.post("/v1/tables", {"game": GAME, "seats": 3})
    return str(made.headers["location"])


def test_seats_are_taken_in_order(anne: Caller, bob: Caller, table: str) -> None:
    first, then = anne.post(f"{table}/seats", {}), bob.post(f"{table}/seats", {})
    assert (first.status_code, first.json()["seat"], then.json()["seat"]) == (201, 0, 1)
    assert [each["player"] for each in anne.get(table).json()["seats"]] == [anne.id, bob.id]


def test_the_answer_is_a_receipt(bob: Caller, table: str) -> None:
    sat = bob.post(f"{table}/seats", {}).json()
    seen = bob.get(table).json()
    assert (sat["version"], sat["head"]) == (seen["version"], seen["head"])
    [event] = sat["events"]
    assert (event["type"], event["data"]["player"]) == ("table.seat_taken", bob.id)


def test_sealed_luck_and_a_piece_are_taken(bob: Caller, table: str) -> None:
    body = {"luck": "c" * 64, "preference": "green"}
    [event] = bob.post(f"{table}/seats", body).json()["events"]
    assert event["data"]["luck"] == "c" * 64
    assert bob.get(table).json()["seats"][0]["piece"] == "green"


@pytest.mark.parametrize(("body", "status", "code", "field"), BAD_SITTING)
def test_a_sitting_that_cannot_be_is_refused(
    bob: Caller, table: str, stored: StoreContents, body: object, status: int, code: str, field: str
) -> None:
    with stored.unchanged():
        problem = assert_problem(bob.post(f"{table}/seats", body), status, code)
    assert problem.get("field") == field


@pytest.mark.parametrize(("table", "seat", "request_", "status", "code"), REFUSED)
def test_what_a_caller_may_not_do_is_refused_and_changes_nothing(
    request: pytest.FixtureRequest,
    bob: Caller,
    stored: StoreContents,
    table: str,
    seat: int | None,
    request_: str,
    status: int,
    code: str,
) -> None:
    at: HttpTable = request.getfixturevalue(table)
    caller = bob if seat is None else at.people[seat]
    method, path = request_.split()
    body: dict[str, Any] = {"json": {}} if path == "seats" else {}
    with stored.unchanged():
        assert_problem(caller.ask(method, f"{at.path}/{path}", **body), status, code)


def test_a_piece_is_claimed_once(
    anne: Caller, bob: Caller, table: str, stored: StoreContents
) -> None:
    anne.post(f"{table}/seats", {"preference": "green"})
    with stored.unchanged():
        again = bob.post(f"{table}/seats", {"preference": "green"})
    assert assert_problem(again, 409, "preference_taken")["field"] == "preference"


def test_a_private_table_wants_its_code(anne: Caller, bob: Caller, stored: StoreContents) -> None:
    made = anne.post("/v1/tables", {"game": GAME, "private": True}).json()
    path, code = f"/v1/tables/{made['id']}", made["you"]["code"]
    for wrong in ({}, {"code": ""}, {"code": code[:-1]}, {"code": "é"}, {"code": f"{code}x"}):
        with stored.unchanged():
            assert_problem(bob.post(f"{path}/seats", wrong), 404, "no_such_table")
    assert bob.post(f"{path}/seats", {"code": code.upper()}).status_code == 201


def test_only_the_host_gets_the_code(anne: Caller, bob: Caller, anyone: Caller) -> None:
    made = anne.post("/v1/tables", {"game": GAME, "private": True}).json()
    path, code = f"/v1/tables/{made['id']}", made["you"]["code"]
    assert anne.get(path).json()["you"]["code"] == code
    for caller in (bob, anyone):
        for part in ("", "/events", "/history"):
            assert code not in caller.get(path + part).text


def test_players_behind_close_up_when_a_seat_is_left(filled_table: HttpTable) -> None:
    left = filled_table.people[1].delete(f"{filled_table.path}/seats/1")
    assert (left.status_code, left.content) == (204, b"")
    players = [each["player"] for each in filled_table.seen()["seats"]]
    assert players == [filled_table.people[0].id, filled_table.people[2].id]


def test_a_seat_left_after_the_start_goes_on_autopilot(
    race: HttpTable, stored: StoreContents
) -> None:
    assert race.people[1].delete(f"{race.path}/seats/1").status_code == 204
    assert [each["autopilot"] for each in race.seen()["seats"]] == [False, True, False]
    with stored.unchanged():
        assert_problem(race.people[1].delete(f"{race.path}/seats/1"), 409, "already_left")


def test_a_player_who_left_after_the_start_may_take_the_seat_back(race: HttpTable) -> None:
    race.people[1].delete(f"{race.path}/seats/1")
    back = race.people[1].post(f"{race.path}/seats", {})
    assert (back.status_code, back.json()["seat"]) == (201, 1)
    assert not any(each["autopilot"] for each in race.seen()["seats"])


NOBODYS_SEATS = ("3", "7", "8", "-1", "-0", "01", "9" * 20, "9" * 5000)
NO_NUMBERS = ("x", "0x1", "1.0", "%00", "1%0A", "%D9%A1", "%FF")


@pytest.mark.parametrize("seat", [*NOBODYS_SEATS, *NO_NUMBERS])
def test_a_seat_that_nobody_has_cannot_be_left(
    filled_table: HttpTable, stored: StoreContents, seat: str
) -> None:
    with stored.unchanged():
        answer = filled_table.host.delete(f"{filled_table.path}/seats/{seat}")
        assert_problem(answer, 404, "no_such_seat")


def test_the_start_deals(filled_table: HttpTable) -> None:
    dealt = filled_table.host.post(f"{filled_table.path}/start")
    assert dealt.status_code == 200
    types = [event.get("type", "sealed") for event in dealt.json()["events"]]
    assert types[0] == "table.started"
    assert types[-1] == "table.decision_opened"
    assert types.count("sealed") == 5  # the draws, the stack, the pile, two other hands
    assert filled_table.seen()["status"] == "running"


def test_too_few_cannot_start(http: httpx.Client, stored: StoreContents) -> None:
    filled_table = open_table(http)
    filled_table.people[2].delete(f"{filled_table.path}/seats/2")
    with stored.unchanged():
        problem = assert_problem(
            filled_table.host.post(f"{filled_table.path}/start"), 409, "bad_seats"
        )
    assert "3 to 8 players; this table has 2" in problem["detail"]
    assert problem["rule"] == "GB-10"


def test_an_option_that_names_nobody_is_found_at_the_start(
    http: httpx.Client, stored: StoreContents
) -> None:
    filled_table = open_table(http, 6, options={"first_player": 5})
    assert filled_table.host.delete(f"{filled_table.path}/seats/5").is_success
    with stored.unchanged():
        problem = assert_problem(
            filled_table.host.post(f"{filled_table.path}/start"), 409, "bad_option"
        )
    assert (problem["rule"], problem["field"]) == ("GB-15", "first_player")


def test_a_host_without_a_seat_sees_no_hand(
    anne: Caller, somebody: Callable[[str], Caller]
) -> None:
    table = anne.post("/v1/tables", {"game": GAME}).headers["location"]
    for name in ("Bob", "Chloé", "Dirk"):
        somebody(name).post(f"{table}/seats", {})
    dealt = anne.post(f"{table}/start").json()
    assert sum("sealed" in event for event in dealt["events"]) == 6
    assert_problem(anne.get(f"{table}/actions"), 403, "not_seated")
