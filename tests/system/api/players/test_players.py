"""Players: a name, a token that is shown once, a permanent id."""

import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import HttpTable

BAD_NAMES: list[object] = [  # more of them in unit/domain/kernel/test_visible_text.py
    "",
    " a",
    "x" * 161,
    "a\u200bb",  # zero width
    None,
    7,
]


def test_a_new_player_gets_an_id_and_a_token(anyone: Caller) -> None:
    made = anyone.post("/v1/players", {"name": "Zoé 🐌"})
    assert made.status_code == 201
    assert made.json()["name"] == "Zoé 🐌"
    assert made.headers["location"] == f"/v1/players/{made.json()['id']}"
    assert anyone.get(made.headers["location"]).json()["name"] == "Zoé 🐌"


@pytest.mark.parametrize(
    "name", ["\u0301", "x" + 5 * "\u0301"]
)  # accents without a letter, or too many
def test_a_name_that_nobody_could_read_is_refused(anyone: Caller, name: str) -> None:
    problem = assert_problem(anyone.post("/v1/players", {"name": name}), 409, "name_not_visible")
    assert problem["field"] == "name"


def test_a_name_has_as_many_code_points_as_the_document_says(anyone: Caller) -> None:
    family = "\U0001f469\u200d\U0001f680"  # one character for people, three code points
    assert anyone.post("/v1/players", {"name": 13 * family + "x"}).status_code == 201
    for name in (14 * family, 41 * "x"):
        problem = assert_problem(anyone.post("/v1/players", {"name": name}), 400, "malformed")
        assert problem["errors"][0]["code"] == "wrong_length"


def test_a_name_is_stored_in_its_normal_form(anyone: Caller) -> None:
    made = anyone.post("/v1/players", {"name": "Zoe\u0301"})
    assert made.json()["name"] == "Zo\u00e9"
    assert anyone.get(made.headers["location"]).json()["name"] == "Zo\u00e9"


def test_two_players_may_have_the_same_name(anne: Caller, anyone: Caller) -> None:
    assert anyone.post("/v1/players", {"name": "Anne"}).json()["id"] != anne.id


def test_who_am_i(anne: Caller) -> None:
    me = anne.get("/v1/players/me").json()
    assert (me["id"], me["name"]) == (anne.id, "Anne")


def test_the_profile_of_others_shows_no_token(anne: Caller, bob: Caller) -> None:
    seen = bob.get(f"/v1/players/{anne.id}").json()
    assert set(seen) == {"id", "name", "kind", "created", "records", "recent", "withheld"}


def test_an_erased_name_is_nowhere_in_the_store(anyone: Caller, stored: StoreContents) -> None:
    made = anyone.post("/v1/players", {"name": "Wilhelmine"}).json()
    leaving = Caller(anyone.http, made["token"], made["id"])
    leaving.erase()
    assert stored.keys_with("Wilhelmine") == []


def test_histories_stay_valid_when_a_name_is_erased(race: HttpTable) -> None:
    before = race.host.get(f"{race.path}/events").json()
    race.people[2].erase()
    assert race.host.get(f"{race.path}/events").json() == before


def test_a_304_keeps_neither_an_erased_name_nor_an_old_one(race: HttpTable) -> None:
    asked = race.at_turn()
    tag = asked.get(race.path).headers["etag"]
    renamed, leaving = (each for each in race.people if each is not asked)
    renamed.ask("PATCH", "/v1/players/me", json={"name": "Leopoldine"}).raise_for_status()
    other = asked.get(race.path, headers={"If-None-Match": tag})
    assert "Leopoldine" in [seat["name"] for seat in other.json()["seats"]]
    leaving.erase()
    last = asked.get(race.path, headers={"If-None-Match": other.headers["etag"]})
    assert None in [seat["name"] for seat in last.json()["seats"]]
    assert race.send(asked, race.listed(asked), headers={"If-Match": tag}).status_code == 200


@pytest.mark.parametrize("name", BAD_NAMES, ids=repr)
def test_a_bad_name_is_refused_and_nobody_is_made(
    anyone: Caller, stored: StoreContents, name: object
) -> None:
    with stored.unchanged():
        problem = assert_problem(anyone.post("/v1/players", {"name": name}), 400, "malformed")
    assert problem["field"] == "name"


@pytest.mark.parametrize("body", [{}, {"name": "A", "token": "mine"}, [], "Anne", 1], ids=repr)
def test_a_body_of_another_form_is_refused(
    anyone: Caller, stored: StoreContents, body: object
) -> None:
    with stored.unchanged():
        assert_problem(anyone.post("/v1/players", body), 400, "malformed")


@pytest.mark.parametrize("player", ["nobody", "a" * 26, "%00", "a%0A", "%F0%9F%90%8C", "x" * 5000])
def test_an_unknown_player_is_not_there(anyone: Caller, player: str) -> None:
    assert_problem(anyone.get(f"/v1/players/{player}"), 404, "no_such_player")
