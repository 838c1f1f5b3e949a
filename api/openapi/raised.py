"""The problems that a function may raise, read from its code and from the code that it calls.

A call is followed if the name it uses is known: a function, a method of a class, or a method of a
parameter whose type is annotated. Of the rules of a table, only those of the commands are read
that the code names. What cannot be followed is in `written_problems`. The tests of the running
server fail if an operation returns a problem that it does not document.
"""

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any, get_args, get_origin, get_type_hints

from api.http.injection import annotated
from api.openapi.written_problems import BY_A_GAME, OF_THE_SERVER, TIMED, UNCONFIRMED, WRITTEN
from api.problems.catalogue import CODES
from api.problems.handlers import ApiProblem
from application.refusals.reasons import TooLate
from domain.games import GAMES
from domain.judging.commands.play import judge_play
from domain.kernel.game import Game
from domain.kernel.messages import Command, Refusal

OURS = ("api.", "application.", "domain.", "projections.")


@cache
def problems_of(functions: Iterable[Callable[..., Any]], plays: bool = False) -> frozenset[str]:
    """Return the codes of the problems that these functions may raise.

    `plays` says that they send commands of games, which have their own refusals.
    """
    reading = Reading(WRITTEN if not plays else {**WRITTEN, judge_play: None})
    known = -1
    while known < len(reading.commands):  # a command may be named after rules were read
        known = len(reading.commands)
        reading.functions.clear()
        for function in functions:
            reading.read(function)
    if plays:
        reading.codes.update(code for game in GAMES.values() for code in game.refusals)
    elif not reading.commands & TIMED:
        reading.codes.discard(TooLate.code)
    return frozenset(reading.codes & CODES.keys())


class Reading:
    """What was found so far: codes, the commands that the code names, functions that were read."""

    def __init__(self, written: Mapping[Any, set[str] | None]) -> None:
        """`written` has the codes of functions that are not read."""
        self._written = written
        self.codes: set[str] = set()
        self.commands: set[type] = set()
        self.functions: set[Any] = set()

    def read(self, function: Any, owner: type | None = None) -> None:
        """Read a function of ours once; `owner` is the class of `self`."""
        function = _plain(function)
        if not _is_ours(function) or function in self.functions:
            return
        self.functions.add(function)
        if (codes := self._written.get(function)) is not None:
            self.codes |= codes
            return
        if function in UNCONFIRMED:
            self.codes.add("outcome_unknown")
        _Body(self, function, owner).visit(_parsed(function))

    def take(self, named: Any, owner: type | None, module: str) -> None:
        """Take note of what a name stands for: a refusal, a command, a class or a function."""
        if not isinstance(named, type):
            self.read(named, owner)
        elif issubclass(named, Refusal) and named is not Refusal:
            self.codes.add(named.code)
        elif issubclass(named, Command) and not module.startswith("domain."):
            self.commands |= {named} - OF_THE_SERVER


