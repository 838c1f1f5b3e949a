"""The last released document, the committed one, and the breaking changes of CHANGELOG.md."""

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


def admitted(text: str | None = None) -> set[str]:
    """Return the items under the heading `Breaking` of the unreleased part of the changelog."""
    lines = (CHANGELOG.read_text() if text is None else text).splitlines()
    found: set[str] = set()
    releases, breaking = 0, False
    for line in lines:
        if line.startswith("## "):
            releases, breaking = releases + 1, False
        elif line.startswith("#"):
            breaking = line.lstrip("# ").startswith("Breaking")
        elif breaking and releases == 1 and line.startswith("- "):
            found.add(line.removeprefix("- ").strip().strip("`"))
    return found
