"""What the last release promised, what is committed, and the breaking changes in between."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import json

from openapi.stability.documents import Promises, broken_promises, promises

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "openapi" / "openapi.json"
RELEASED = ROOT / "openapi" / "released.json"
ACCEPTED = Path(__file__).with_name("accepted.txt")


def read(path: Path) -> Any:
    return json.decode(path.read_bytes())


def promised() -> list[str]:
    """Return the promises of the last release that the committed document breaks."""
    return broken_promises(read(RELEASED), promises(read(COMMITTED)))


def accepted(text: str | None = None) -> set[str]:
    """Return the lines of `accepted.txt`, without comments."""
    lines = (ACCEPTED.read_text() if text is None else text).splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def accept() -> None:
    """List what is broken now, each change by itself, and nothing else."""
    _write(promised())


def release() -> None:
    """Make what the committed document promises the release; nothing is broken since."""
    RELEASED.write_text(as_lines(promises(read(COMMITTED))))
    _write([])


def as_lines(promised: Promises) -> str:
    """Return promises as JSON, with a line for each operation, webhook and schema."""
    parts = [
        f"{dumps(part)}: {{\n"
        + ",\n".join(f"{dumps(name)}: {dumps(each)}" for name, each in entries.items())
        + "\n}"
        for part, entries in promised.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def dumps(value: object) -> str:
    return json.encode(value).decode()


def _write(lines: Iterable[str]) -> None:
    comments = [line for line in ACCEPTED.read_text().splitlines() if line.startswith("#")]
    ACCEPTED.write_text("\n".join([*comments, *lines]) + "\n")
