"""Whole championships of six circuits over HTTP, by a client that knows no game."""

import random
from typing import Any

import pytest
from msgspec import json

from domain.fairness.chain import canon
from domain.judging.codec import decode
from domain.judging.fold import NOTHING, fold
from domain.table.state import Closed
from openapi.clients import random_player
from tests.support.servers.processes import Api

QUICK = {"turn_limit": 1}
EVERYTHING = {
    "fangio_de_la_prairie": True,
    "radis_sale": True,
    "escargot_de_compet": True,
    "championnat_des_speedy": True,
    "championnat_des_coquillards": True,
    "operation_ninjagot": True,
    "vitesse_ou_endurance": True,
    "backlash_vs_shove": True,
    "cross_ronces_shells": 5,
    "deck": 80,
}


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.long), 6])
@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=["plain", "with_all_options"])
def test_a_championship_is_played_and_its_history_folds_to_the_same_result(
    play_api: Api, seats: int, options: dict[str, Any]
) -> None:
    chosen = {**options, **QUICK}
    table, players = random_player.open_table(play_api.base, "gasterospeed", seats, chosen)
    seen = random_player.play(table, players, random.Random(seats))
    assert seen["status"] == "finished"
    assert len(seen["view"]["results"]) == 6
    state = NOTHING
    for told in players[0].ask("GET", f"{table}/history")["events"]:
        state = fold(state, [decode(canon(told["event"])).event])
    assert isinstance(state, Closed)
    assert json.decode(canon(state.outcome)) == seen["outcome"]


def test_rewards_carry_over_to_the_table_that_follows(play_api: Api) -> None:
    """GS-106, GS-107: the champion's shell and bonus are there at the next table."""
    options = {
        "circuits": ["dedale_au_pode"],
        "championnat_des_speedy": True,
        "championnat_des_coquillards": True,
        **QUICK,
    }
    table, players = random_player.open_table(play_api.base, "gasterospeed", 4, options)
    seen = random_player.play(table, players, random.Random(7))
    body = {
        "game": "gasterospeed",
        "seats": 4,
        "sit": True,
        "clock": None,
        "follows": table.rpartition("/")[2],
        "options": {"circuits": ["star_got"], **QUICK},
    }
    after = f"/v1/tables/{players[0].ask('POST', '/v1/tables', body)['id']}"
    for player in players[1:]:
        player.ask("POST", f"{after}/seats", {})
    players[0].ask("POST", f"{after}/start")
    standings = players[0].ask("GET", after)["view"]["standings"]
    winners = [seat for seat, place in enumerate(seen["outcome"]["places"]) if place == 1]
    assert [each["seat"] for each in standings if each["privilege"]["extra_shells"]] == winners
    bonus = [
        each
        for each in standings
        if each["privilege"]["rerolls"] or each["privilege"]["extra_card"]
    ]
    assert bonus
    assert random_player.play(after, players, random.Random(8))["status"] == "finished"
