"""Bots over HTTP: seated by the host, visible to all, rejected where they do not fit."""

import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME

BAD_BOTS = [
    ({"bot": "deep_thought"}, 400, "malformed", "bot"),
    ({"bot": ""}, 400, "malformed", "bot"),
    ({"bot": 7}, 400, "malformed", "bot"),
    ({"bot": ["random"]}, 400, "malformed", "bot"),
    ({"bot": "random", "luck": "c" * 64}, 409, "bot_luck", "luck"),
    ({"bot": "random", "preference": "mauve"}, 409, "unknown_preference", "preference"),
]


@pytest.fixture
def table(anne: Caller) -> str:
    made = anne.post("/v1/tables", {"game": GAME, "seats": 3, "sit": True})
    return str(made.headers["location"])


def test_the_host_seats_bots_and_everybody_sees_what_they_are(
    anne: Caller, anyone: Caller, table: str
) -> None:
    for seat, bot in ((1, "random"), (2, "greedy")):
        sat = anne.post(f"{table}/seats", {"bot": bot})
        assert (sat.status_code, sat.json()["seat"]) == (201, seat)
        [event] = sat.json()["events"]
        assert (event["data"]["bot"], event["data"]["luck"]) == (bot, None)
    seats = anyone.get(table).json()["seats"]
    assert [each["bot"] for each in seats] == [None, "random", "greedy"]
    assert len({each["player"] for each in seats}) == 3
    assert anne.post(f"{table}/start").status_code == 200


def test_a_bot_may_claim_a_piece(anne: Caller, table: str) -> None:
    anne.post(f"{table}/seats", {"bot": "greedy", "preference": "green"})
    assert anne.get(table).json()["seats"][1]["piece"] == "green"


@pytest.mark.parametrize(("body", "status", "code", "field"), BAD_BOTS)
def test_a_bot_that_cannot_be_is_refused(
    anne: Caller,
    table: str,
    stored: StoreContents,
    body: object,
    status: int,
    code: str,
    field: str,
) -> None:
    with stored.unchanged():
        problem = assert_problem(anne.post(f"{table}/seats", body), status, code)
    assert problem.get("field") == field


def test_the_same_key_seats_one_bot(anne: Caller, table: str, stored: StoreContents) -> None:
    key = {"Idempotency-Key": "one bot"}
    assert_problem(anne.post(f"{table}/seats", {"bot": "random"}, headers=key), 400, "malformed")
    key = {"Idempotency-Key": "one-bot"}
    first = anne.post(f"{table}/seats", {"bot": "random"}, headers=key)
    with stored.unchanged():
        again = anne.post(f"{table}/seats", {"bot": "random"}, headers=key)
    assert (again.status_code, again.content) == (first.status_code, first.content)
    other = anne.post(f"{table}/seats", {"bot": "greedy"}, headers=key)
    assert_problem(other, 409, "idempotency_key_reused")


WEEK = 7 * 24 * 3600
UNKNOWN_CLOCKS: tuple[object, ...] = (
    *({"kind": "per_decision", "seconds": n} for n in (0, -1, WEEK + 1, 10**30, 1.5, True)),
    *({"kind": "fischer", "bank_seconds": n, "increment_seconds": 5} for n in (0, 2 * WEEK + 1)),
    *({"kind": "fischer", "bank_seconds": 60, "increment_seconds": n} for n in (0, 86_401)),
    *({"kind": "bank", "bank_seconds": n} for n in (0, 2 * WEEK + 1)),
    *({"kind": "correspondence", "days": n} for n in (0, 15)),
    {"kind": "fischer", "bank_seconds": 60},
    {"kind": "bank", "bank_seconds": 60, "increment_seconds": 5},
    {"kind": "sundial"},
    {},
    60,
    "rules",
)
KNOWN_CLOCKS: tuple[object, ...] = (
    None,
    *({"kind": "per_decision", "seconds": n} for n in (1, WEEK, None)),
    {"kind": "fischer", "bank_seconds": 1, "increment_seconds": 1},
    {"kind": "fischer", "bank_seconds": 2 * WEEK, "increment_seconds": 86_400},
    *({"kind": "bank", "bank_seconds": n} for n in (1, 2 * WEEK)),
    *({"kind": "correspondence", "days": n} for n in (1, 14)),
)


@pytest.mark.parametrize("clock", UNKNOWN_CLOCKS)
def test_a_clock_of_nothing_or_a_year_is_refused(
    anne: Caller, stored: StoreContents, clock: object
) -> None:
    with stored.unchanged():
        problem = assert_problem(
            anne.post("/v1/tables", {"game": GAME, "clock": clock}), 400, "malformed"
        )
    assert problem["field"].startswith("clock")


@pytest.mark.parametrize("clock", KNOWN_CLOCKS)
def test_the_shortest_and_the_longest_clock_are_taken(anne: Caller, clock: object) -> None:
    made = anne.post("/v1/tables", {"game": GAME, "clock": clock})
    assert (made.status_code, made.json()["clock"]) == (201, clock)


ONE_REQUEST = {"game": GAME, "seats": 3, "sit": True, "bots": ["greedy", "random"], "start": True}


def test_one_request_opens_a_table_with_bots_and_starts_it(
    anne: Caller, stored: StoreContents
) -> None:
    key = {"Idempotency-Key": "at-once"}
    made = anne.post("/v1/tables", ONE_REQUEST, headers=key)
    assert made.status_code == 201
    table = made.json()
    assert [seat["bot"] for seat in table["seats"]] == [None, "greedy", "random"]
    assert (table["status"], table["you"]["seat"]) == ("running", 0)
    again = anne.post("/v1/tables", ONE_REQUEST, headers=key)
    assert (again.status_code, again.json()["id"]) == (201, table["id"])
    assert len(again.json()["seats"]) == 3
    with stored.unchanged():  # nothing is opened that could not start
        full = anne.post("/v1/tables", {**ONE_REQUEST, "bots": ["greedy"] * 3})
        assert assert_problem(full, 409, "table_full")["field"] == "bots"
        few = anne.post("/v1/tables", {**ONE_REQUEST, "bots": []})
        assert assert_problem(few, 409, "bad_seats")["field"] == "start"
