"""Examples of the document: recorded from a real server (`python -m openapi.record`)."""

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
    found: dict[str, Any] = _recorded().get(operation, {}).get("bodies", {})
    return found


def example_answers(operation: str) -> dict[str, Any]:
    found: dict[str, Any] = _recorded().get(operation, {}).get("answers", {})
    return found
