"""The document breaks no promise of the last release that was not accepted."""

from copy import deepcopy
from typing import Any

import pytest

from openapi.stability.documents import broken_promises
from openapi.stability.promises import COMMITTED, accepted, promised, read, unlisted
from tests.support.paths import ROOT


def test_every_broken_promise_is_listed() -> None:
    """Mend what this shows; or accept it in accepted.txt and say in CHANGELOG.md what to do."""
    assert unlisted(promised(), accepted()) == []


def test_a_star_in_an_entry_stands_for_any_text() -> None:
    entries = {"Snail*: is gone", "Deck.cards[]: * is no longer one of the choices"}
    broken = ["SnailView: is gone", "SnailView.name: may now be missing", "Thing: is gone"]
    assert unlisted(broken, entries) == broken[1:]
    assert unlisted(["Deck.cards[]: Ace is no longer one of the choices"], entries) == []


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
    found = broken_promises(small(), new)
    assert any(each.startswith(expected) for each in found), found


def test_more_than_was_promised_breaks_nothing() -> None:
    new = small()
    new["paths"]["/others"] = deepcopy(new["paths"]["/things"])
    new["components"]["schemas"]["Thing"]["properties"]["extra"] = {"type": "string"}
    new["components"]["schemas"]["Thing"]["properties"]["colour"]["enum"].append("green")
    assert broken_promises(small(), new) == []


def test_the_same_in_other_words_breaks_nothing() -> None:
    new, old = small(), small()
    old["components"]["schemas"]["Thing"]["properties"]["never"] = {"type": "null"}
    never = {"type": ["string", "null"], "maxLength": 0}
    new["components"]["schemas"]["Thing"]["properties"]["never"] = never
    new["components"]["schemas"]["Thing"]["properties"]["colour"]["type"] = "string"
    assert broken_promises(old, new) == []


def test_the_committed_document_would_be_missed_operation_by_operation() -> None:
    document = read(COMMITTED)
    assert broken_promises(document, document) == []
    bare = {**document, "components": {**document["components"], "schemas": {}}}  # the same in all
    for path, item in document["paths"].items():
        less = {**bare, "paths": {k: v for k, v in document["paths"].items() if k != path}}
        callbacks = sum(len(operation.get("callbacks", ())) for operation in item.values())
        assert len(broken_promises(bare, less)) == len(item) + callbacks


def test_comments_are_no_patterns() -> None:
    assert accepted("# Thing.name: is gone\n\nThing.size: is gone\n") == {"Thing.size: is gone"}


def test_the_changelog_says_what_to_do_about_accepted_changes() -> None:
    unreleased = (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1]
    assert "### Breaking" in unreleased or accepted() == set()
