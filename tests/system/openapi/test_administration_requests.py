"""Schemathesis sends requests of an administrator to a server of its own and finds no failure."""

from dataclasses import replace

from openapi.fuzz.run import fuzz_administration
from tests.support.documents.schemathesis_runs import BRIEFLY, REQUESTS, assert_no_failure


def test_requests_of_an_administrator_are_answered_as_documented() -> None:
    assert_no_failure(fuzz_administration(replace(BRIEFLY, phases=REQUESTS)), REQUESTS)
