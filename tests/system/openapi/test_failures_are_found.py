"""The schemathesis runs of this folder would find a failure."""

import json
from typing import Any

import pytest
import requests
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, from_schema

from api.openapi.document import document
from openapi.fuzz.reach import Reach
from openapi.fuzz.run import CONFIG, PHASES, Findings


@pytest.mark.parametrize("phase", sorted(PHASES))
def test_the_phase_is_not_switched_off(phase: str) -> None:
    assert f"[phases.{phase}]" not in CONFIG.read_text()


LINK = {"go": {"operationId": "walk"}}
DOCUMENT = {
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


async def lying_app(scope: Any, receive: Any, send: Any) -> None:
    status = 418 if scope["path"] == "/walk" else 200
    head = {"type": "http.response.start", "status": status}
    await send({**head, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": json.dumps(DOCUMENT).encode()})


def test_a_promise_that_is_not_kept_is_found_and_shown() -> None:
    found, config = Findings(Reach.of(DOCUMENT)), SchemathesisConfig()
    config.projects.default.generation.update(max_examples=2)
    schema = schemathesis.openapi.from_asgi("/schema", lying_app, config=config)
    for event in from_schema(schema).execute():
        found.add(event)
    assert not found.good
    assert {"FUZZING", "STATEFUL_TESTING"} <= {
        name for name, status in found.phases.items() if status is Status.FAILURE
    }
    assert any("418" in failure and "/walk" in failure for failure in found.failures)


@pytest.mark.parametrize(("data", "valid"), [('{"resumed":false}', True), ('{"resumed":1}', False)])
def test_a_frame_that_is_not_as_documented_is_found(data: str, valid: bool) -> None:
    operation = schemathesis.openapi.from_dict(document())["/v1/tables/stream"]["GET"]
    asked = requests.Request("GET", "http://server").prepare()
    kind = {"content-type": ["text/event-stream; charset=utf-8"]}
    frame = f"event: snapshot\ndata: {data}\n\n".encode()
    answer = schemathesis.Response(200, kind, frame, asked, elapsed=0, verify=False)
    assert operation.is_valid_response(answer) is valid
