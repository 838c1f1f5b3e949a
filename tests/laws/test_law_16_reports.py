"""Law 16: the README of every game reports its rules by source, options, tests and deviations."""

import re

from ludotheque.laws.random_play import EVERY_BUILT_IN
from ludotheque.laws.test_law_10_rules import NUMBERED, rule_ids
from tests.support.documents.rules_report import HEADING, readme, table
from tests.support.paths import TESTS


def report(key: str) -> str:
    _, _, after = readme(key).read_text().partition(f"{HEADING}\n\n")
    return after.partition("\n## ")[0]


@EVERY_BUILT_IN
def test_the_numbers_of_the_report_are_true(key: str) -> None:
    """`python -m tests.support.documents.rules_report` writes them."""
    assert report(key).startswith(table(key))


@EVERY_BUILT_IN
def test_the_report_names_the_deviations_by_real_rules_or_says_there_are_none(key: str) -> None:
    found = re.search(r"^\*\*Deviations from the rulebook\*\*: (.+(?:\n.+)*)", report(key), re.M)
    assert found is not None
    named = NUMBERED.findall(found[1])
    assert found[1].startswith("none") or named
    assert set(named) <= set(rule_ids(key))


ROW = re.compile(r"^\| [^|]+ \(([A-Z]+-[\d.]+)\) \|.+\| `(test_\w+)` \|$", re.MULTILINE)
MARKED = re.compile(r"@pytest\.mark\.rule\(([^)]*)\)\n(?:@.*\n|[ )\]].*\n)*def (test_\w+)")


def rules_of_tests(key: str) -> dict[str, str]:
    """Return the rules that each test of a game is marked with."""
    folder = TESTS / "unit" / "domain" / "games" / key
    sources = "\n".join(path.read_text() for path in sorted(folder.rglob("test_*.py")))
    return {name: rules for rules, name in MARKED.findall(sources)}


@EVERY_BUILT_IN
def test_both_editions_are_side_by_side_and_each_row_has_a_test_of_its_rule(key: str) -> None:
    _, _, after = readme(key).read_text().partition("## First and second edition\n\n")
    lines = after.partition("\n## ")[0].splitlines()
    rows = ROW.findall("\n".join(lines))
    assert len(rows) == len([line for line in lines if line.startswith("| ")]) - 1
    assert rows
    tests = rules_of_tests(key)
    for rule, test in rows:
        assert rule in rule_ids(key)
        assert f'"{rule}"' in tests.get(test, ""), (rule, test)