class _Body(ast.NodeVisitor):
    """Visits the code of one function; knows the types of its variables as far as they are told."""

    def __init__(self, reading: Reading, function: FunctionType, owner: type | None) -> None:
        self._reading = reading
        self._globals = function.__globals__
        self._module = function.__module__
        self._types = {name: _class(kind) for name, kind in _hints(function).items()}
        self._types["self"] = owner

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.visit_all(node.body)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_all(node.body)

    def visit_all(self, body: list[ast.stmt]) -> None:
        """Visit a body without annotations and defaults."""
        for each in body:
            self.visit(each)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target, value in _pairs(node.targets[0], node.value):
            self._types[target] = self.type_of(value)

    def visit_match_case(self, node: ast.match_case) -> None:
        """Follow the rules of a command only if the code names it."""
        whole = node.pattern
        patterns = whole.patterns if isinstance(whole, ast.MatchOr) else [whole]
        kinds = {self._value(each.cls) for each in patterns if isinstance(each, ast.MatchClass)}
        commands = {each for each in kinds if isinstance(each, type) and issubclass(each, Command)}
        if not commands or commands & self._reading.commands:
            self.visit_all(node.body)

    def visit_Call(self, node: ast.Call) -> None:
        called = self._value(node.func)
        if called is ApiProblem:
            self._reading.codes.update(self._codes(node.args[0]))
        elif isinstance(called, type) and issubclass(called, Command):
            self._visit_command(node)
            return
        elif isinstance(called, type):
            for name in ("__init__", "__call__"):  # answers are made to be called
                self._reading.read(vars(called).get(name), called)
        self.generic_visit(node)

    def _visit_command(self, node: ast.Call) -> None:
        """Visit the making of a command; those inside it are not sent by themselves."""
        named = set(self._reading.commands)
        for each in (*node.args, *node.keywords):
            self.visit(each)
        self._reading.commands = named
        self.visit(node.func)

    def visit_Name(self, node: ast.Name) -> None:
        self._reading.take(self._value(node), None, self._module)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if self.type_of(node.value) is Game:
            self._reading.codes |= BY_A_GAME.get(node.attr, set())
        self._reading.take(self._value(node), self.type_of(node.value), self._module)
        self.generic_visit(node)

    def _codes(self, node: ast.expr) -> Iterator[str]:
        """Yield the codes that an expression may be: a text, or one of a dictionary."""
        match node:
            case ast.Constant(value=str(code)):
                yield code
            case ast.Subscript(value=known):
                yield from self._value(known).values()

    def _value(self, node: ast.expr) -> Any:
        """Return what an expression stands for: a global, or an attribute of one or of a type."""
        match node:
            case ast.Name(id=name) if name not in self._types:
                return self._globals.get(name)
            case ast.Attribute(value=inner, attr=name):
                of = self._value(inner)
                if isinstance(of, ModuleType | type):
                    return getattr(of, name, None)
                if (kind := self.type_of(inner)) is not None:
                    return inspect.getattr_static(kind, name, None)
        return None

    def type_of(self, node: ast.expr) -> type | None:
        """Return the class of the value of an expression, if it can be told."""
        match node:
            case ast.Await(value=inner):
                return self.type_of(inner)
            case ast.Name(id=name):
                return self._types.get(name)
            case ast.Attribute(value=inner, attr=name) if kind := self.type_of(inner):
                return _attributes(kind).get(name)
            case ast.Subscript(value=inner) if isinstance(known := self._value(inner), Mapping):
                return next(map(type, known.values()), None)
            case ast.Call(func=called):
                value = _plain(self._value(called))
                return value if isinstance(value, type) else _class(_hints(value).get("return"))
        return None


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match target, value:
        case ast.Name(id=name), _:
            yield name, value
        case ast.Tuple(elts=names), ast.Tuple(elts=values):
            for each, one in zip(names, values, strict=True):
                yield from _pairs(each, one)


def _plain(function: Any) -> Any:
    """Return the function behind decorators."""
    function = getattr(function, "fget", None) or getattr(function, "__func__", function)
    return inspect.unwrap(function) if callable(function) else function


def _is_ours(function: Any) -> bool:
    """Return whether the function is written in this repository, not made while it runs."""
    if not isinstance(function, FunctionType) or not function.__module__.startswith(OURS):
        return False
    return not function.__code__.co_filename.startswith("<")


@cache
def _parsed(function: FunctionType) -> Any:
    [definition] = ast.parse(dedent(inspect.getsource(function))).body
    return definition


def _hints(of: Any) -> dict[str, Any]:
    """Return the annotations of a function or a class; none if one has a meaning for mypy only."""
    try:
        return (
            get_type_hints(of, include_extras=True) if isinstance(of, type) or _is_ours(of) else {}
        )
    except (AttributeError, NameError):
        return {}


@cache
def _attributes(kind: type) -> dict[str, type | None]:
    """Return the classes of the attributes of a class: those that `__init__` is given, or makes."""
    found = {name: _class(hint) for name, hint in _hints(kind).items()}
    start: Any = vars(kind).get("__init__")
    if _is_ours(start):
        body = _Body(Reading({}), start, kind)
        for node in ast.walk(_parsed(start)):
            if isinstance(node, ast.Assign):
                names = [each.attr for each in node.targets if isinstance(each, ast.Attribute)]
                found |= dict.fromkeys(names, body.type_of(node.value))
    return found


def _class(hint: Any) -> type | None:
    """Return the class of an annotation, also of an optional one."""
    kind, *_ = annotated(hint)
    kinds = [each for each in get_args(kind) if each is not type(None)]
    if len(kinds) == 1 and not isinstance(kind, type):
        kind = kinds[0]
    kind = get_origin(kind) or kind
    return kind if isinstance(kind, type) else None
