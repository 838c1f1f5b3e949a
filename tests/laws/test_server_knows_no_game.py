"""No word of a game is outside its folder, except in tests, documentation and example clients."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import json

import api.composition  # noqa: F401 - with it, all types of the server are known
from api.http.operation import camel
from domain.games import GAMES
from domain.kernel import data_files
from domain.kernel.game import AnyGame
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

DOCUMENT = ROOT / "api" / "openapi"
# Words that the server uses in a meaning of its own, beside the names of its types and fields.
ALSO_OURS = {"Advance", "Place", "Play", "bearer", "path"}
COMPOUND = re.compile(r"[_.\-A-Z]")


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
        | (set(game.refusals) - set(data_files.meanings("domain.kernel")))
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


def foreign(source: str, whole: bool, words: set[str]) -> set[str]:
    """Return the words of games in a module; simple English words only if `whole`."""
    return {word for word in words_in(source) if word in words and (whole or COMPOUND.search(word))}


def test_no_module_of_the_server_uses_a_word_of_a_game() -> None:
    """The document is asked for every word, because it names fields."""
    words = {word for game in GAMES.values() for word in words_of(game)}
    words -= own_words() | ALSO_OURS
    found = {
        str(path.relative_to(ROOT)): used
        for path in server_sources()
        if (used := foreign(path.read_text(), path.is_relative_to(DOCUMENT), words))
    }
    assert found == {}


def test_no_module_of_the_server_mentions_a_game() -> None:
    names = [name for game in GAMES.values() for name in (game.key, game.title.en, game.title.fr)]
    names += [camel(key) for key in GAMES]
    mentioned = re.compile("|".join(map(re.escape, names)))
    assert [path for path in server_sources() if mentioned.search(path.read_text())] == []


def test_a_word_of_a_game_would_be_found() -> None:
    words = {"bidders", "card_played", "RallyLinedUp"}
    source = 'CAPS = {"bidders": 8}\nKINDS = ["card_played", RallyLinedUp]\n'
    assert foreign(source, True, words) == words
    assert foreign(source, False, words) == {"card_played", "RallyLinedUp"}
