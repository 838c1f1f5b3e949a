"""`python -m tests.support.documents.rules_report` writes the report into the README of every game.

The report counts rules, their statements by source, options and tests. What follows the table,
such as the deviations, is written by hand and stays.
"""

import re
from collections import Counter
from pathlib import Path

import msgspec

from domain.games import GAMES
from domain.kernel import data_files
from tests.support.paths import ROOT, TESTS

HEADING = "## Report"
COLUMNS = (
    "rules in all",
    "their statements",
    "from the rulebook",
    "from public sources",
    "ours",
    "options",
    "tests",
)
TEST = re.compile(r"^ *def test_", re.M)
TABLE = re.compile(rf"(?<={HEADING}\n\n)(\|.*\n)+")


def readme(key: str) -> Path:
    """Return the README of a game."""
    return ROOT / "domain" / "games" / key / "README.md"


def counted(key: str) -> tuple[int, ...]:
    """Return the numbers of the report, in the order of its columns."""
    game = GAMES[key]
    rules = data_files.rules(game.package)
    by_source = Counter(each.provenance for rule in rules for each in rule.statements)
    sources = (by_source["seed"], by_source["found"], by_source["house"])
    options = len(msgspec.structs.fields(game.options))
    return len(rules), sum(sources), *sources, options, tests_of(key)


def tests_of(key: str) -> int:
    """Return the number of test functions in the folder of a game."""
    folder = TESTS / "unit" / "domain" / "games" / key
    return sum(len(TEST.findall(path.read_text())) for path in folder.rglob("test_*.py"))


def table(key: str) -> str:
    """Return the table of the report."""
    head, rule = " | ".join(COLUMNS), "|".join("---" for _ in COLUMNS)
    numbers = " | ".join(map(str, counted(key)))
    return f"| {head} |\n|{rule}|\n| {numbers} |\n"


def write(key: str) -> None:
    path = readme(key)
    text = path.read_text()
    assert HEADING in text, f"{path} has no section {HEADING!r}"
    path.write_text(TABLE.sub(lambda _: table(key), text))


if __name__ == "__main__":
    for name in GAMES:
        write(name)
