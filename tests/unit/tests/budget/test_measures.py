"""Sizes are counted as CONTRIBUTING says."""

import ast
from pathlib import Path

from tests.budget.measures import circular, code_lines, function_lines, inner_imports, measured

SOURCE = '''"""A docstring
of two lines."""

import os  # counted

TEXT = """
# in a text
"""


class Snail:
    """What it is."""

    # why
    def crawl(self) -> None:
        """Crawl."""

        def inner() -> None:
            os.sync()

        return inner()
'''
NOTHING_APART: dict[str, list[str]] = {"folders": [], "files": []}


def test_blank_lines_comments_and_docstrings_are_no_code() -> None:
    assert code_lines(SOURCE, ast.parse(SOURCE)) == 8


def test_a_function_has_all_its_lines() -> None:
    assert list(function_lines(ast.parse(SOURCE))) == [("Snail.crawl", 7), ("Snail.crawl.inner", 2)]


def test_imports_of_packages_beside_each_other_are_found() -> None:
    tree = ast.parse("import api.http.auth, store.log\nfrom api.routes import seats\nimport api")
    assert set(inner_imports("api/http/deep/names.py", tree)) == {("http", "routes")}
    assert set(inner_imports("api/app.py", tree)) == {("app", "http"), ("app", "routes")}


def test_only_imports_in_a_circle_count() -> None:
    chain = {("a", "b"), ("b", "c"), ("a", "c")}
    assert circular(chain) == set()
    assert circular(chain | {("c", "b")}) == {("b", "c"), ("c", "b")}
    assert circular(chain | {("c", "a")}) == chain | {("c", "a")}


def test_what_is_too_large_is_listed(tmp_path: Path) -> None:
    for name, source in {
        "store/long.py": "x = 1\n" * 251,
        "store/fits.py": "x = 1\n" * 250,
        "store/function.py": "def f():\n" + "    x = 1\n" * 40,
        "store/here/a.py": "import store.there.a\n",
        "store/there/a.py": "import store.here.a\n",
        "tests/test_it.py": "x = 1\n",
        "vendor/other.py": "x = 1\n" * 999,
        **{f"many/{n}.txt": "" for n in range(21)},
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    assert measured(tmp_path, NOTHING_APART) == {
        "lines": {"product": 251 + 250 + 41 + 2, "tests": 1},
        "folders": {"many": 21},
        "files": {"store/long.py": 251},
        "functions": {"store/function.py:f": 41},
        "circles": {"store": 2},
    }
    apart = {"folders": ["many"], "files": ["*/long.py"]}
    left = measured(tmp_path, apart)
    assert (left["folders"], left["files"]) == ({}, {})
