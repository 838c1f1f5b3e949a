"""A guide to each game, generated from its rules, components and types."""

import inspect
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import inspect as shapes
from msgspec import json

from domain.games import GAMES
from domain.kernel import box
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command


@cache
def guide(key: str) -> str:
    game = GAMES[key]
    parts = (_opening, _options, _commands, _clocks, _events, _refusals, _box, _rules)
    return "\n".join(line for part in parts for line in (*part(game), ""))


def _opening(game: AnyGame) -> Iterator[str]:
    fewest, most = game.seats[0], game.seats[-1]
    yield f"# {game.title.en}"
    yield ""
    several = f"For {fewest} to {most} players. Open a table with"
    yield several if fewest < most else f"For {fewest} players."
    yield ""
    yield "```json"
    yield json.encode({"game": game.key, "seats": fewest, "sit": True}).decode()
    yield "```"
    yield ""
    yield f"as the body of `POST /v1/tables`. [Rules](/v1/games/{game.key}/rules) and"
    yield f"[components](/v1/games/{game.key}/components) are also there as data."
    if game.pieces:
        yield ""
        yield f"Who sits down may claim, as `preference`: {_listed(game.pieces)}."


def _options(game: AnyGame) -> Iterator[str]:
    fields = _fields(game.options)
    if not fields:
        return
    defaults = game.options()
    yield from _table("Options", "option | default | meaning")
    for field in fields:
        default = json.encode(getattr(defaults, field.name)).decode()
        yield f"| `{field.encode_name}` | `{default}` | {_cell(_about(field.type))} |"


def _commands(game: AnyGame) -> Iterator[str]:
    yield "## Commands"
    yield ""
    yield "`GET …/actions` lists them ready to send, so none need be made up."
    for command in game.commands:
        yield ""
        yield f"### `{command.__struct_config__.tag}`"
        yield ""
        yield inspect.getdoc(command) or ""
        yield from _arguments(command)


def _arguments(command: type[Command]) -> Iterator[str]:
    for field in _fields(command):
        needed = "" if field.required else " (may be left out)"
        about = _about(field.type)
        yield ""
        yield f"- `{field.encode_name}`{needed}{': ' + about if about else ''}"


def _clocks(game: AnyGame) -> Iterator[str]:
    yield from _table("Decisions", "decision | seconds by the rules")
    for kind, seconds in game.clocks.items():
        yield f"| `{kind}` | {seconds} |"


def _events(game: AnyGame) -> Iterator[str]:
    yield from _table("Events", "event | what it tells | its `data`")
    for event in game.events:
        about = (inspect.getdoc(event) or "").partition("\n")[0]
        names = _listed(field.encode_name for field in _fields(event))
        yield f"| `{event.type}` | {_cell(about)} | {names} |"


def _refusals(game: AnyGame) -> Iterator[str]:
    yield from _table("Refusals", "code | meaning")
    for code, meaning in game.refusals.items():
        yield f"| [`{code}`](/docs/problems/{code}) | {_cell(meaning)} |"


def _table(heading: str, columns: str) -> Iterator[str]:
    """Yield the lines before the first row."""
    yield f"## {heading}"
    yield ""
    yield f"| {columns} |"
    yield "|---" * (columns.count("|") + 1) + "|"


def _box(game: AnyGame) -> Iterator[str]:
    """Yield how many there are of each component."""
    yield "## In the box"
    yield ""
    for name, content in json.decode(box.read(game.package, "components.json")).items():
        if isinstance(content, list) and content and isinstance(content[0], dict):
            yield f"- `{name}`: {len(content)}"


def _rules(game: AnyGame) -> Iterator[str]:
    yield "## The numbered rules"
    yield ""
    for rule in box.rules(game.package):
        yield f"- **{rule.id}** {rule.text}"


def _fields(kind: Any) -> tuple[shapes.Field, ...]:
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    return info.fields


def _about(kind: Any) -> str:
    """Return the description of a type, or its values."""
    if isinstance(kind, shapes.Metadata):
        description = (kind.extra_json_schema or {}).get("description")
        return str(description) if description else _about(kind.type)
    if isinstance(kind, shapes.UnionType):
        return next(filter(None, map(_about, kind.types)), "")
    if isinstance(kind, shapes.LiteralType):
        return f"One of {_listed(map(str, kind.values))}."
    return ""


def _listed(words: Any) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
