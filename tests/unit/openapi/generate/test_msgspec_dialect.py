"""The document as the generator of the Python models needs it."""

from collections.abc import Iterator
from typing import Any

from openapi.generate.msgspec_dialect import for_msgspec
from tests.support.documents.document_check import DOCUMENT


def tagged_inside(schema: Any) -> Iterator[Any]:
    """Every tagged union that is a part of another schema."""
    parts = schema if isinstance(schema, list) else [*schema.values()]
    for part in parts:
        if isinstance(part, dict | list):
            if "discriminator" in part and "anyOf" in part:
                yield part
            yield from tagged_inside(part)


def test_tagged_unions_inside_of_other_schemas_get_a_name() -> None:
    assert [*tagged_inside(DOCUMENT["components"]["schemas"])]
    assert [*tagged_inside(for_msgspec(DOCUMENT)["components"]["schemas"])] == []
