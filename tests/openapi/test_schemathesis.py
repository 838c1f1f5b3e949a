"""Schemathesis reads the document, tries to break the server, plays it, and finds nothing."""

import os
from dataclasses import replace

import pytest
from schemathesis.engine import Status

from domain.games import GAMES
from openapi.fuzz.run import CONFIG, Found, Wish, fuzzed

MORE = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "0"))
BRIEFLY = Wish(examples=MORE or 2, walks=MORE or 6, steps=30, seed=8)
PHASES = ("EXAMPLES", "COVERAGE", "FUZZING")
WANTED_LINKS = 0.75  # walks go on, within bounds, until so many are followed
MOST_OPERATIONS = 0.75  # of all; some stand alone, no link leads there
MOST_LINKS = 0.7


def keeps_its_promises(found: Found) -> None:
    assert found.failures == []
    assert found.errors == []
    ended = {name: found.phases.get(name) for name in PHASES}
    assert ended == dict.fromkeys(PHASES, Status.SUCCESS)
    # A step that is repeated at a table that went on has another outcome; schemathesis then ends
    # its walks as failed without any failure to show, so here only those count.
    assert "STATEFUL_TESTING" in found.phases


def test_in_process_the_whole_document_is_played() -> None:
    """One run for all of it: what it found, how far it came, and what it played."""
    found = fuzzed(replace(BRIEFLY, links=WANTED_LINKS))
    keeps_its_promises(found)
    tour = found.tour
    assert tour.share_of_operations >= MOST_OPERATIONS, sorted(tour.operations - tour.reached)
    assert tour.share_of_links >= MOST_LINKS, sorted(tour.links - tour.followed)
    assert found.played == GAMES.keys()


def test_the_server_keeps_its_promises_over_http() -> None:
    keeps_its_promises(
        fuzzed(replace(BRIEFLY, examples=MORE or 2, walks=MORE or 4, over_http=True))
    )


@pytest.mark.parametrize("phase", ["examples", "coverage", "fuzzing", "stateful"])
def test_the_phase_is_not_switched_off(phase: str) -> None:
    assert f"[phases.{phase}]" not in CONFIG.read_text()
