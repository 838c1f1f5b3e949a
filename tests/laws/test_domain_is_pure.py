"""The domain has no async code, and no module of it is exempt from the banned imports."""

import ast
from pathlib import Path

import pytest

import domain

MODULES = sorted(Path(domain.__file__).parent.rglob("*.py"))
ASYNC = (ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith)


@pytest.mark.parametrize(
    "module", MODULES, ids=lambda path: str(path.relative_to(MODULES[0].parent))
)
def test_a_module_of_the_domain_is_synchronous_and_not_exempt(module: Path) -> None:
    source = module.read_text()
    assert not [node for node in ast.walk(ast.parse(source)) if isinstance(node, ASYNC)]
    assert "TID251" not in source  # the rule of ruff against the imports banned in pyproject.toml
