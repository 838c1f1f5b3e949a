"""Law 10: every numbered rule has a test that is marked with it, and only real rules are cited."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel import data_files
from domain.kernel.messages import refusals_in
from ludotheque.laws.random_play import EVERY_GAME, tables
from ludotheque.laws.sources import sources_of

NUMBERED = re.compile(r"\b[A-Z]{2,4}-\d+(?:\.\d+)?\b")  # GB-21, GR-3.7


def rule_ids(key: str) -> list[str]:
    return [rule.id for rule in data_files.rules(GAMES[key].package)]


@cache
def marked(root: Path) -> frozenset[str]:
    """The ids on `@pytest.mark.rule(…)` of test functions, all over tests/.

    The packages in tests/packages have rules and tests of their own.
    """
    tests = root / "tests"
    own = (path for path in tests.rglob("test_*.py") if tests / "packages" not in path.parents)
    return frozenset(each for path in own for each in marks(path.read_text()))


def marks(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not node.name.startswith("test_"):
                continue
            for decorator in node.decorator_list:
                yield from _rule_mark(decorator)


def _rule_mark(decorator: ast.expr) -> list[str]:
    if not isinstance(decorator, ast.Call) or ast.unparse(decorator.func) != "pytest.mark.rule":
        return []
    return [str(arg.value) for arg in decorator.args if isinstance(arg, ast.Constant)]


def unproved(rules: Iterable[str], proved: Iterable[str]) -> list[str]:
    return sorted(set(rules) - set(proved))


@EVERY_GAME
def test_every_rule_has_a_test(key: str, pytestconfig: pytest.Config) -> None:
    """Write `@pytest.mark.rule("XX-1")` over a test of this rule."""
    assert unproved(rule_ids(key), marked(pytestconfig.rootpath)) == []


@EVERY_GAME
def test_rule_ids_are_numbers_under_a_name_and_stand_once(key: str) -> None:
    ids = rule_ids(key)
    assert all(NUMBERED.fullmatch(each) for each in ids)
    assert len(set(ids)) == len(ids)


@EVERY_GAME
def test_every_rule_says_something_in_both_languages_and_where_it_comes_from(key: str) -> None:
    for rule in data_files.rules(GAMES[key].package):
        assert rule.statements, rule.id
        assert all(each.en and each.fr and each.en != each.fr for each in rule.statements), rule.id
        sources = [each.provenance for each in rule.statements]
        assert len(set(sources)) == len(sources), f"{rule.id} states the same source twice"


@EVERY_GAME
def test_only_real_rules_are_cited_in_code(key: str) -> None:
    ids = rule_ids(key)
    names = {each.split("-")[0] for each in ids}
    found = (each for source in sources_of(GAMES[key]) for each in NUMBERED.findall(source))
    cited = {each for each in found if each.split("-")[0] in names}
    assert cited
    assert cited <= set(ids)


@EVERY_GAME
def test_every_event_cites_a_real_rule(key: str) -> None:
    recorded = (event for play in tables(key, 1) for step in play.steps for event in step.events)
    cited = {event.cites() for event in recorded if isinstance(event, GAMES[key].events)}
    cited |= {event.rule for event in GAMES[key].events}
    assert cited - {None} <= set(rule_ids(key))


@EVERY_GAME
def test_what_the_table_refuses_for_a_game_cites_a_real_rule(key: str) -> None:
    """Too few or too many, and a piece that is taken or does not exist."""
    game = GAMES[key]
    assert game.seats_rule in rule_ids(key)
    assert game.pieces_rule in rule_ids(key) if game.pieces else game.pieces_rule is None


@EVERY_GAME
def test_every_refusal_is_explained_and_cites_a_real_rule(key: str) -> None:
    """`Rejected(NotYourTurn(active), rule="XX-1")` as it stands in the source of the game."""
    game = GAMES[key]
    calls = [call for source in sources_of(game) for call in called(source)]
    rejected = [named for name, named in calls if name == "Rejected"]
    kinds = {each.__name__: each.code for each in refusals_in(game.package)}
    codes = {kinds[name] for name, _ in calls if name in kinds}
    assert rejected
    assert set(kinds) <= {name for name, _ in calls}, "a refusal is never raised"
    assert codes == set(game.refusals)
    assert {named.get("rule") for named in rejected} <= set(rule_ids(key))


def called(source: str) -> Iterator[tuple[str, dict[str | None, Any]]]:
    """Yield the name of each function or class that is called, with its constant arguments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            named = {
                each.arg: each.value.value
                for each in node.keywords
                if isinstance(each.value, ast.Constant)
            }
            yield ast.unparse(node.func).rpartition(".")[2], named


def test_a_mark_names_only_real_rules(pytestconfig: pytest.Config) -> None:
    rules = (each for key in GAMES for each in rule_ids(key))
    assert unproved(marked(pytestconfig.rootpath), rules) == []
