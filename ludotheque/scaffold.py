"""Writes a small complete game into a new folder, for its author to change into another one."""

from importlib.resources import files
from pathlib import Path

from domain.games.installed import KEY, RESERVED

FILES = {
    ".gitignore": "gitignore",
    "README.md": "README.md",
    "pyproject.toml": "pyproject.toml",
    "src/{{package}}/__init__.py": "__init__.py",
    "src/{{package}}/components.json": "components.json",
    "src/{{package}}/game.py": "game.py",
    "src/{{package}}/guide/about.toml": "about.toml",
    "src/{{package}}/guide/en.md": "guide_en.md",
    "src/{{package}}/guide/fr.md": "guide_fr.md",
    "src/{{package}}/py.typed": "py.typed",
    "src/{{package}}/refusals.json": "refusals.json",
    "src/{{package}}/rules.json": "rules.json",
    "src/{{package}}/texts.json": "texts.json",
    "src/{{package}}/web/board.css": "board.css",
    "src/{{package}}/web/board.js": "board.js",
    "src/{{package}}/web/picture.js": "picture.js",
    "src/{{package}}/words/__init__.py": "words.py",
    "src/{{package}}/words/en.py": "en.py",
    "src/{{package}}/words/fr.py": "fr.py",
    "tests/test_rules.py": "test_rules.py",
}


class CannotScaffold(Exception):
    """No game can be written under this name, or into this folder."""


def scaffold(key: str, folder: Path) -> list[Path]:
    """Write a game with this key into a folder that does not exist yet; return the files."""
    if not KEY.fullmatch(key) or key in RESERVED:
        raise CannotScaffold(
            f"{key!r} cannot be the key of a game. Use lower-case letters, digits and `_`,"
            " beginning with a letter: `star_race`."
        )
    if folder.exists():
        raise CannotScaffold(f"{folder} exists already. Choose another folder with --folder.")
    words = _words(key)
    written = []
    for name, template in FILES.items():
        path = folder / _filled(name, words)
        path.parent.mkdir(parents=True, exist_ok=True)
        source = files("ludotheque").joinpath("template", f"{template}.txt")
        path.write_text(_filled(source.read_text(encoding="utf-8"), words), encoding="utf-8")
        written.append(path)
    return written


def _words(key: str) -> dict[str, str]:
    parts = [part for part in key.split("_") if part]
    initials = "".join(part[0] for part in parts)[:4]
    rule = initials if len(initials) > 1 else (key + "x")[:2]
    return {
        "key": key,
        "package": f"ludotheque_{key}",
        "distribution": f"ludotheque-{'-'.join(parts)}",
        "title": " ".join(part.capitalize() for part in parts),
        "rule": "".join(each if each.isalpha() else "X" for each in rule).upper(),
    }


def _filled(text: str, words: dict[str, str]) -> str:
    for name, word in words.items():
        text = text.replace("{{" + name + "}}", word)
    return text
