"""Law: the document has one way of doing each thing."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.documents.document_check import DOCUMENT
from tests.unit.api.openapi.document.test_completeness import SCHEMAS

OPERATIONS = [
    (f"{method.upper()} {path}", operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
]
ANSWER = re.compile(r".+(Seen|Page|Answer)")
BODY = re.compile(r".+Body|Command")  # commands are what clients send most
BY_VERSION = {"listEvents", "listViews"}  # of one table: they go on from a version
WHOLE = {"listActions", "listGames", "listCosigned"}  # short lists, in one answer
# Repeating these does nothing more: they return what is there, or replace it.
REPEATABLE = {
    "rematch",
    "auditTable",
    "enableWebhook",
    "redeliver",
    "redeliverFailed",
    "closeTable",
}
# What they return is a secret that is not stored, so that a repeated request cannot get it again.
SECRETS = {
    "createPlayer", "recoverPlayer", "recoverAccount", "createToken", "rotateToken", "rotateSecret",
    "createRecoveryCodes", "createInvitation", "createWebhook", "createTicket", "createMyTicket",
}  # fmt: skip
NOT_YET = {"forkTable", "limitCaller", "testWebhook"}


def schema_names(content: dict[str, Any]) -> Iterator[str]:
    for media in content.values():
        for each in media["schema"].get("anyOf", [media["schema"]]):
            if "$ref" in each:
                yield each["$ref"].rpartition("/")[2]


@pytest.mark.parametrize(("name", "operation"), OPERATIONS)
def test_a_schema_is_named_by_its_kind(name: str, operation: dict[str, Any]) -> None:
    for each in schema_names(operation.get("requestBody", {}).get("content", {})):
        assert BODY.fullmatch(each), name
    for status, response in operation["responses"].items():
        if status < "400":
            for each in schema_names(response.get("content", {})):
                assert ANSWER.fullmatch(each), name


def test_commands_events_and_views_are_named_by_their_tags() -> None:
    endings = {"Command": "Command", "VisibleEvent": "Event", "View": "View"}
    for union, ending in endings.items():
        for tag, reference in SCHEMAS[union]["discriminator"]["mapping"].items():
            last = tag.rpartition(".")[2].replace("_", "")
            assert reference.endswith(ending), tag
            assert union == "View" or last in reference.lower(), tag


@pytest.mark.parametrize(("name", "operation"), OPERATIONS)
def test_every_delete_answers_without_a_body(name: str, operation: dict[str, Any]) -> None:
    if name.startswith("DELETE"):
        assert [status for status in operation["responses"] if status < "400"] == ["204"]


@pytest.mark.parametrize(("name", "operation"), OPERATIONS)
def test_lists_have_one_style_of_pages(name: str, operation: dict[str, Any]) -> None:
    called = operation["operationId"]
    pages = [each for each in schema_names(_answer(operation)) if each.endswith("Page")]
    if not pages or called in BY_VERSION | WHOLE:
        return
    fields = SCHEMAS[pages[0]]["properties"]
    parameters = {each["name"] for each in operation["parameters"]}
    assert not parameters & {"after", "skip", "offset", "page"}
    if "next" in fields:
        assert {"cursor", "limit"} <= parameters
        assert "Link" in operation["responses"]["200"]["headers"]


def _answer(operation: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = operation["responses"].get("200", {}).get("content", {})
    return found


@pytest.mark.parametrize(("name", "operation"), OPERATIONS)
def test_a_post_that_makes_something_takes_a_key(name: str, operation: dict[str, Any]) -> None:
    called, parameters = operation["operationId"], operation["parameters"]
    takes_key = "Idempotency-Key" in {each["name"] for each in parameters}
    if name.startswith("POST") and called not in REPEATABLE | SECRETS | NOT_YET:
        assert takes_key
    assert not takes_key or called not in NOT_YET


def test_counts_have_a_minimum_of_zero() -> None:
    signed = {place for name, schema in SCHEMAS.items() for place in negative(schema, name)}
    assert {each.partition("GaloppRoyal")[0] for each in signed} == {
        "",  # cells behind the start of one game
        *("ChoiceSeen.value", "Outcome.scores", "RecordSeen.points"),
    }


def negative(schema: Any, place: str) -> Iterator[str]:
    """Yield where an integer may be negative."""
    if isinstance(schema, dict):
        if schema.get("type") == "integer" and schema.get("minimum", 0) < 0:
            yield place
        for field, part in schema.get("properties", {}).items():
            yield from negative(part, f"{place}.{field}")
        for key in ("items", "anyOf", "oneOf", "allOf", "additionalProperties"):
            yield from negative(schema.get(key), place)
    elif isinstance(schema, list):
        for each in schema:
            yield from negative(each, place)


def test_events_share_one_envelope() -> None:
    shared = SCHEMAS["EventEnvelope"]["properties"].keys()
    for reference in SCHEMAS["VisibleEvent"]["discriminator"]["mapping"].values():
        event = SCHEMAS[reference.rpartition("/")[2]]
        assert event["allOf"] == [{"$ref": "#/components/schemas/EventEnvelope"}]
        assert not shared & event["properties"].keys()
