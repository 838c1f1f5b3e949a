"""What a host chooses, by the schema of the options alone."""

from random import Random
from typing import Any

import msgspec
from msgspec import json

from domain.kernel.game import AnyGame
from domain.kernel.rejection import Rejected

HALF = 0.5
SHORT = 4  # tables of a game; what is not met at those needs longer ones


def seats(game: AnyGame, number: int) -> int:
    """As few as may be at short tables."""
    return game.seats[0] if number < SHORT else game.seats[number % len(game.seats)]


def chosen(game: AnyGame, number: int) -> dict[str, Any]:
    """Table 0: the defaults; at short tables every number is small (fewer rounds, races …).

    At every further table half of them are other than usual. Some need others or exclude
    them: they are tried twice, in an order of the table's own.
    """
    random = Random(f"options of {game.key} {number}")
    options: dict[str, Any] = msgspec.to_builtins(game.options())
    schemas = _schemas(game)
    for name, schema in schemas.items():
        if schema.get("type") == "integer" and (number < SHORT or random.random() < HALF):
            options[name] = min(schema["minimum"] + min(number, SHORT), schema["maximum"])
    some = random.sample(sorted(schemas), (len(schemas) + 1) // 2)
    for name in 2 * some if number else ():
        tried = {**options, name: _other(schemas[name], options[name], random)}
        if _admitted(game, tried, seats(game, number)):
            options = tried
    return options


def _other(schema: dict[str, Any], present: Any, random: Random) -> Any:
    if schema.get("type") == "boolean":
        return not schema["default"]
    return random.choice(schema["enum"]) if "enum" in schema else present


def _schemas(game: AnyGame) -> dict[str, Any]:
    _, components = json.schema_components([game.options])
    found: dict[str, Any] = components[game.options.__name__]["properties"]
    return {
        name: {**components[schema["$ref"].rpartition("/")[2]], **schema}
        if "$ref" in schema
        else schema
        for name, schema in found.items()
    }


def _admitted(game: AnyGame, options: dict[str, Any], seated: int) -> bool:
    try:
        game.admit(msgspec.convert(options, game.options), seated)
    except Rejected:
        return False
    return True
