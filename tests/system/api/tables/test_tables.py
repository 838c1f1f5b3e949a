"""Opening a table and reading it."""

import pytest

from domain.fairness.chain import commitment
from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable

BAD_BODIES = [
    ({}, "malformed", "game"),
    ({"game": "chess"}, "malformed", "game"),
    ({"game": 7}, "malformed", "game"),
    ({"game": GAME, "seats": 2}, "malformed", "seats"),
    ({"game": GAME, "seats": 9}, "malformed", "seats"),
    ({"game": GAME, "seats": "3"}, "malformed", "seats"),
    ({"game": GAME, "seats": 3.5}, "malformed", "seats"),
    ({"game": GAME, "seats": 1e300}, "malformed", "seats"),
    ({"game": GAME, "seats": 10**400}, "malformed", "seats"),
    ({"game": GAME, "seats": True}, "malformed", "seats"),
    (
        {"game": GAME, "clock": {"kind": "per_decision", "seconds": 0}},
        "malformed",
        "clock.seconds",
    ),
    ({"game": GAME, "clock": "slow"}, "malformed", "clock"),
    ({"game": GAME, "sit": 1}, "malformed", "sit"),
    ({"game": GAME, "options": {"speed": 3}}, "malformed", "options.speed"),
    ({"game": GAME, "options": {"point_set": "huge"}}, "malformed", "options.point_set"),
    ({"game": GAME, "options": {"first_player": "0"}}, "malformed", "options.first_player"),
    ({"game": GAME, "options": []}, "malformed", "options"),
    ({"game": GAME, "colour": "red"}, "malformed", "colour"),
]


def test_the_player_who_opens_a_table_is_its_host(anne: Caller) -> None:
    made = anne.post("/v1/tables", {"game": GAME})
    assert made.status_code == 201
    table = made.json()
    assert made.headers["location"] == f"/v1/tables/{table['id']}"
    assert made.headers["etag"] == '"1"'
    assert (table["host"], table["you"]["host"], table["seats"]) == (anne.id, True, [])
    assert anne.get(made.headers["location"]).json() == table


def test_fields_that_are_left_out_have_their_defaults(anne: Caller, anyone: Caller) -> None:
    game = anyone.get(f"/v1/games/{GAME}").json()
    table = anne.post("/v1/tables", {"game": GAME}).json()
    assert (table["options"], table["size"]) == (game["options"], game["most_seats"])
    assert table["clock"] == {"kind": "per_decision", "seconds": None}
    assert (table["private"], table["status"]) == (False, "open")


def test_fields_that_are_given_are_kept(anne: Caller) -> None:
    options = {"photo_finish": True, "point_set": "minimal", "first_player": 2}
    clock = {"kind": "per_decision", "seconds": 30}
    body = {"game": GAME, "options": options, "seats": 4, "clock": clock}
    table = anne.post("/v1/tables", body).json()
    assert (table["options"], table["size"], table["clock"]) == (options, 4, clock)


def test_a_whole_float_is_a_number(anne: Caller) -> None:
    assert anne.post("/v1/tables", {"game": GAME, "seats": 4.0}).json()["size"] == 4


@pytest.mark.parametrize(("body", "code", "field"), BAD_BODIES)
def test_a_table_that_cannot_be_is_not_opened(
    anne: Caller, stored: StoreContents, body: object, code: str, field: str | None
) -> None:
    with stored.unchanged():
        answer = anne.post("/v1/tables", body)
    problem = assert_problem(answer, 400, code)
    assert problem.get("field") == field


def test_the_luck_is_committed_to_before_anyone_sits(finished: HttpTable) -> None:
    committed = finished.seen(at=1)["commitment"]
    seed = finished.host.get(f"{finished.path}/history").json()["header"]["seed"]
    assert commitment(finished.id, bytes.fromhex(seed)) == committed


@pytest.mark.parametrize(
    "table", ["a" * 26, "nonsense", "A" * 26, "a" * 27, "a" * 26 + "%0A", "%00" * 26, "1" * 26]
)
@pytest.mark.parametrize("part", ["", "/actions", "/events", "/history"])
def test_an_unknown_table_is_not_there(anne: Caller, table: str, part: str) -> None:
    assert_problem(anne.get(f"/v1/tables/{table}{part}"), 404, "no_such_table")


def test_the_etag_begins_with_the_version(race: HttpTable) -> None:
    answer = race.host.get(race.path)
    assert answer.headers["etag"].startswith(f'"{answer.json()["version"]}-')


def test_an_unchanged_table_is_a_304_without_a_body(race: HttpTable) -> None:
    tag = race.host.get(race.path).headers["etag"]
    again = race.host.get(race.path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    race.step()
    assert race.host.get(race.path, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("form", ["W/{}", '"0", {}', "{} , {}", "*"])
def test_if_none_match_is_read_as_http_says(read_only_table: HttpTable, form: str) -> None:
    tag = read_only_table.host.get(read_only_table.path).headers["etag"]
    header = {"If-None-Match": form.replace("{}", tag)}
    assert read_only_table.host.get(read_only_table.path, headers=header).status_code == 304


@pytest.mark.parametrize("header", ['"0"', "garbage", '""', b'"\xff"', ",,,"], ids=repr)
def test_another_tag_gets_the_whole_answer(read_only_table: HttpTable, header: str) -> None:
    assert (
        read_only_table.host.get(
            read_only_table.path, headers={"If-None-Match": header}
        ).status_code
        == 200
    )


@pytest.mark.parametrize("at", ["0", "-1", "x", "1.5", str(2**53), "9" * 5000, "", "1\n", "١"])
def test_a_version_that_cannot_be_is_malformed(read_only_table: HttpTable, at: str) -> None:
    problem = assert_problem(
        read_only_table.host.get(read_only_table.path, params={"at": at}), 400, "malformed"
    )
    assert problem["field"] == "at"


def test_another_seat_is_shown_only_after_the_end(race: HttpTable, finished: HttpTable) -> None:
    assert_problem(race.host.get(race.path, params={"seat": 1}), 403, "not_finished")
    shown = finished.seen(race.host, seat=1)
    assert shown["view"]["hand"] == finished.seen(finished.people[1])["view"]["hand"]
    assert shown["you"] == {"seats": [], "seat": 1, "host": False, "code": None, "invitation": None}


def test_ones_own_seat_may_be_named_at_any_time(race: HttpTable) -> None:
    assert race.seen(race.people[1], seat=1) == race.seen(race.people[1])


def test_another_seat_as_it_was_then_is_shown_after_the_end(finished: HttpTable) -> None:
    middle = finished.seen()["version"] // 2
    assert finished.seen(finished.host, seat=2, at=middle) | {"you": 0} == finished.seen(
        finished.people[2], at=middle
    ) | {"you": 0}


@pytest.mark.parametrize("seat", ["8", "-1", "x", "1.5", "", "0\x00", "9" * 5000])
def test_a_seat_that_cannot_be_is_malformed(read_only_table: HttpTable, seat: str) -> None:
    problem = assert_problem(
        read_only_table.host.get(read_only_table.path, params={"seat": seat}), 400, "malformed"
    )
    assert problem["field"] == "seat"
