"""The document breaks no promise of the last release that was not accepted."""

import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from openapi.stability import promises as stored
from openapi.stability.__main__ import main
from openapi.stability.documents import broken_promises, promises
from openapi.stability.promises import COMMITTED, accepted, as_lines, promised, read
from tests.support.paths import ROOT


def broken(old: Any, new: Any) -> list[str]:
    """Return what a document breaks; what is compared was stored as the file of a release is."""
    return broken_promises(json.decode(as_lines(promises(old))), promises(new))


def test_every_broken_promise_is_listed_by_itself_and_nothing_else() -> None:
    """Mend what this shows; or accept it and say in CHANGELOG.md what to do.

    `python -m openapi.stability --accept` writes the list.
    """
    assert sorted(accepted()) == promised()


def test_a_pattern_accepts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["stability"])
    monkeypatch.setattr(stored, "RELEASED", tmp_path / "released.json")
    monkeypatch.setattr(stored, "ACCEPTED", tmp_path / "accepted.txt")
    document = read(COMMITTED)
    document["components"]["schemas"]["Gone"] = {"type": "object"}
    stored.RELEASED.write_text(as_lines(promises(document)))
    for lines, exit_code in (("# none", 1), ("*: is gone", 1), ("Gone: is gone", 0)):
        stored.ACCEPTED.write_text(lines + "\n")
        assert main() == exit_code
    stored.ACCEPTED.write_text("# What is broken.\n*: is gone\n")
    monkeypatch.setattr(sys, "argv", ["stability", "--accept"])
    assert main() == 0
    assert stored.ACCEPTED.read_text() == "# What is broken.\nGone: is gone\n"
    monkeypatch.setattr(sys, "argv", ["stability", "--release"])
    assert main() == 0
    assert (promised(), accepted()) == ([], set())


def test_the_release_is_a_line_for_each_promise_without_texts() -> None:
    released = read(stored.RELEASED)
    lines = stored.RELEASED.read_text().splitlines()
    assert len(lines) == 2 + sum(len(each) + 2 for each in released.values())
    assert not any('"description":"' in line or '"example' in line for line in lines)


def small() -> dict[str, Any]:
    thing = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "maxLength": 9},
            "colour": {"enum": ["red", "blue"]},
            "size": {"anyOf": [{"type": "integer", "maximum": 9}, {"type": "null"}]},
            "other": {"anyOf": [{"$ref": "#/components/schemas/Other"}, {"type": "null"}]},
        },
    }
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}
    operation = {
        "operationId": "makeThing",
        "parameters": [{"name": "n", "in": "query", "schema": {"type": "integer", "maximum": 9}}],
        "requestBody": {"required": True, "content": content},
        "responses": {
            "201": {"content": content, "headers": {"ETag": {}}, "links": {"getThing": {}}},
            "409": {"description": "no"},
        },
    }
    patch = {
        "operationId": "changeThing",
        "requestBody": {"required": False, "content": content},
        "responses": {},
    }
    told = {"application/json": {"schema": {"$ref": "#/components/schemas/Notice"}}}
    notice = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}
    other = {"type": "object", "properties": {"deep": {"type": "integer"}}}
    return {
        "paths": {"/things": {"post": operation, "patch": patch}},
        "webhooks": {"made": {"post": {"requestBody": {"content": told}}}},
        "components": {"schemas": {"Thing": thing, "Other": other, "Notice": notice}},
    }


def at(document: Any, path: str) -> Any:
    for name in path.split("|"):
        document = document[int(name) if name.isdigit() and isinstance(document, list) else name]
    return document


