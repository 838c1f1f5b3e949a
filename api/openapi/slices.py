"""Parts of the document: what a client that plays needs, of all games or of one."""

from collections.abc import Iterator
from typing import Any

from api.http.operation import camel
from domain.games import GAMES

TAGS = ("Games", "Play", "Tables")
ALSO = ("createPlayer", "getMe", "getPlayer", "explainProblem")


def sliced(document: dict[str, Any], game: str | None = None) -> dict[str, Any]:
    """Return the operations of a client that plays, and the schemas that they need.

    With a game, the schemas and examples of other games are left out.
    """
    others = [key for key in GAMES if game is not None and key != game]
    paths = _without_games(_operations(document["paths"]), others)
    known = {kind: _without_games(parts, others) for kind, parts in document["components"].items()}
    used = _reached(paths, known)
    components = {
        kind: {name: part for name, part in parts.items() if (kind, name) in used}
        for kind, parts in known.items()
    }
    components["securitySchemes"] = known["securitySchemes"]
    tags = {each["tags"][0] for item in paths.values() for each in item.values()}
    shown = [each for each in document["tags"] if each["name"] in tags]
    return {**document, "tags": shown, "paths": paths, "components": components}


def _operations(paths: dict[str, Any]) -> dict[str, Any]:
    """Return the paths of a client that plays; links lead to operations among them."""
    found = {
        path: {method: each for method, each in item.items() if _plays(each)}
        for path, item in paths.items()
    }
    names = {each["operationId"] for item in found.values() for each in item.values()}
    return {
        path: {method: _linked(each, names) for method, each in item.items()}
        for path, item in found.items()
        if item
    }


def _plays(operation: dict[str, Any]) -> bool:
    return operation["tags"][0] in TAGS or operation["operationId"] in ALSO


def _linked(operation: dict[str, Any], names: set[str]) -> dict[str, Any]:
    responses = {}
    for status, response in operation["responses"].items():
        links = response.get("links", {})
        kept = {name: each for name, each in links.items() if each["operationId"] in names}
        responses[status] = {**response, "links": kept} if links else response
    return {**operation, "responses": responses}


def _without_games(part: Any, games: list[str]) -> Any:
    """Return a part of the document without references to these games, and without examples."""
    if isinstance(part, list):
        return [_without_games(each, games) for each in part if not _is_of(each, games)]
    if not isinstance(part, dict) or not games:
        return part
    return {
        name: _without_games(each, games)
        for name, each in part.items()
        if not name.startswith(tuple(games)) and not _is_of(each, games)
    }


def _is_of(part: Any, games: list[str]) -> bool:
    """Return whether this is a reference to a schema of one of these games."""
    target = part.get("$ref", "") if isinstance(part, dict) else part
    if not isinstance(target, str) or not target.startswith("#/components/schemas/"):
        return False
    return target.rpartition("/")[2].startswith(tuple(camel(game) for game in games))


def _reached(paths: Any, known: dict[str, Any]) -> set[tuple[str, str]]:
    """Return the components that paths refer to, directly or not, as kind and name."""
    used: set[tuple[str, str]] = set()
    waiting = [*_references(paths)]
    while waiting:
        if (place := waiting.pop()) not in used:
            used.add(place)
            waiting += _references(known[place[0]][place[1]])
    return used


def _references(part: Any) -> Iterator[tuple[str, str]]:
    if isinstance(part, dict):
        if isinstance(target := part.get("$ref"), str):
            kind, name = target.split("/")[2:]
            yield kind, name
        for each in part.values():
            yield from _references(each)
    elif isinstance(part, list):
        for each in part:
            yield from _references(each)
