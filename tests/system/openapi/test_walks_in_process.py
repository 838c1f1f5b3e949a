"""Schemathesis follows the links of the document and plays a table of every game."""

from dataclasses import replace

import pytest

from domain.games import GAMES
from openapi.fuzz.run import WALKS, fuzz
from tests.support.documents.schemathesis_runs import BRIEFLY, MORE, assert_no_failure

PHASES = frozenset({WALKS})
MOST_OPERATIONS = 0.75  # of all; no link leads to health, metrics and the page of a problem
MOST_LINKS = 0.7


@pytest.mark.long
def test_walks_reach_most_operations_and_finish_a_table_of_every_game() -> None:
    found = fuzz(replace(BRIEFLY, walks=MORE or 12, phases=PHASES))
    assert_no_failure(found, PHASES)
    reach = found.reach
    assert reach.share_of_operations >= MOST_OPERATIONS, sorted(reach.operations - reach.reached)
    assert reach.share_of_links >= MOST_LINKS, sorted(reach.links - reach.followed)
    assert found.played == found.finished.keys() == GAMES.keys()
