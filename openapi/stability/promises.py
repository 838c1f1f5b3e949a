"""The last released document, the committed one, and the breaking changes of CHANGELOG.md."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from msgspec import json

from openapi.stability.documents import broken_promises

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "openapi" / "openapi.json"
RELEASED = ROOT / "openapi" / "released.json"
CHANGELOG = ROOT / "CHANGELOG.md"


def read(path: Path) -> Any:
    return json.decode(path.read_bytes())


def promised() -> list[str]:
    return broken_promises(read(RELEASED), read(COMMITTED))


def unlisted(promises: Iterable[str], entries: set[str]) -> list[str]:
    """Return the broken promises that no entry names; `*` in an entry stands for any text."""
    patterns = [each.replace("[", "[[]") for each in entries]
    return [each for each in promises if not any(fnmatchcase(each, p) for p in patterns)]


def admitted(text: str | None = None, since: str | None = None) -> set[str]:
    """Return the items under `Breaking` in every part of the changelog above the last release.

    An item may go on after the promise in backticks: - `POST /things: is gone`. Use PUT.
    """
    lines = (CHANGELOG.read_text() if text is None else text).splitlines()
    last = since or read(RELEASED)["info"]["version"]
    found: set[str] = set()
    breaking = False
    for line in lines:
        if line.startswith("## "):
            breaking = False
            if line.split()[1].strip("[]") == last:
                break
        elif line.startswith("#"):
            breaking = line.lstrip("# ").startswith("Breaking")
        elif breaking and line.startswith("- "):
            found.add(_promise(line))
    return found


def _promise(line: str) -> str:
    item = line.removeprefix("- ").strip()
    return item.split("`")[1] if item.startswith("`") and item.count("`") > 1 else item
