"""The folders of unit tests mirror the source: a newcomer finds the tests of a module by its path.

A folder mirrors a package, and each of its files a module of that package; or it mirrors one
module, and its files are topics. Files directly in `tests/unit` are about the repository itself.
"""

from pathlib import Path

import pytest

from tests.support.paths import ROOT, TESTS

UNIT = TESTS / "unit"


def misplaced(tests: list[Path], modules: set[Path]) -> list[str]:
    """Return the test files that mirror nothing; all paths are relative to their roots."""
    return [str(test) for test in sorted(tests) if not mirrors(test, modules)]


def mirrors(test: Path, modules: set[Path]) -> bool:
    folder = test.parent
    if folder == Path() or folder.with_suffix(".py") in modules:
        return True
    return (folder / test.name.removeprefix("test_")) in modules


def test_every_unit_test_mirrors_a_module() -> None:
    sources = (path.relative_to(ROOT) for path in ROOT.rglob("*.py"))
    modules = {path for path in sources if path.parts[0] != "tests"}
    assert misplaced([path.relative_to(UNIT) for path in UNIT.rglob("test_*.py")], modules) == []


def test_there_are_only_tests_below_unit() -> None:
    others = {path.name for path in UNIT.rglob("*.py") if not path.name.startswith("test_")}
    assert others == {"conftest.py"}


@pytest.mark.parametrize(
    ("test", "good"),
    [
        ("store/test_log.py", True),
        ("store/log/test_pages.py", True),
        ("test_readme.py", True),
        ("store/test_pages.py", False),
        ("store/pages/test_log.py", False),
        ("test_store/test_log.py", False),
    ],
)
def test_a_misplaced_test_would_be_found(test: str, good: bool) -> None:
    assert (misplaced([Path(test)], {Path("store/log.py")}) == []) is good
