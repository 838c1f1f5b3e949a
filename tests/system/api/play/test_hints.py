"""An unknown value is rejected together with the known ones."""

from typing import Any

import pytest

from domain.games import GAMES
from tests.support.players.callers import Caller

OPENINGS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "the game": ({"game": "galopp"}, tuple(GAMES)),
    "the clock": (
        {"game": "galopp_royal", "clock": {"kind": "fast"}},
        ("per_decision", "fischer", "bank", "correspondence"),
    ),
    "an option of this game": (
        {"game": "galopp_royal", "options": {"crafty_mode": "?"}},
        ("both", "seed_literal", "seed_literal_own_back"),
    ),
}


@pytest.mark.parametrize("case", OPENINGS)
def test_a_problem_lists_the_allowed_values_of_a_field(anne: Caller, case: str) -> None:
    body, known = OPENINGS[case]
    told = anne.post("/v1/tables", body).json()["detail"]
    assert told.endswith(f"; allowed: {', '.join(known)}"), told


def test_a_problem_lists_the_kinds_of_bots(anne: Caller) -> None:
    table = anne.post("/v1/tables", {"game": "galopp_royal"}).json()["id"]
    told = anne.post(f"/v1/tables/{table}/seats", {"bot": "clever"}).json()["detail"]
    assert "allowed:" in told
    assert "greedy" in told


def test_a_problem_lists_the_allowed_values_of_a_query_parameter(anyone: Caller) -> None:
    told = anyone.get("/v1/tables?status=done").json()["detail"]
    assert told.startswith("Invalid enum value 'done'; allowed: ")
    assert "finished" in told


def test_a_list_that_would_be_too_long_is_left_out(anne: Caller) -> None:
    table = anne.post("/v1/tables", {"game": "galopp_royal", "sit": True}).json()["id"]
    told = anne.post(f"/v1/tables/{table}/commands", {"type": "galopp_royal.rol"}).json()["detail"]
    assert told == "Invalid value 'galopp_royal.rol' - at `$.type`"
