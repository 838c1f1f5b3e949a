"""A golden table: all that is needed to play it again."""

from pathlib import Path
from typing import Any, NamedTuple

from tests.support.paths import TESTS

GOLDEN = TESTS / "golden"


class Golden(NamedTuple):
    game: str
    name: str
    seats: int
    options: dict[str, Any]
    number: int  # everything else follows from it
    sleepy: bool = False  # with timeouts, and a player who leaves and comes back
    eager: bool = False  # everybody plays to win, as the bots do
    bots: int = 0  # the last so many players are bots, greedy and random by turns
    sealed: bool = False  # people give sealed luck

    @property
    def history(self) -> Path:
        return GOLDEN / self.game / f"{self.name}.ndjson"
