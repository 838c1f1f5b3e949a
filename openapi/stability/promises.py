"""The last released document, the committed one, and the breaking changes that were accepted."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from msgspec import json

from openapi.stability.documents import broken_promises

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "openapi" / "openapi.json"
RELEASED = ROOT / "openapi" / "released.json"
ACCEPTED = Path(__file__).with_name("accepted.txt")


def read(path: Path) -> Any:
    return json.decode(path.read_bytes())


def promised() -> list[str]:
    return broken_promises(read(RELEASED), read(COMMITTED))


def unlisted(promises: Iterable[str], entries: set[str]) -> list[str]:
    """Return the broken promises that no entry names; `*` in an entry stands for any text."""
    patterns = [each.replace("[", "[[]") for each in entries]
    return [each for each in promises if not any(fnmatchcase(each, p) for p in patterns)]


def accepted(text: str | None = None) -> set[str]:
    """Return the patterns of `accepted.txt`, without comments."""
    lines = (ACCEPTED.read_text() if text is None else text).splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def release() -> None:
    """Make the committed document the released one; nothing is broken since."""
    RELEASED.write_bytes(COMMITTED.read_bytes())
    comments = [line for line in ACCEPTED.read_text().splitlines() if line.startswith("#")]
    ACCEPTED.write_text("\n".join(comments) + "\n")
