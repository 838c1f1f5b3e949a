"""A client of under a hundred lines that knows no game plays every game to its end over HTTP."""

import random
import subprocess
import sys
from pathlib import Path

from domain.games import GAMES
from ludotheque.laws.knowledge import short
from ludotheque.laws.random_play import of_every_size
from openapi.clients import random_player
from tests.support.documents.terminal import shown
from tests.support.servers.processes import Api

CLIENT = Path(random_player.__file__)


def test_the_random_player_has_less_than_a_hundred_lines() -> None:
    assert len(CLIENT.read_text().splitlines()) < 100


def test_it_needs_nothing_but_the_standard_library() -> None:
    imported = [line.split()[1] for line in CLIENT.read_text().splitlines() if "import" in line[:7]]
    assert {name.partition(".")[0] for name in imported} <= set(sys.stdlib_module_names)


@of_every_size(GAMES)
def test_it_finishes_every_game_at_every_number_of_seats(
    play_api: Api, key: str, seats: int
) -> None:
    options = dict(short(key))
    table, players = random_player.open_table(play_api.base, key, seats, options)
    seen = random_player.play(table, players, random.Random(seats))
    assert (seen["status"], seen["view"]["phase"]) == ("finished", "finished")
    places, scores = seen["outcome"]["places"], seen["outcome"]["scores"]
    assert len(places) == len(scores) == seats
    assert min(places) == 1


def test_it_can_be_run_as_a_program(play_api: Api) -> None:
    words = ["--base", play_api.base, "--seats", "3", "--seed", "1"]
    ran = subprocess.run(
        [sys.executable, str(CLIENT), *words], capture_output=True, text=True, check=True
    )
    assert "finished after" in ran.stdout
    assert ran.stderr == ""


def test_its_progress_is_shown_on_a_terminal(play_api: Api) -> None:
    words = ("--base", play_api.base, "--seats", "3", "--seed", "1")
    counts = shown(*words, program=[str(CLIENT)]).decode().split(" events\r")
    versions = [int(count) for count in counts if count]
    assert versions == sorted(versions)
    assert len(versions) > 10
