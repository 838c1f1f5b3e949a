"""Which tables of a game are played, so that every kind of command and event is met at one of them.

A table has a number, from which follow its options, its luck and what its players choose. The
numbers were found by playing one table after the other (`python -m openapi.record --search`).
"""

from collections.abc import Iterable
from pathlib import Path

from msgspec import json

from openapi.record.options import SHORT

FOUND = Path(__file__).with_name("tables.json")


def found() -> dict[str, list[int]]:
    return json.decode(FOUND.read_bytes(), type=dict[str, list[int]])


def tables_of(game: str) -> Iterable[int]:
    return found().get(game, range(SHORT))


def keep(game: str, numbers: list[int]) -> None:
    FOUND.write_bytes(json.format(json.encode({**found(), game: numbers}), indent=1) + b"\n")
