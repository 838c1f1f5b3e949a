"""The description of a property or parameter says more than its name."""

import re
from typing import Any

import pytest

from tests.support.documents.document_check import DOCUMENT
from tests.unit.api.openapi.document.test_completeness import SCHEMAS, description, properties
from tests.unit.api.openapi.document.test_examples import OPERATIONS

FILLERS = frozenset(
    ["the", "a", "an", "of", "your", "its", "this", "it", "these", "each", "is", "what", "which"]
)
FEWEST_WORDS = 4


def repeats(name: str, text: str) -> bool:
    """Return whether a text has no word that is not in the name, or hardly any words at all."""
    said = {word.removesuffix("s") for word in re.findall(r"[a-z]+", text.lower())} - FILLERS
    named = {word.removesuffix("s") for word in re.split(r"[_\W]+", name.lower())}
    short = len(text.split()) < FEWEST_WORDS
    return short or said <= named


@pytest.mark.parametrize(
    ("name", "text", "empty"),
    [
        ("name", "The name.", True),
        ("cards", "Cards.", True),
        ("last_trick", "The last trick.", True),
        ("status", "Why.", True),
        ("name", "The name that other players see.", False),
        ("dry_run", "This is always true.", False),
    ],
)
def test_a_text_that_repeats_the_name_is_recognized(name: str, text: str, empty: bool) -> None:
    assert repeats(name, text) is empty


def test_no_description_of_a_property_repeats_its_name() -> None:
    found = [each for name, schema in SCHEMAS.items() for each in properties(schema, name)]
    texts = {place: description(part) for place, part in found}
    assert [
        f"{place}: {text}"
        for place, text in texts.items()
        if repeats(place.rpartition(".")[2], text)
    ] == []


def test_no_description_of_a_parameter_repeats_its_name() -> None:
    parameters: list[dict[str, Any]] = [
        each for operation in OPERATIONS.values() for each in operation.get("parameters", ())
    ]
    resolved = [
        DOCUMENT["components"]["parameters"][each["$ref"].rpartition("/")[2]]
        if "$ref" in each
        else each
        for each in parameters
    ]
    assert len(resolved) > len(OPERATIONS)
    assert [each for each in resolved if repeats(each["name"], each["description"])] == []


def test_a_default_is_told_and_makes_no_property_required() -> None:
    """`openapi-typescript` without options requires a property that has a default."""
    found = dict(each for name, schema in SCHEMAS.items() for each in properties(schema, name))
    assert [place for place, part in found.items() if "default" in part] == []
    assert found["GaloppRoyalOpenTableBody.private"]["description"].endswith("Default: `false`.")
