"""The tables of each game that are played, so that every type of command and event occurs.

The number of a table determines its options, its random draws and the choices of its players. The
numbers were found by playing one table after the other (`python -m openapi.record --search`).
"""

from collections.abc import Iterable
from pathlib import Path

from msgspec import json

from openapi.record.options import SHORT

FILE = Path(__file__).with_name("tables.json")


def stored() -> dict[str, list[int]]:
    return json.decode(FILE.read_bytes(), type=dict[str, list[int]])


def tables_of(game: str) -> Iterable[int]:
    return stored().get(game, range(SHORT))


def store(game: str, numbers: list[int]) -> None:
    FILE.write_bytes(json.format(json.encode({**stored(), game: numbers}), indent=1) + b"\n")
