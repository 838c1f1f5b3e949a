"""The list of games, their rules and components."""

import re

import pytest

from domain.games import GAMES
from domain.kernel.data_files import components_hash
from tests.support.players.callers import Caller

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def test_the_list_has_every_game(anyone: Caller) -> None:
    assert [game["key"] for game in anyone.get("/v1/games").json()["games"]] == list(GAMES)


@EVERY_GAME
def test_a_single_game_equals_the_one_in_the_list(anyone: Caller, game: str) -> None:
    listed = {each["key"]: each for each in anyone.get("/v1/games").json()["games"]}
    assert anyone.get(f"/v1/games/{game}").json() == listed[game]


@EVERY_GAME
def test_a_game_has_titles_seats_and_defaults_for_all_options(anyone: Caller, game: str) -> None:
    told = anyone.get(f"/v1/games/{game}").json()
    assert set(told["title"]) == {"en", "fr"}
    assert 2 <= told["fewest_seats"] <= told["most_seats"] <= 8
    assert told["options"].keys() == told["options_schema"]["properties"].keys()


@EVERY_GAME
def test_every_link_of_a_game_leads_somewhere(anyone: Caller, game: str) -> None:
    links = anyone.get(f"/v1/games/{game}").json()["links"]
    assert {anyone.get(link).status_code for link in links.values()} == {200}


@EVERY_GAME
def test_rules_have_an_id_and_statements_with_provenance(anyone: Caller, game: str) -> None:
    rules = anyone.get(f"/v1/games/{game}/rules").json()["rules"]
    ids = [rule["id"] for rule in rules]
    assert len(set(ids)) == len(ids) > 10
    assert all(re.fullmatch(r"[A-Z]{2,4}-\d+(\.\d+)?[a-z]?", id_) for id_ in ids)
    statements = [statement for rule in rules for statement in rule["statements"]]
    assert all(rule["statements"] for rule in rules)
    assert all(each["en"] and each["fr"] and each["provenance"] for each in statements)


@EVERY_GAME
def test_the_components_are_the_ones_recorded_in_tables(anyone: Caller, game: str) -> None:
    told = anyone.get(f"/v1/games/{game}").json()
    assert told["components"] == components_hash(GAMES[game].package)
    assert len(anyone.get(f"/v1/games/{game}/components").json()) > 3


@pytest.mark.parametrize("part", ["", "/rules", "/components"])
def test_an_unknown_game_is_not_there(anyone: Caller, part: str) -> None:
    refused = anyone.get(f"/v1/games/chess{part}")
    assert refused.status_code == 404
    assert refused.json()["type"] == "/problems/no_such_game"
    assert "chess" in refused.json()["detail"]
