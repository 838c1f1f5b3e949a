"""The locustfile runs in an environment with locust and msgspec, and nothing else of ours."""

import ast
import sys
from collections.abc import Iterator

from tests.support.paths import ROOT


def imported(module: str) -> Iterator[str]:
    """Yield the modules that a module of this repository imports."""
    tree = ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (each if is_own(each) else str(node.module) for each in names)


def is_own(module: str) -> bool:
    return (ROOT / f"{module.replace('.', '/')}.py").exists()


def test_it_needs_what_it_says_and_nothing_else() -> None:
    waiting, seen = ["openapi.load.locustfile"], set[str]()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        if is_own(module):
            waiting += [each for each in imported(module) if each not in seen]
    others = {each.partition(".")[0] for each in seen if not is_own(each)}
    assert others - sys.stdlib_module_names - {"openapi"} == {"locust", "msgspec"}
    assert "pip install locust msgspec" in (ROOT / "openapi/load/locustfile.py").read_text()
