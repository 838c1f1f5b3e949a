"""Every test vector and every ruling of the rules is named by the test that proves it."""

import re
from pathlib import Path

TESTS = "\n".join(path.read_text() for path in Path(__file__).parents[1].rglob("test_*.py"))


def test_every_ruling_has_a_test() -> None:
    named = {int(number) for number in re.findall(r"\bC(\d+)\b", TESTS)}
    assert {*range(1, 56)} <= named


def test_every_vector_has_a_test() -> None:
    named = {int(number) for number in re.findall(r"_t(\d+)(?=_)", TESTS)}
    assert {*range(1, 19)} <= named
