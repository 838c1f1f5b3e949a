"""Reads types from the signatures of functions, so that nobody has to name them twice."""

import inspect
from collections.abc import Callable
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


def parameter(function: Callable[..., Any], number: int) -> Any:
    """Return the type of a parameter, counted from 0."""
    names = list(inspect.signature(function).parameters)
    return _hint(function, names[number])


def returned(function: Callable[..., Any]) -> Any:
    """Return the type of what a function returns, without None."""
    kinds = [kind for kind in union(_hint(function, "return")) if kind is not NoneType]
    return reduce(or_, kinds)


def items(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Return the types that are in the list or tuple that a function returns."""
    return union(get_args(_hint(function, "return"))[0])


def union(kind: Any) -> tuple[Any, ...]:
    """Return the types of a union; any other type is one of one."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _hint(function: Callable[..., Any], name: str) -> Any:
    hints = get_type_hints(function)
    if name not in hints:
        raise TypeError(f"{function} does not annotate {name!r}: its signature names the types.")
    return hints[name]
