"""What a host chooses, by the schema of the options alone."""

from random import Random
from typing import Any

import msgspec
from msgspec import json

from domain.kernel.game import AnyGame
from domain.kernel.rejection import Rejected


def chosen(game: AnyGame, number: int) -> dict[str, Any]:
    """Table 0: the defaults, but every number as small as may be (fewer rounds, races …).

    Every further table has options of its own, as long as the game admits them.
    """
    random = Random(f"options of {game.key} {number}")
    options: dict[str, Any] = msgspec.to_builtins(game.options())
    for name, schema in _schemas(game).items():
        if schema.get("type") == "integer":
            options[name] = min(schema["minimum"] + number, schema["maximum"])
        elif number:
            options[name] = _some(schema, options[name], random)
            if not _admitted(game, options):
                options[name] = schema["default"]
    return options


def _some(schema: dict[str, Any], default: Any, random: Random) -> Any:
    if schema.get("type") == "boolean":
        return random.random() < 0.5 if default else random.random() < 0.8
    return random.choice(schema["enum"]) if "enum" in schema else default


def _schemas(game: AnyGame) -> dict[str, Any]:
    _, components = json.schema_components([game.options])
    found: dict[str, Any] = components[game.options.__name__]["properties"]
    return {
        name: {**components[schema["$ref"].rpartition("/")[2]], **schema}
        if "$ref" in schema
        else schema
        for name, schema in found.items()
    }


def _admitted(game: AnyGame, options: dict[str, Any]) -> bool:
    try:
        game.admit(msgspec.convert(options, game.options), game.seats[0])
    except Rejected:
        return False
    return True
