"""Every operation is explained, and every example is valid."""

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from msgspec import json
from openapi_spec_validator import validate

from tests.support.documents.document_check import DOCUMENT, PROBLEM, validator

OPERATIONS: dict[str, dict[str, Any]] = {
    operation["operationId"]: operation
    for item in DOCUMENT["paths"].values()
    for operation in item.values()
}
EVERY_OPERATION = pytest.mark.parametrize("name", OPERATIONS)


def media_of(operation: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Where, media type and media object of everything sent and answered."""
    for kind, media in operation.get("requestBody", {}).get("content", {}).items():
        yield "body", kind, media
    for status, response in operation["responses"].items():
        for kind, media in response.get("content", {}).items():
            yield status, kind, media


def check(schema: dict[str, Any], value: Any) -> None:
    """Against JSON Schema 2020-12, references and all."""
    validator(json.encode(schema).decode()).validate(value)


def test_the_document_is_valid_openapi() -> None:
    validate(DOCUMENT)


def test_every_schema_is_a_valid_schema() -> None:
    for schema in DOCUMENT["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


@EVERY_OPERATION
def test_an_operation_says_what_it_does(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation["summary"]
    assert operation["description"].strip()
    assert operation["tags"]
    for parameter in operation["parameters"]:
        assert parameter["description"], parameter["name"]
        assert parameter["schema"]


@EVERY_OPERATION
def test_an_operation_shows_by_example(name: str) -> None:
    shown = {where for where, _, media in media_of(OPERATIONS[name]) if media.get("examples")}
    assert shown == {where for where, _, _ in media_of(OPERATIONS[name])}


@EVERY_OPERATION
def test_every_example_is_of_its_schema(name: str) -> None:
    for _, _, media in media_of(OPERATIONS[name]):
        for example in media.get("examples", {}).values():
            if "$ref" not in example:
                check(media["schema"], example["value"])


@EVERY_OPERATION
def test_a_problem_stands_under_its_own_status(name: str) -> None:
    for where, kind, media in media_of(OPERATIONS[name]):
        if kind == PROBLEM:
            for code, example in media["examples"].items():
                assert example == {"$ref": f"#/components/examples/{code}"}
                value = DOCUMENT["components"]["examples"][code]["value"]
                assert value["status"] == int(where)
                assert value["type"] == f"/problems/{code}"
                check(media["schema"], value)


@EVERY_OPERATION
def test_an_operation_that_reads_a_body_promises_what_can_be_wrong_with_it(name: str) -> None:
    operation = OPERATIONS[name]
    if "requestBody" in operation:
        assert {"400", "413", "415"} <= operation["responses"].keys()
    if operation["security"]:
        assert "401" in operation["responses"]


def test_no_example_reveals_where_it_was_recorded() -> None:
    text = repr({**DOCUMENT, "servers": []})
    for trace in ("/work/", "/tmp/", "/home/", "127.0.0.1", "localhost", ".sock"):
        assert trace not in text