POST = "paths|/things|post"
THING = "components|schemas|Thing"
CHANGES: list[tuple[str, str, Any, str]] = [
    ("paths|/things", "post", None, "POST /things: is gone"),
    (POST, "operationId", "newThing", "POST /things: is now called newThing"),
    (POST, "parameters", [], "POST /things ?n: is gone"),
    (f"{POST}|parameters|0", "required", True, "POST /things ?n: must now be sent"),
    (f"{POST}|parameters|0|schema", "maximum", 5, "POST /things ?n: maximum was 9, is 5"),
    (f"{POST}|responses", "409", None, "POST /things → 409: is gone"),
    (f"{POST}|responses|201", "content", {}, "POST /things → 201: application/json is gone"),
    (f"{THING}|properties", "colour", None, "Thing.colour: is gone"),
    (f"{THING}|properties|colour", "enum", ["red"], "Thing.colour: value 'blue' is gone"),
    (f"{THING}|properties|name", "maxLength", 8, "Thing.name: maxLength was 9, is 8"),
    (f"{THING}|properties|name", "minLength", 1, "Thing.name: minLength was not given, is 1"),
    (f"{THING}|properties|name", "pattern", "a+", "Thing.name: pattern was not given, is a+"),
    (f"{THING}|properties|name", "type", "integer", "Thing.name: type was string, is integer"),
    (f"{THING}|properties|colour", "enum", [1], "Thing.colour: type was string, is integer"),
    (THING, "required", ["name", "colour"], "Thing.colour: must now be sent"),
    (THING, "required", [], "Thing.name: may now be missing"),
    (f"{THING}|properties|other", "anyOf", [{"type": "null"}], "Thing.other: Other is no longer"),
    ("components|schemas|Other|properties", "deep", None, "Other.deep: is gone"),
    ("components|schemas", "Other", None, "Other: is gone"),
    (POST, "security", [{"bearer": []}], "POST /things: needs a token now"),
    ("paths|/things|patch|requestBody", "required", True, "PATCH /things body: must now be sent"),
    (f"{POST}|responses|201", "headers", {}, "POST /things → 201: ETag of its headers is gone"),
    (f"{POST}|responses|201", "links", {}, "POST /things → 201: getThing of its links is gone"),
    (f"{THING}|properties|name", "enum", ["a"], "Thing.name: only 'a' may be sent now"),
    (f"{THING}|properties|size|anyOf|0", "maximum", 5, "Thing.size: maximum was 9, is 5"),
    ("webhooks", "made", None, "webhook made: is gone"),
    ("components|schemas|Notice", "required", [], "Notice.n: may now be missing"),
]


@pytest.mark.parametrize(("path", "key", "value", "expected"), CHANGES)
def test_a_broken_promise_is_found_and_named(
    path: str, key: str, value: Any, expected: str
) -> None:
    new = small()
    if value is None:
        del at(new, path)[key]
    else:
        at(new, path)[key] = value
    found = broken(small(), new)
    assert any(each.startswith(expected) for each in found), found


def test_more_than_was_promised_breaks_nothing() -> None:
    new = small()
    new["paths"]["/others"] = deepcopy(new["paths"]["/things"])
    new["components"]["schemas"]["Thing"]["properties"]["extra"] = {"type": "string"}
    new["components"]["schemas"]["Thing"]["properties"]["colour"]["enum"].append("green")
    assert broken(small(), new) == []


def test_the_same_in_other_words_breaks_nothing() -> None:
    new, old = small(), small()
    old["components"]["schemas"]["Thing"]["properties"]["never"] = {"type": "null"}
    never = {"type": ["string", "null"], "maxLength": 0}
    new["components"]["schemas"]["Thing"]["properties"]["never"] = never
    new["components"]["schemas"]["Thing"]["properties"]["colour"]["type"] = "string"
    assert broken(old, new) == []


def test_the_committed_document_would_be_missed_operation_by_operation() -> None:
    document = read(COMMITTED)
    whole = promises(document)
    assert broken_promises(whole, whole) == []
    operations = whole["operations"]
    assert len(operations) == sum(map(len, document["paths"].values())) > 50
    for name in operations:
        less = {key: each for key, each in operations.items() if key != name}
        lost = broken_promises({**whole, "schemas": {}}, {**whole, "operations": less})
        assert lost == [f"{name}: is gone"]


def test_comments_accept_nothing() -> None:
    assert accepted("# Thing.name: is gone\n\nThing.size: is gone\n") == {"Thing.size: is gone"}


def test_the_changelog_says_what_to_do_about_accepted_changes() -> None:
    unreleased = (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1]
    assert "### Breaking" in unreleased or accepted() == set()
