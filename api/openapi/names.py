"""The names of schemas; each of a game begins with its game, once."""

from typing import Any

from msgspec import json

REF = "#/components/schemas/"
SHORTEST_REPEAT = 5  # letters: a shorter first word is a word of its own, no repeated name


def qualified(game: str, name: str) -> str:
    """Return the name with its game: `MyGame` and `GameView` make `MyGameView`."""
    for end in range(len(name), 0, -1):
        word, rest = name[:end], name[end:]
        if not rest[:1].isupper():
            continue
        if game.endswith(word) or (len(word) >= SHORTEST_REPEAT and game.startswith(word)):
            return game + rest
    return game + name


def ref(name: str) -> dict[str, Any]:
    return {"$ref": REF + name}


def with_names(schemas: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """Return the schemas under their new names, with references to them."""
    text = json.encode(schemas)
    for old, new in names.items():
        text = text.replace(f'"{REF}{old}"'.encode(), f'"{REF}{new}"'.encode())
    decoded: dict[str, Any] = json.decode(text)
    return {names.get(name, name): schema for name, schema in decoded.items()}
