"""The score sheets of all boards add up, and their callouts say where something happened."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec import json, to_builtins

from domain.games import GAMES
from domain.kernel.data_files import components_of
from domain.table.state import Closed
from ludotheque.laws.random_play import Played, played
from tests.support.documents.npm import needs_node
from tests.support.servers.processes import PROGRAM_SECONDS

pytestmark = needs_node
TABLES = 3  # of each game, with other options each


def told(play: Played, key: str) -> dict[str, Any]:
    """Return a finished table as the page knows it at the end."""
    closed = play.steps[-1].after
    assert isinstance(closed, Closed)
    events = [
        {"version": version, "type": event.type, "data": to_builtins(event)}
        for version, event in enumerate(play.events, 1)
    ]
    view = to_builtins(GAMES[key].view(closed.play, None))
    components = components_of(GAMES[key].package)
    return {"game": key, "view": view, "events": events, "components": components}


@pytest.mark.parametrize("key", GAMES)
def test_the_rows_of_a_score_sheet_add_up_to_the_scores(key: str) -> None:
    seats = GAMES[key].seats
    plays = [played(key, seats[number % len(seats)], number) for number in range(TABLES)]
    lines = b"\n".join(json.encode(told(play, key)) for play in plays)
    command = ["node", str(Path(__file__).with_name("sheets.mjs"))]
    ran = subprocess.run(command, input=lines, capture_output=True, timeout=PROGRAM_SECONDS)
    assert ran.returncode == 0, ran.stderr.decode()
    made = [json.decode(line) for line in ran.stdout.splitlines()]
    assert len(made) == TABLES
    for play, found in zip(plays, made, strict=True):
        closed = play.steps[-1].after
        assert isinstance(closed, Closed)
        assert closed.outcome is not None
        english, french = found["rows"]
        assert english
        assert [row["points"] for row in english] == [row["points"] for row in french]
        sums = [sum(column) for column in zip(*(row["points"] for row in english), strict=True)]
        assert sums == list(closed.outcome.scores)
        assert found["marks"]
        assert all(mark["at"].startswith("[") and mark["text"] for mark in found["marks"])
