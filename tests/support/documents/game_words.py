"""The words of a game, and where the code of the server uses them."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import json

from domain.kernel import data_files
from domain.kernel.game import AnyGame
from domain.kernel.refusals import COMMON
from tests.support.paths import ROOT

GAME_MODULE = re.compile(r"domain\.games\.\w+\.")
SERVER = (
    "api",
    "application",
    "domain",
    "ludotheque",
    "openapi",
    "projections",
    "store",
    "workers",
)


def words_of(game: AnyGame) -> set[str]:
    """Return the names of its types, of what happens, of fields, of refusals and of components."""
    kinds = (*game.commands, *game.events, game.options, game.view_type)
    types = {str(each.__struct_config__.tag) for each in game.commands}
    types |= {event.type for event in game.events}
    ids = set(_ids(json.decode(data_files.read(game.package, "components.json"))))
    fields = {name for schema in _schemas(kinds) for name in schema.get("properties", {})}
    return (
        {game.key, *(kind.__name__ for kind in kinds), *types, *ids, *fields}
        | {each.partition(".")[2] for each in types}
        | (set(game.refusals) - set(COMMON))
    )


def _schemas(kinds: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    schemas, components = msgspec.json.schema_components(kinds)
    yield from (*schemas, *components.values())


def _ids(value: Any) -> Iterator[str]:
    """Yield the ids of components."""
    if isinstance(value, dict):
        found = value.get("id")
        if isinstance(found, str):
            yield found
        for part in value.values():
            yield from _ids(part)
    elif isinstance(value, list):
        for part in value:
            yield from _ids(part)


@cache
def server_sources() -> tuple[Path, ...]:
    """Return the modules that must know no game: all but games, catalogue and example clients."""
    paths = (path for folder in SERVER for path in sorted((ROOT / folder).rglob("*.py")))
    return tuple(path for path in paths if not _may_name_games(path.relative_to(ROOT)))


def _may_name_games(path: Path) -> bool:
    return path.is_relative_to("domain/games") or path.is_relative_to("openapi/clients")


def words_in(source: str) -> Iterator[str]:
    """Yield every string constant of a module, and every name that begins with a capital."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Name) and node.id[0].isupper():
            yield node.id


def own_words() -> set[str]:
    """Return the names of the types of the server, and of their fields."""
    import_module("api.openapi.document")  # which imports every route, so that its types are known
    kinds = [kind for kind in _structs(msgspec.Struct) if kind.__module__.split(".")[0] in SERVER]
    own = [kind for kind in kinds if not GAME_MODULE.match(kind.__module__)]
    return {name for kind in own for name in (kind.__name__, *kind.__struct_encode_fields__)}


def _structs(of: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for kind in of.__subclasses__():
        yield kind
        yield from _structs(kind)
