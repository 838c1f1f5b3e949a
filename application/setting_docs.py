"""The table of settings in the documentation. `python -m application.setting_docs` writes it."""

import ast
import inspect
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from application.setting_fields import SettingFields
from application.settings import KINDS, Settings, variable

PAGE = Path("docs/settings.md")
HEAD = "| variable | default | effect |\n|---|---|---|\n"
DEFAULT = " Default: "  # follows the effect if the value does not show it


class Described(NamedTuple):
    """One setting as the documentation lists it."""

    variable: str
    default: str
    about: str


def described() -> list[Described]:
    """Return every setting that the environment can change, as its field and text describe it."""
    usual = Settings()
    return [_described(name, text, getattr(usual, name)) for name, text in _texts()]


def _described(name: str, text: str, value: object) -> Described:
    about, _, default = " ".join(text.split()).partition(DEFAULT)
    shown = "none" if value in (None, "", (), frozenset()) else f"`{KINDS[name].show(value)}`"
    return Described(variable(name), default.removesuffix(".") or shown, about)


def _texts() -> Iterator[tuple[str, str]]:
    """Yield each field that has a text below it."""
    [fields] = ast.parse(inspect.getsource(SettingFields)).body
    assert isinstance(fields, ast.ClassDef)
    for field, below in pairwise(fields.body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                yield name, text


def as_markdown() -> str:
    """Return the table of settings that the documentation holds."""
    return HEAD + "".join(f"| `{a}` | {default} | {about} |\n" for a, default, about in described())


def written(page: str) -> str:
    """Return the page with the table of today."""
    before, _, old = page.partition(HEAD)
    _, _, after = old.partition("\n\n")
    return f"{before}{as_markdown()}\n{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
