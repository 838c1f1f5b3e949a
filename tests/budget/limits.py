"""Compares sizes with their limits, and writes new limits. A limit has no slack but rounding."""

import tomllib
from collections.abc import Iterator, Mapping

from tests.budget.measures import (
    MOST_FILES,
    MOST_LINES,
    MOST_LINES_OF_FUNCTION,
    Sizes,
)
from tests.support.paths import TESTS

FILE = TESTS / "budget" / "limits.toml"
SHOWN = FILE.relative_to(TESTS.parent)
ROUNDING = {"lines": 100}
ADVICE = {
    "lines": "Delete what is no longer used, or write it shorter.",
    "folders": f"A folder has at most {MOST_FILES} files. Divide it.",
    "files": f"A file has at most {MOST_LINES} lines. Divide it.",
    "functions": f"A function has at most {MOST_LINES_OF_FUNCTION} lines. Divide it.",
    "circles": "Packages of one folder must not import each other in a circle. Turn one import.",
    "command": "A command passes too much code. `python -m tests.budget --trace` lists it.",
    "get": "A GET passes too much code. `python -m tests.budget --trace` lists it.",
    "additions": "Adding one takes more edits than before. State each fact in one place.",
}


def read_limits() -> dict[str, Sizes]:
    limits: dict[str, Sizes] = tomllib.loads(FILE.read_text())
    del limits["apart"]
    return limits


def read_apart() -> dict[str, list[str]]:
    """Return the patterns of folders and files that have no limit."""
    apart: dict[str, list[str]] = tomllib.loads(FILE.read_text())["apart"]
    return apart


def limit_of(kind: str, now: int) -> int:
    step = ROUNDING.get(kind, 1)
    return -(-now // step) * step


def objections(sizes: Mapping[str, Sizes], limits: Mapping[str, Sizes]) -> Iterator[str]:
    """Yield a sentence for each size that is not what its limit says."""
    for kind, now in sizes.items():
        for name in sorted(now.keys() | limits[kind].keys()):
            size, limit = limit_of(kind, now.get(name, 0)), limits[kind].get(name, 0)
            if size > limit:
                yield f"{kind}: {name} has {now[name]:,}, allowed are {limit:,}. {ADVICE[kind]}"
            elif size < limit:
                key = _key(name)
                change = f"Write `{key} = {size}`" if size else f"Delete `{key} = {limit}`"
                yield f"{kind}: {name} is smaller than its limit. {change} in {SHOWN}."


def rewritten(text: str, sizes: Mapping[str, Sizes]) -> str:
    """Return the limits as they are now; headings and comments stay."""
    kept: list[str] = []
    kind = ""
    for line in text.splitlines():
        if line.startswith("["):
            kind = line[1 : line.index("]")]
            now = sizes.get(kind, {})
            kept += [line, *(f"{_key(n)} = {limit_of(kind, now[n])}" for n in now)]
        elif kind not in sizes or not line or line.startswith("#"):
            kept.append(line)
    return "\n".join(kept) + "\n"


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'
