"""Law 15: every text of a game exists in English and in French, also what a refusal says."""

import ast
from collections.abc import Iterable, Iterator

from domain.games import EDITIONS, GAMES
from tests.support.every_game import EVERY_GAME
from tests.support.paths import ROOT


def one_language(source: str, pairs: set[str]) -> list[str]:
    """Return the refusals of a module whose detail is neither a pair nor made by `pairs`."""
    module = ast.parse(source)
    found = []
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef):
            named = {**assigned(module), **assigned(function)}
            found += [
                ast.unparse(call)
                for call in refusals(function)
                if not is_pair(call.args[1], named, pairs)
            ]
    return found


def makers(sources: Iterable[str]) -> set[str]:
    """Return the functions that are annotated to return a text in both languages."""
    nodes = (node for source in sources for node in ast.walk(ast.parse(source)))
    functions = (node for node in nodes if isinstance(node, ast.FunctionDef) and node.returns)
    return {each.name for each in functions if each.returns and ast.unparse(each.returns) == "Both"}


def assigned(node: ast.Module | ast.FunctionDef) -> dict[str, ast.expr]:
    """Return what names stand for; a name that is given two values keeps one that is no pair."""
    values: dict[str, ast.expr] = {}
    for each in node.body if isinstance(node, ast.Module) else ast.walk(node):
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            name = each.targets[0].id
            if name not in values or is_pair(values[name], {}, set()):
                values[name] = each.value
    return values


def refusals(node: ast.AST) -> Iterator[ast.Call]:
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and ast.unparse(each.func) == "Rejected":
            yield each


def is_pair(detail: ast.expr, named: dict[str, ast.expr], pairs: set[str]) -> bool:
    """Tell whether this is two different texts: English, French."""
    match detail:
        case ast.Tuple(elts=[english, french]):
            return ast.unparse(english) != ast.unparse(french)
        case ast.Name(id=name) if name in named:
            return is_pair(named[name], {}, pairs)
        case ast.Call(func=ast.Name(id=name)):
            return name in pairs
    return False


@EVERY_GAME
def test_every_refusal_says_what_is_wrong_in_both_languages(key: str) -> None:
    paths = sorted((ROOT / "domain" / "games" / key).rglob("*.py"))
    sources = [path.read_text() for path in paths]
    pairs = makers(sources)
    assert [call for source in sources for call in one_language(source, pairs)] == []


def test_a_refusal_in_one_language_would_be_found() -> None:
    texts = {
        '"No."': False,
        'f"Not {x}."': False,
        '("No.", "Non.")': True,
        '("No.", "No.")': False,
        "both": True,
        "english": False,
        "twice": False,
        "made(x)": True,
        "other(x)": False,
    }
    for detail, expected in texts.items():
        source = f"""
def made(x) -> Both: ...
def other(x) -> str: ...
def decide(x):
    both, english = None, None
    both = "No.", "Non."
    english = "No."
    twice = "No.", "Non."
    twice = "No."
    raise Rejected("code", {detail}, "XX-1")
"""
        assert (one_language(source, makers([source])) == []) is expected, detail


def test_every_edition_has_a_title_in_both_languages() -> None:
    assert all(game.title.en and game.title.fr for game in EDITIONS.values())
    assert {key for key, _ in EDITIONS} == set(GAMES)
