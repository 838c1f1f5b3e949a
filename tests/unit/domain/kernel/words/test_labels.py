"""Labels of actions and of the values of parameters."""

from typing import Any

import pytest

from domain.kernel.words.labels import MOST_NUMBERS, listed_values, unique


def test_repeated_labels_are_numbered() -> None:
    assert unique(["a", "b", "a", "a (2)", "a"]) == ["a", "b", "a (2)", "a (2) (2)", "a (3)"]


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        ({"type": "string", "enum": ["a", "b"]}, ["a", "b"]),
        ({"type": "array", "items": {"enum": ["N", "S"]}}, ["N", "S"]),
        ({"type": "integer", "minimum": 3, "maximum": 5}, [3, 4, 5]),
        ({"type": "integer", "minimum": 0}, []),
        ({"type": "integer", "minimum": 1, "maximum": MOST_NUMBERS + 1}, []),
        (
            {
                "type": "array",
                "items": {"type": "object", "properties": {"p": {"enum": [1]}, "r": {"enum": [2]}}},
            },
            [1, 2],
        ),
        ({"type": "string"}, []),
    ],
)
def test_the_values_that_a_schema_lists(schema: dict[str, Any], values: list[Any]) -> None:
    assert list(listed_values(schema)) == values
