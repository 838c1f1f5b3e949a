"""Tests wait for conditions, with one limit for all: a busy machine must not fail them.

A time that is written into a test of processes or stores needs a comment that says why.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.support.paths import TESTS

FOLDERS = ("system", "integration")
WAITS = {"sleep", "timeout", "settimeout"}  # functions whose first argument is a time


def unexplained(source: str) -> Iterator[str]:
    """Yield the lines with a time in figures and no comment."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _has_time(node):
            line = lines[node.lineno - 1]
            if "#" not in line:
                yield f"{node.lineno}: {line.strip()}"


def _has_time(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", getattr(call.func, "id", None))
    times = [each.value for each in call.keywords if each.arg == "timeout"]
    times += call.args[:1] if name in WAITS else []
    return any(isinstance(each, ast.Constant) and each.value for each in times)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_test_waits_for_a_time(folder: str) -> None:
    files = sorted((TESTS / folder).rglob("*.py"))
    assert files
    found = {str(file.relative_to(TESTS)): [*unexplained(file.read_text())] for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("time.sleep(1.0)", 1),
        ("time.sleep(1.0)  # an outage", 0),
        ("await asyncio.sleep(0)", 0),
        ("async with asyncio.timeout(30): pass", 1),
        ("async with asyncio.timeout(PATIENCE): pass", 0),
        ("httpx.get(url, timeout=5)", 1),
        ("httpx.get(url)", 0),
    ],
)
def test_a_wait_for_a_time_would_be_found(source: str, count: int) -> None:
    inside = "\n".join(f"    {line}" for line in source.splitlines())
    assert len([*unexplained(f"async def test() -> None:\n{inside}\n")]) == count
