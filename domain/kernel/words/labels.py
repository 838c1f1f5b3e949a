"""The values of a parameter that have a label, and labels that are unique in their list."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

MOST_NUMBERS = 256  # a longer range of numbers is not listed


def listed_values(schema: Mapping[str, Any]) -> Iterator[Any]:
    """Yield each value that a schema lists, for the parameter itself or for its items."""
    if "enum" in schema:
        yield from schema["enum"]
    elif schema.get("type") == "integer" and "maximum" in schema:
        numbers = range(schema["minimum"], schema["maximum"] + 1)
        yield from numbers if len(numbers) <= MOST_NUMBERS else ()
    elif "items" in schema:
        yield from listed_values(schema["items"])
    else:
        for part in schema.get("properties", {}).values():
            yield from listed_values(part)


def unique(labels: Iterable[str]) -> list[str]:
    """Return the labels; repeated ones, such as copies of one card, are numbered."""
    given: set[str] = set()
    result: list[str] = []
    for label in labels:
        name, copy = label, 1
        while name in given:
            copy += 1
            name = f"{label} ({copy})"
        given.add(name)
        result.append(name)
    return result
