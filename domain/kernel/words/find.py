"""Finds what puts an event, a command or a refusal into words.

Beside the module of its class, or above it, is a package `words` with a module for each language:

    def card_played(event: CardPlayed, names: Names) -> str               an event
    def label_play(command: Play, names: Names, view, seat) -> Label      a command
    def refusal_not_racing(refusal: NotRacing, names: Names) -> str       a refusal
    def choice_slots(value: int, names: Names) -> str                     a value of a parameter

A text that is always the same is a constant instead: `refusal_no_race = "No race is in progress."`.
`PARAMETERS` and `OPTIONS` are dictionaries. What begins with `_` is for the module itself. A long
module may be a folder of modules. Law 18 compares the texts with what they speak of.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import isfunction
from pkgutil import iter_modules
from typing import Any, NamedTuple, TypeAlias

from domain.kernel.ids import Lang
from domain.kernel.messages import Command, Event, Refusal
from domain.kernel.words.texts import Label, Option, Parameter

Spoken: TypeAlias = type[Event] | type[Command] | type[Refusal]
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class Module(NamedTuple):
    """What one module of words defines."""

    name: str
    texts: Mapping[str, Any]  # functions and constants
    parameters: Mapping[str, Parameter]
    options: Mapping[str, Option]


class Words(dict[Spoken, Callable[..., Any]]):
    """The texts of one language as functions, by the class they speak of; each is found once."""

    def __init__(self, lang: Lang) -> None:
        super().__init__()
        self.lang = lang

    def __missing__(self, kind: Spoken) -> Callable[..., Any]:
        module = words_of(kind.__module__.rpartition(".")[0], self.lang)
        self[kind] = found = as_function(module.texts[name_of_text(kind)])
        return found


def as_function(text: Any) -> Callable[..., Any]:
    """Return the function itself, or one that returns the constant."""
    return text if isfunction(text) else lambda *_: text


def name_of_text(kind: Spoken) -> str:
    """Return the name of the text for a class: `card_played` for the event `CardPlayed`."""
    name = _CAPITAL.sub("_", kind.__name__).lower()
    if issubclass(kind, Event):
        return name
    return f"label_{name}" if issubclass(kind, Command) else f"refusal_{name}"


def words_of(package: str, lang: Lang) -> Module:
    """Return the words of a package: those in it, or in the package above."""
    return _words_in(_package_of_words(package), lang)


@cache
def _words_in(package: str, lang: Lang) -> Module:
    """Return the words of one language in a package `words`."""
    root = import_module(f"{package}.{lang}")
    parts = [
        each.name for each in iter_modules(getattr(root, "__path__", ())) if each.name[0] != "_"
    ]
    modules = (root, *(import_module(f"{root.__name__}.{part}") for part in parts))
    texts = {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if name.islower() and name[0] != "_" and _is_text(value, module.__name__)
    }
    parameters, options = getattr(root, "PARAMETERS", {}), getattr(root, "OPTIONS", {})
    return Module(root.__name__, texts, parameters, options)


def _is_text(value: object, module: str) -> bool:
    """Return whether a value of a module is a constant text or a function of its own."""
    return isinstance(value, str | Label) or (isfunction(value) and value.__module__ == module)


@cache
def _package_of_words(package: str) -> str:
    inner = package
    while find_spec(f"{inner}.words") is None:
        inner = inner.rpartition(".")[0]
        if not inner:
            raise LookupError(f"{package} has no package `words`")
    return f"{inner}.words"
