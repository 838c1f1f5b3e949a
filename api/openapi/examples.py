"""Examples in the document, recorded from a real server (`python -m openapi.record`)."""

from functools import cache
from pathlib import Path
from typing import Any

from msgspec import json

RECORDED = Path(__file__).parent / "examples.json"


@cache
def _recorded() -> dict[str, Any]:
    recorded: dict[str, Any] = json.decode(RECORDED.read_bytes())
    return recorded


def example_bodies(operation: str) -> dict[str, Any]:
    return _of(operation, "bodies")


def example_answers(operation: str) -> dict[str, Any]:
    return _of(operation, "answers")


def schema_examples() -> dict[str, Any]:
    """Return one value for each recorded schema of a command, an event, a view or options."""
    found: dict[str, Any] = _recorded()["schemas"]
    return found


def _of(operation: str, part: str) -> dict[str, Any]:
    found: dict[str, Any] = _recorded()["operations"].get(operation, {}).get(part, {})
    return found
