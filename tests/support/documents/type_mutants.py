"""Breaks the rules of a game in ways that mypy must notice, in a copy of the domain."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.paths import ROOT

ROW = re.compile(r"^    (?:\| )?(?:on|by_seat|said)\(([\w.]+), ([\w.]+)\)\n", re.M)
COMPLETE = ("sentences", "labels", "decide", "engine", "choices", "greedy")
PUBLIC = re.compile(r"^class (\w+)\(PublicEvent, ", re.M)
APPLY = re.compile(
    r"^class (\w+)\((?:(?!^class ).)*?(    def apply\(.*?\n)(?=\n\n|\Z)", re.M | re.S
)


class Mutant(NamedTuple):
    """What was broken, and the pattern of the line that mypy has to report."""

    what: str
    error: str


def copied(to: Path) -> Path:
    """Return a copy of the domain, with the settings of mypy beside it."""
    shutil.copytree(ROOT / "domain", to / "domain", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", to)
    return to / "domain"


def mutants(folder: Path) -> Iterator[Mutant]:
    """Break the game (or the table) in a folder in every way; the copies of its files change."""
    for table in (*COMPLETE, "questions"):
        if any(ROW.search(path.read_text()) for path in folder.glob(f"*{table}*.py")):
            if table in COMPLETE:
                yield _change(folder, table, ROW, _without_handler)
            yield _change(folder, table, ROW, _with_handler_of_another)
    yield _change(folder, "events", PUBLIC, _without_audience)
    yield _change(folder, "events", APPLY, _without_apply)


Change = Callable[[str, list[re.Match[str]]], tuple[str, str, str]]  # → what, source, error


def _change(folder: Path, table: str, part: re.Pattern[str], change: Change) -> Mutant:
    """Change the first file that has such a part; an event fails where it is used, not there."""
    paths = sorted(folder.glob(f"*{table}*.py"))
    path = next(each for each in paths if part.search(each.read_text()))
    source = path.read_text()
    what, changed, error = change(source, list(part.finditer(source)))
    assert changed != source
    path.write_text(changed)
    places = (
        rf"({folder.name}|judging)/[\w/]*" if table == "events" else rf"{folder.name}/\w*{table}\w*"
    )
    return Mutant(f"{folder.name}/{path.name}: {what}", rf"/{places}\.py:\d+: error: {error}")


def _without_handler(source: str, rows: list[re.Match[str]]) -> tuple[str, str, str]:
    row = rows[-1]
    event = row[1].rpartition(".")[2]
    error = rf'Argument 1 to "assert_never" has incompatible type "{event}"'
    return f"no handler of {event}", source.replace(row[0], "", 1), error


def _with_handler_of_another(source: str, rows: list[re.Match[str]]) -> tuple[str, str, str]:
    """Give the first event the handler of the second, which handles no other."""
    handlers = [row[2] for row in rows]
    row, other = [each for each in rows if handlers.count(each[2]) == 1][:2]
    crossed = row[0].replace(f", {row[2]})", f", {other[2]})")
    what = f"{row[1]} handled by {other[2]}"
    error = rf'Argument 2 to "(on|by_seat|said)" has .*{other[1].rpartition(".")[2]}\b'
    return what, source.replace(row[0], crossed, 1), error


def _without_audience(source: str, classes: list[re.Match[str]]) -> tuple[str, str, str]:
    event = classes[0][1]
    changed = source.replace(f"class {event}(PublicEvent, ", f"class {event}(Event, ")
    imported = "from domain.kernel.messages import "
    if f"{imported}Event," not in changed:
        changed = changed.replace(imported, f"{imported}Event, ", 1)
    error = rf'Cannot instantiate abstract class "{event}" with abstract attribute "audience"'
    return f"no audience of {event}", changed, error


def _without_apply(source: str, classes: list[re.Match[str]]) -> tuple[str, str, str]:
    """Take it from the last event; the first has lost its audience."""
    event, apply = classes[-1].groups()
    error = rf'Cannot instantiate abstract class "{event}" with abstract attribute "apply"'
    return f"no apply of {event}", source.replace(apply, "", 1), error
