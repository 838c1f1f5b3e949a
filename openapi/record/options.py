"""The tables of each game that are played, with options and seats from the schema alone.

The number of a table determines its options, its random draws and the choices of its players. The
numbers were found by playing one table after the other (`python -m openapi.record --search`), so
that every type of command and event occurs.
"""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import json

from domain.kernel.game import AnyGame
from domain.kernel.refusals import Rejected

HALF = 0.5
SHORT = 4  # the first tables of a game are short; events they lack need longer ones


def seat_count(game: AnyGame, number: int) -> int:
    """Return the number of seats of a table; the fewest for short tables."""
    return game.seats[0] if number < SHORT else game.seats[number % len(game.seats)]


def table_options(game: AnyGame, number: int) -> dict[str, Any]:
    """Return the options of a table: for table 0 the defaults, with small numbers if short.

    Every further table changes half of them. Some options require or exclude others, so each is
    tried twice, in an order that depends on the table.
    """
    random = Random(f"options of {game.key} {number}")
    options: dict[str, Any] = msgspec.to_builtins(game.options())
    schemas = _schemas(game)
    for name, schema in schemas.items():
        size = _size(schema)
        if size is not None and (number < SHORT or random.random() < HALF):
            options[name] = min(size["minimum"] + min(number, SHORT), size["maximum"])
    some = random.sample(sorted(schemas), (len(schemas) + 1) // 2)
    for name in 2 * some if number else ():
        changed = {**options, name: _other_value(schemas[name], options[name], random)}
        if _is_allowed(game, changed, seat_count(game, number)):
            options = changed
    return options


def _size(schema: dict[str, Any]) -> dict[str, Any] | None:
    """Return the schema of a number; of one that may be null only if it counts from 1.

    Those that count from 0 are seats, and naming a seat makes no table shorter.
    """
    if schema.get("type") == "integer":
        return schema
    for choice in schema.get("anyOf", ()):
        if choice.get("type") == "integer" and choice["minimum"] >= 1:
            return dict(choice)
    return None


def _other_value(schema: dict[str, Any], current: Any, random: Random) -> Any:
    if schema.get("type") == "boolean":
        return not schema["default"]
    return random.choice(schema["enum"]) if "enum" in schema else current


def _schemas(game: AnyGame) -> dict[str, Any]:
    _, components = json.schema_components([game.options])
    properties: dict[str, Any] = components[game.options.__name__]["properties"]
    return {
        name: {**components[schema["$ref"].rpartition("/")[2]], **schema}
        if "$ref" in schema
        else schema
        for name, schema in properties.items()
    }


def _is_allowed(game: AnyGame, options: dict[str, Any], seats: int) -> bool:
    try:
        game.admit(msgspec.convert(options, game.options), seats)
    except Rejected:
        return False
    return True


FILE = Path(__file__).with_name("tables.json")


def stored() -> dict[str, list[int]]:
    return json.decode(FILE.read_bytes(), type=dict[str, list[int]])


def tables_of(game: str) -> Iterable[int]:
    return stored().get(game, range(SHORT))


def store(game: str, numbers: list[int]) -> None:
    FILE.write_bytes(json.format(json.encode({**stored(), game: numbers}), indent=1) + b"\n")
