"""Schemathesis follows the links of the document over HTTP and finds no failure."""

from dataclasses import replace

from openapi.fuzz.run import WALKS, fuzz
from tests.support.documents.schemathesis_runs import BRIEFLY, MORE, assert_no_failure

PHASES = frozenset({WALKS})


def test_the_server_answers_as_documented_along_every_link() -> None:
    short = replace(BRIEFLY, walks=MORE or 10, every_game=False, phases=PHASES, over_http=True)
    assert_no_failure(fuzz(short), PHASES)
