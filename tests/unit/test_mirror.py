"""The folders of unit tests mirror the source: a newcomer finds the tests of a module by its path.

A folder mirrors a package, and each of its files a module of that package; or it mirrors one
module, or a folder of JavaScript modules, and its files are topics. Files directly in `tests/unit`
are about the repository itself.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.paths import ROOT, TESTS

UNIT = TESTS / "unit"


def mirrors(test: Path, exists: Callable[[Path], bool]) -> bool:
    """Tell whether a test file mirrors a module; both paths are relative to their roots."""
    folder = test.parent
    if folder == Path() or exists(folder.with_suffix(".py")) or exists(folder / "package.json"):
        return True
    return exists(folder / test.name.removeprefix("test_"))


def test_every_unit_test_mirrors_a_module() -> None:
    tests = [path.relative_to(UNIT) for path in sorted(UNIT.rglob("test_*.py"))]
    assert tests
    assert [test for test in tests if not mirrors(test, is_source)] == []


def is_source(module: Path) -> bool:
    return (ROOT / module).is_file()


def test_there_are_only_tests_below_unit() -> None:
    others = {path.name for path in UNIT.rglob("*.py") if not path.name.startswith("test_")}
    assert others == {"conftest.py"}


@pytest.mark.parametrize(
    ("test", "good"),
    [
        ("store/tables/test_log.py", True),
        ("store/tables/log/test_pages.py", True),
        ("test_readme.py", True),
        ("store/test_pages.py", False),
        ("store/pages/test_log.py", False),
        ("test_store/tables/test_log.py", False),
    ],
)
def test_a_misplaced_test_would_be_found(test: str, good: bool) -> None:
    assert mirrors(Path(test), [Path("store/tables/log.py")].__contains__) is good
