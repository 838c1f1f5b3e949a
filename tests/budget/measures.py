"""Sizes of the repository: lines of code, files per folder, lengths, imports in a circle."""

import ast
import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import TypeAlias

Sizes: TypeAlias = dict[str, int]

NOT_OURS = ("__pycache__", "build", "dist", "node_modules", "var", "vendor", "*.egg-info", ".*")
CODE = (".py", ".js", ".mjs", ".ts", ".css", ".lua")
MOST_FILES, MOST_LINES, MOST_LINES_OF_FUNCTION = 20, 250, 40


def files(root: Path) -> Iterator[str]:
    """Yield the path of every file that people keep up."""
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(each for each in inner if not matches(each, NOT_OURS))
        below = Path(folder).relative_to(root)
        yield from sorted((below / name).as_posix() for name in names)


def matches(path: str, patterns: tuple[str, ...] | list[str]) -> bool:
    return any(fnmatch(path, each) for each in patterns)


def measured(root: Path, apart: dict[str, list[str]]) -> dict[str, Sizes]:
    """Return all sizes by kind; of folders, files and functions those that are too large."""
    lines: Counter[str] = Counter()
    folders: Counter[str] = Counter()
    long: Sizes = {}
    functions: Sizes = {}
    imports: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for path in files(root):
        folders[os.path.dirname(path)] += 1
        if not path.endswith(CODE):
            continue
        source = (root / path).read_text()
        long[path] = source.count("\n")
        if path.endswith(".py"):
            tree = ast.parse(source)
            top = path.partition("/")[0]
            lines["tests" if top == "tests" else "product"] += code_lines(source, tree)
            functions |= {f"{path}:{name}": n for name, n in function_lines(tree)}
            imports[top] |= set(inner_imports(path, tree))
    return {
        "lines": dict(lines),
        "folders": above(folders, MOST_FILES, apart["folders"]),
        "files": above(long, MOST_LINES, apart["files"]),
        "functions": above(functions, MOST_LINES_OF_FUNCTION, []),
        "circles": above({top: len(circular(pairs)) for top, pairs in imports.items()}, 0, []),
    }


def above(sizes: Sizes, most: int, apart: list[str]) -> Sizes:
    return {name: n for name, n in sorted(sizes.items()) if n > most and not matches(name, apart)}


def code_lines(source: str, tree: ast.Module) -> int:
    """Return the number of lines without blank lines, comments and docstrings."""
    said = {line for node in ast.walk(tree) for line in docstring(node)}
    texts = enumerate(map(str.strip, source.splitlines()), 1)
    return sum(1 for n, text in texts if text and text[0] != "#" and n not in said)


def docstring(node: ast.AST) -> range:
    """Return the lines of a text that stands alone: it documents what is above it or around it."""
    match node:
        case ast.Expr(ast.Constant(str()), lineno=first, end_lineno=int(last)):
            return range(first, last + 1)
    return range(0)


def function_lines(tree: ast.AST, within: str = "") -> Iterator[tuple[str, int]]:
    """Yield the name of every function, and the number of its lines with its docstring."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield within + name, (node.end_lineno or 0) - node.lineno + 1
                yield from function_lines(node, f"{within}{name}.")
            case ast.ClassDef(name=name):
                yield from function_lines(node, f"{within}{name}.")
            case _:
                yield from function_lines(node, within)


def inner_imports(path: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield pairs of packages or modules of a top folder: the first imports the second."""
    top, *inside = path.removesuffix(".py").split("/")
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                modules = [each.name for each in names]
            case ast.ImportFrom(module=str(module), names=names):
                modules = [f"{module}.{each.name}" for each in names]
            case _:
                continue
        for module in modules:
            parts = module.split(".")
            if inside and parts[0] == top and len(parts) > 1 and parts[1] != inside[0]:
                yield inside[0], parts[1]


def circular(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the imports that are part of a circle."""
    following: dict[str, set[str]] = defaultdict(set)
    for here, there in pairs:
        following[here].add(there)

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        waiting = [start]
        while waiting:
            new = following[waiting.pop()] - found
            found |= new
            waiting += new
        return found

    return {(here, there) for here, there in pairs if here in reached(there)}
