"""The client that knows no game plays auctions and races at every number of seats."""

import random

import pytest

from openapi.clients import random_player
from tests.support.web import Api


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_random_player_finishes_galopp_royal(clients_api: Api, seats: int) -> None:
    options = {"races": 2}
    table, players = random_player.open_table(clients_api.base, "galopp_royal", seats, options)
    seen = random_player.play(table, players, random.Random(seats))
    assert (seen["status"], seen["view"]["phase"]) == ("finished", "finished")
    assert len(seen["outcome"]["places"]) == seats
    assert min(seen["outcome"]["places"]) == 1
