"""A limit has no slack: what grows is refused, and what shrinks must be lowered."""

import tomllib

import pytest

from tests.budget.limits import objections, rewritten
from tests.budget.measures import Sizes

TEXT = """# heading

[lines]
# goal: 1
product = 300

[files]
"a.py" = 260
"b.py" = 300

[apart]
files = ["c.py"]
"""
LIMITS: dict[str, Sizes] = {"lines": {"product": 300}, "files": {"a.py": 260, "b.py": 300}}


@pytest.mark.parametrize(
    ("product", "files", "told"),
    [
        (300, {"a.py": 260, "b.py": 300}, []),
        (201, {"a.py": 260, "b.py": 300}, []),
        (301, {"a.py": 260, "b.py": 300}, ["lines: product has 301, allowed are 300."]),
        (200, {"a.py": 260, "b.py": 300}, ["Write `product = 200` in tests/budget/limits.toml."]),
        (300, {"a.py": 261, "b.py": 300}, ["files: a.py has 261, allowed are 260."]),
        (300, {"a.py": 255, "b.py": 300}, ['Write `"a.py" = 255` in']),
        (300, {"b.py": 300}, ['Delete `"a.py" = 260` in']),
        (300, LIMITS["files"] | {"n.py": 251}, ["files: n.py has 251, allowed are 0."]),
    ],
)
def test_each_difference_is_reported(product: int, files: Sizes, told: list[str]) -> None:
    found = list(objections({"lines": {"product": product}, "files": files}, LIMITS))
    assert len(found) == len(told)
    assert all(part in sentence for part, sentence in zip(told, found, strict=True))


def test_new_limits_are_the_present_sizes() -> None:
    sizes: dict[str, Sizes] = {"lines": {"product": 120, "tests": 100}, "files": {"n.py": 251}}
    new = rewritten(TEXT, sizes)
    assert tomllib.loads(new) == {
        "lines": {"product": 200, "tests": 100},
        "files": {"n.py": 251},
        "apart": {"files": ["c.py"]},
    }
    assert "# goal: 1" in new
    assert rewritten(new, sizes) == new
