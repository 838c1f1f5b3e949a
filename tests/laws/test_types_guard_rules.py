"""mypy notices an event without `apply` or audience; law 18 finds one without words.

Gastérospeed also has tasks, and chooses by the type of a command; these are broken too.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from domain.games import GAMES
from tests.support.paths import ROOT

CASE = re.compile(r"^        case (?:do\.)?(\w+)\(\):\n            return .*\n", re.M)
PUBLIC = re.compile(r"^class (\w+)\(PublicEvent, ", re.M)

PARTS = ("games", "table", "judging")
CHECKED = ("--no-error-summary", "--show-absolute-path", "--no-incremental")


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
    has_tasks = (folder / "rules" / "tasks.py").exists()
    events = "event_types/*.py" if has_tasks else "*events.py"
    yield _change(folder, events, PUBLIC, _without_audience)
    yield _change(folder, events, _method("apply"), _without_method)
    if has_tasks:
        yield _change(folder, "rules/terrain.py", _method("do"), _without_method)
        yield _change(folder, "rules/race.py", _method("answers"), _without_method)
        for module in ("decide.py", "greedy.py"):
            yield _change(folder, module, CASE, _without_case)


Change = Callable[[str, list[re.Match[str]]], tuple[str, str, str]]  # → what, source, error


def _change(folder: Path, files: str, part: re.Pattern[str], change: Change) -> Mutant:
    """Change the first file that has such a part; a class fails where it is used, not there."""
    path = next(each for each in sorted(folder.glob(files)) if part.search(each.read_text()))
    source = path.read_text()
    what, changed, error = change(source, list(part.finditer(source)))
    assert changed != source
    path.write_text(changed)
    where = rf"/({folder.name}|judging)/[\w/]*\.py:\d+: error: "
    return Mutant(f"{folder.name}/{path.name}: {what}", where + error)


def _without_case(source: str, cases: list[re.Match[str]]) -> tuple[str, str, str]:
    command = cases[-1][1]
    return f"no case {command}", source.replace(cases[-1][0], "", 1), _not_handled(command)


def _not_handled(message: str) -> str:
    return rf'Argument 1 to "assert_never" has incompatible type "{message}"'


def _without_audience(source: str, classes: list[re.Match[str]]) -> tuple[str, str, str]:
    event = classes[0][1]
    changed = source.replace(f"class {event}(PublicEvent, ", f"class {event}(Event, ")
    imported = "from domain.kernel.messages import "
    changed = changed.replace(imported, f"{imported}Event\n{imported}", 1)
    return f"no audience of {event}", changed, _abstract(event, "audience")


def _method(name: str) -> re.Pattern[str]:
    """Return what finds the method of this name in each class, if it is the last one."""
    inside = r"(?:(?!^class ).)*?"
    return re.compile(rf"^class (\w+)\({inside}(    def ({name})\(.*?\n)(?=\n\n|\Z)", re.M | re.S)


def _without_method(source: str, classes: list[re.Match[str]]) -> tuple[str, str, str]:
    """Take it from the last class; the first event has lost its audience."""
    last = classes[-1]
    changed = source[: last.start(2)] + source[last.end(2) :]
    return f"no {last[3]} of {last[1]}", changed, _abstract(last[1], last[3])


def _abstract(name: str, attribute: str) -> str:
    return rf'Cannot instantiate abstract class "{name}" with abstract attribute "{attribute}"'


def test_mypy_finds_every_broken_rule(tmp_path: Path) -> None:
    """All games are broken at once, because mypy takes seconds to start and none to go on."""
    domain = copied(tmp_path)
    folders = [domain / "table", *(domain / "games" / key for key in GAMES)]
    broken = [mutant for folder in folders for mutant in mutants(folder)]
    checked = [sys.executable, "-m", "mypy", *CHECKED, *(f"domain/{name}" for name in PARTS)]
    ran = subprocess.run(checked, cwd=tmp_path, capture_output=True, text=True)
    assert ran.stderr == ""
    lines = ran.stdout.splitlines()
    missed = [mutant.what for mutant in broken if not any(found(mutant.error, lines))]
    assert missed == [], ran.stdout
    assert len(broken) >= 2 * len(folders)


def found(error: str, lines: list[str]) -> list[str]:
    return [line for line in lines if re.search(error, line)]
