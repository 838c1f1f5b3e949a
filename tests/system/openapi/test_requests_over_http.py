"""Schemathesis sends single requests to a server over HTTP and finds no failure."""

from dataclasses import replace

from openapi.fuzz.run import fuzz
from tests.support.documents.schemathesis_runs import BRIEFLY, REQUESTS, assert_no_failure


def test_the_server_answers_every_request_as_documented() -> None:
    assert_no_failure(fuzz(replace(BRIEFLY, phases=REQUESTS, over_http=True)), REQUESTS)
