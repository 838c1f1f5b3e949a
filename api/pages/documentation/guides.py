"""A guide to each game, generated from its rules, components and types."""

import inspect
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import inspect as shapes
from msgspec import json

from api.pages.documentation.sources import IMAGES
from domain.games import GAMES
from domain.kernel import data_files
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command


@cache
def guide(key: str) -> str:
    game = GAMES[key]
    parts = (_opening, _options, _commands, _clocks, _events, _refusals, _box, _rules, _next)
    return "\n".join(line for part in parts for line in (*part(game), ""))


def _opening(game: AnyGame) -> Iterator[str]:
    """Yield the aim of the game and a turn, in the words of its guide, then how to open a table."""
    fewest, most = game.seats[0], game.seats[-1]
    yield f"# {game.title.en}"
    yield ""
    players = f"{fewest} to {most}" if fewest < most else f"{fewest}"
    yield f"This page explains {game.title.en}, a game for {players} players, and its API."
    yield ""
    yield data_files.guide_text(game.package, "en")
    yield from _picture(game)
    yield data_files.guide_text(game.package, "draw")
    yield "## Opening a table"
    yield ""
    yield "Send this as the body of `POST /v1/tables`:"
    yield ""
    yield "```json"
    yield json.encode({"game": game.key, "seats": fewest, "sit": True}).decode()
    yield "```"
    yield ""
    yield f"The [rules](/v1/games/{game.key}/rules) and the"
    yield f"[components](/v1/games/{game.key}/components) are also available as JSON."
    if game.pieces:
        yield ""
        yield "A player who takes a seat may ask for one of these as `preference`:"
        yield f"{_listed(game.pieces)}."


def _picture(game: AnyGame) -> Iterator[str]:
    """Yield the screenshot of the board, if the game has one."""
    if (IMAGES / f"{game.key}.png").exists():
        yield f"![A table of {game.title.en} on the page](/docs/images/{game.key}.png)"
        yield ""


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
    yield "`GET …/actions` lists the legal commands of your seat, ready to send."
    for command in game.commands:
        yield ""
        yield f"### `{command.__struct_config__.tag}`"
        yield ""
        yield inspect.getdoc(command) or ""
        yield from _arguments(command)


def _arguments(command: type[Command]) -> Iterator[str]:
    for field in _fields(command):
        needed = "" if field.required else " (optional)"
        about = _about(field.type)
        yield ""
        yield f"- `{field.encode_name}`{needed}{': ' + about if about else ''}"


def _clocks(game: AnyGame) -> Iterator[str]:
    yield from _table("Decisions and clocks", "decision | seconds by the rules")
    for kind, seconds in game.clocks.items():
        yield f"| `{kind}` | {seconds} |"


def _events(game: AnyGame) -> Iterator[str]:
    yield from _table("Events", "event | meaning | fields of `data`")
    for event in game.events:
        about = (inspect.getdoc(event) or "").partition("\n")[0]
        names = _listed(field.encode_name for field in _fields(event))
        yield f"| `{event.type}` | {_cell(about)} | {names} |"


def _refusals(game: AnyGame) -> Iterator[str]:
    yield from _table("Rejections", "code | meaning")
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
    yield "## Components"
    yield ""
    yield "The number of pieces of each kind:"
    yield ""
    for name, content in json.decode(data_files.read(game.package, "components.json")).items():
        if isinstance(content, list) and content and isinstance(content[0], dict):
            yield f"- `{name}`: {len(content)}"


def _rules(game: AnyGame) -> Iterator[str]:
    yield "## Rules"
    yield ""
    yield "Problems cite these rules by number."
    yield ""
    for rule in data_files.rules(game.package):
        yield f"- **{rule.id}** {rule.text}"


def _next(game: AnyGame) -> Iterator[str]:
    yield "Next: [let a bot of yours play it](/docs/your-own-bot), or read"
    yield "[how a client works](/docs/writing-a-client)."


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
