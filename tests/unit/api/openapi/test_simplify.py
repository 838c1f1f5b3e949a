"""The document avoids constructs that have broken code generators."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from api.openapi.document import document
from api.openapi.names import ref
from api.openapi.simplify import clean

DATA = {"examples", "example", "default", "mapping", "const", "enum"}


def schemas(part: Any, choice: bool = False) -> Iterator[tuple[dict[str, Any], bool]]:
    """Every schema, and whether it is one of the choices of a union."""
    if isinstance(part, list):
        for each in part:
            yield from schemas(each, choice)
    elif isinstance(part, dict):
        yield part, choice
        for key, each in part.items():
            if key not in DATA:
                yield from schemas(each, key in ("anyOf", "oneOf"))


def test_no_two_components_have_the_same_title() -> None:
    """openapi-python-client names its classes by them."""
    named = document()["components"]["schemas"]
    titles = Counter(schema["title"] for schema in named.values() if "title" in schema)
    assert [title for title, count in titles.items() if count > 1] == []


def test_values_have_a_type() -> None:
    """Without one openapi-generator knows no discriminator; Java lists no truths and no nulls."""
    for schema, _ in schemas(document()["components"]["schemas"]):
        if isinstance(schema.get("enum"), list) or "const" in schema:
            assert schema.get("type", "boolean") != "boolean", schema
            assert None not in schema.get("enum", [schema.get("const", "")]), schema


def test_null_is_only_ever_a_choice() -> None:
    """Alone it is `nil` in Go, and nothing at all in Python's generator."""
    for schema, choice in schemas(document()["components"]["schemas"]):
        assert choice or schema.get("type") != "null", schema


def test_no_union_has_a_word_as_its_default() -> None:
    """It would be written as a name into Go."""
    for schema, _ in schemas(document()["components"]["schemas"]):
        assert not ("anyOf" in schema and isinstance(schema.get("default"), str)), schema


def test_what_a_link_sends_is_an_expression() -> None:
    """openapi-generator refuses the whole document for any other."""
    for schema, _ in schemas(document()["paths"]):
        for link in schema.get("links", {}).values():
            assert isinstance(link.get("requestBody", ""), str), link


def test_the_notice_is_a_callback() -> None:
    """The code that openapi-generator writes for `webhooks` does not compile in TypeScript."""
    assert "webhooks" not in document()
    [item] = document()["paths"]["/v1/webhooks"]["post"]["callbacks"]["notice"].values()
    assert item["post"]["operationId"] == "receiveNotice"


def test_no_list_is_called_like_its_schema() -> None:
    """openapi-python-client would use one name for the object and for the list."""
    for name, schema in document()["components"]["schemas"].items():
        variable = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
        assert schema.get("properties", {}).get(variable, {}).get("type") != "array", name


def test_lines_are_a_text() -> None:
    """Generators that read a text as an object write code that does not compile."""
    schema = schema_of_answer("/v1/tables/{table}/views")
    assert schema["type"] == "string"
    assert schema["contentSchema"]


def test_a_stream_is_a_text_and_each_parsed_frame_has_a_schema() -> None:
    """Generators see no object; schemathesis compares the schema with every frame."""
    schema = schema_of_answer("/v1/tables/{table}/events/stream")
    assert schema.keys() == {"description", "if", "then", "else"}
    assert schema["if"] == {"type": "string"}
    assert schema["then"]["contentSchema"] == schema["else"] == ref("StreamFrame")


def schema_of_answer(path: str) -> dict[str, Any]:
    content = document()["paths"][path]["get"]["responses"]["200"]["content"]
    schema: dict[str, Any] = next(iter(content.values()))["schema"]
    return schema


def test_plain_words_mean_the_same() -> None:
    assert clean({"enum": ["a", "b"]}) == {"enum": ["a", "b"], "type": "string"}
    assert clean({"enum": [True]}) == {"type": "boolean", "description": "This is always true."}
    assert clean({"enum": ["a", 1]}) == {"enum": ["a", 1]}
    assert clean({"anyOf": [{"type": "null"}], "default": "a"}) == {"anyOf": [{"type": "null"}]}
    assert clean({"anyOf": [{"type": "null"}], "default": None})["default"] is None
