"""Law 16: the README of every game reports its rules by source, options, tests and deviations."""

import re

from ludotheque.laws.games import EVERY_BUILT_IN
from ludotheque.laws.test_law_10_rules import NUMBERED, rule_ids
from tests.support.rules_report import HEADING, readme, table


def report(key: str) -> str:
    _, _, after = readme(key).read_text().partition(f"{HEADING}\n\n")
    return after.partition("\n## ")[0]


@EVERY_BUILT_IN
def test_the_numbers_of_the_report_are_true(key: str) -> None:
    """`python -m tests.support.rules_report` writes them."""
    assert report(key).startswith(table(key))


@EVERY_BUILT_IN
def test_the_report_names_the_deviations_by_real_rules_or_says_there_are_none(key: str) -> None:
    found = re.search(r"^\*\*Deviations from the rulebook\*\*: (.+(?:\n.+)*)", report(key), re.M)
    assert found is not None
    named = NUMBERED.findall(found[1])
    assert found[1].startswith("none") or named
    assert set(named) <= set(rule_ids(key))
