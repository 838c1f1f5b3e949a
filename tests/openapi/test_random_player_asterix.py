"""The client that knows no game plays Astérix to its end, at every number of seats."""

import random

import pytest

from domain.games.asterix.game import GAME
from openapi.clients import random_player
from tests.support.web import Api


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_random_player_finishes_a_round_of_asterix(clients_api: Api, seats: int) -> None:
    options = {"rounds": 1, "auto_pirates": seats % 2 == 0}
    table, players = random_player.open_table(clients_api.base, GAME.key, seats, options)
    seen = random_player.play(table, players, random.Random(seats))
    assert seen["status"] == "finished"
    assert len(seen["outcome"]["places"]) == seats
    assert seen["outcome"]["scores"] == [each["total"] for each in seen["view"]["players"]]
