"""Schemathesis reads the document, tries to break the server, plays it, and finds nothing."""

import json
import os
from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, from_schema

from domain.games import GAMES
from openapi.fuzz.run import CONFIG, Found, Wish, fuzzed
from openapi.fuzz.tour import Tour

MORE = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "0"))
BRIEFLY = Wish(examples=MORE or 2, walks=MORE or 40, steps=30, seed=8)
PHASES = ("EXAMPLES", "COVERAGE", "FUZZING", "STATEFUL_TESTING")
MOST_OPERATIONS = 0.75  # of all; no link leads to health, metrics and the page of a problem
MOST_LINKS = 0.7


def keeps_its_promises(found: Found) -> None:
    assert found.failures == []
    assert found.errors == []
    ended = {name: found.phases.get(name) for name in PHASES}
    assert ended == dict.fromkeys(PHASES, Status.SUCCESS)


def test_in_process_the_whole_document_is_played() -> None:
    """One run for all of it: what it found, how far it came, and what it played."""
    found = fuzzed(BRIEFLY)
    keeps_its_promises(found)
    tour = found.tour
    assert tour.share_of_operations >= MOST_OPERATIONS, sorted(tour.operations - tour.reached)
    assert tour.share_of_links >= MOST_LINKS, sorted(tour.links - tour.followed)
    assert found.played == found.finished.keys() == GAMES.keys()


def test_the_server_keeps_its_promises_over_http() -> None:
    keeps_its_promises(fuzzed(replace(BRIEFLY, walks=MORE or 10, over_http=True)))


@pytest.mark.parametrize("phase", ["examples", "coverage", "fuzzing", "stateful"])
def test_the_phase_is_not_switched_off(phase: str) -> None:
    assert f"[phases.{phase}]" not in CONFIG.read_text()


LINK = {"go": {"operationId": "walk"}}
LIES = {
    "openapi": "3.1.0",
    "info": {"title": "A server that does not keep its word", "version": "1"},
    "paths": {
        "/start": {
            "get": {
                "operationId": "start",
                "responses": {"200": {"description": "A way on.", "links": LINK}},
            }
        },
        "/walk": {
            "get": {"operationId": "walk", "responses": {"200": {"description": "Never said."}}}
        },
    },
}


async def liar(scope: Any, receive: Any, send: Any) -> None:
    status = 418 if scope["path"] == "/walk" else 200
    head = {"type": "http.response.start", "status": status}
    await send({**head, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": json.dumps(LIES).encode()})


def test_a_promise_that_is_not_kept_is_found_and_shown() -> None:
    found, config = Found(Tour.of(LIES)), SchemathesisConfig()
    config.projects.default.generation.update(max_examples=2)
    schema = schemathesis.openapi.from_asgi("/schema", liar, config=config)
    for event in from_schema(schema).execute():
        found.see(event)
    assert not found.good
    assert {"FUZZING", "STATEFUL_TESTING"} <= {
        name for name, status in found.phases.items() if status is Status.FAILURE
    }
    assert any("418" in failure and "/walk" in failure for failure in found.failures)
