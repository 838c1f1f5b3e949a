"""A client of less than a hundred lines that knows no game plays one to its end over HTTP."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from openapi.clients import random_player
from tests.support.web import Api

CLIENT = Path(random_player.__file__)


def test_the_random_player_has_less_than_a_hundred_lines() -> None:
    assert len(CLIENT.read_text().splitlines()) < 100


def test_it_needs_nothing_but_the_standard_library() -> None:
    imported = [line.split()[1] for line in CLIENT.read_text().splitlines() if "import" in line[:7]]
    assert {name.partition(".")[0] for name in imported} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("seats", [3, 5, 8])
def test_the_random_player_finishes_a_rally(clients_api: Api, seats: int) -> None:
    table, players = random_player.open_table(clients_api.base, "gumball_rally", seats)
    seen = random_player.play(table, players, random.Random(seats))
    assert seen["status"] == "finished"
    places = seen["outcome"]["places"]
    assert len(places) == seats
    assert min(places) == 1


def test_it_can_be_run_as_a_program(clients_api: Api) -> None:
    words = ["--base", clients_api.base, "--seats", "3", "--seed", "1"]
    ran = subprocess.run(
        [sys.executable, str(CLIENT), *words], capture_output=True, text=True, check=True
    )
    assert "finished after" in ran.stdout
