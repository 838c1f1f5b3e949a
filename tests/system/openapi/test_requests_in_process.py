"""Schemathesis sends single requests to the application in this process and finds no failure."""

from dataclasses import replace

import pytest

from openapi.fuzz.run import fuzz
from tests.support.documents.schemathesis_runs import BRIEFLY, REQUESTS, assert_no_failure


@pytest.mark.long
def test_the_application_answers_every_request_as_documented() -> None:
    assert_no_failure(fuzz(replace(BRIEFLY, phases=REQUESTS)), REQUESTS)
