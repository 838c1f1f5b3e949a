"""The requests of players who look for a table: filters of the list, and seeks that match.

Seeks match by game, seats, options and clock. The clock of each table is drawn at random, so that
players of two tables of a run are not matched with each other.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from openapi.play.document import Document
from openapi.play.table import Step, Steps

CLOCK_SECONDS = (3_600, 86_400)  # for each decision: longer than any run
WAIT_SECONDS = 10
PAGE = 20


def filters(game: str) -> Sequence[Mapping[str, str]]:
    """Return what people look for in the list of tables."""
    return (
        {"game": game, "free": "true", "sort": "players"},
        {"game": game, "status": "running"},
        {"free": "true", "bots": "false"},
        {"status": "open", "sort": "oldest"},
        {"mine": "true"},
        {"my_turn": "true"},
    )


def look(document: Document, game: str, rng: random.Random) -> Steps[None]:
    """Read a filtered page of the list, and the page after it."""
    chosen = {**rng.choice(filters(game)), "limit": PAGE}
    page = yield Step(0, document.request("listTables", chosen))
    if page["next"] is not None:
        yield Step(0, document.request("listTables", {**chosen, "cursor": page["next"]}))


def wish(game: str, seats: int, options: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the body of a seek for a table of its own."""
    clock = {"kind": "per_decision", "seconds": rng.randint(*CLOCK_SECONDS)}
    return {
        "game": game,
        "seats": seats,
        "clock": clock,
        **({"options": options} if options else {}),
    }
