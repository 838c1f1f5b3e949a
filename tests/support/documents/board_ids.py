"""The ids in the components of a game that boards draw."""

from collections.abc import Callable
from typing import Any, TypeAlias

Ids: TypeAlias = Callable[[dict[str, Any]], set[str]]


def ids(kind: str, key: str = "id") -> Ids:
    """Return the function that lists the ids of one list of the components."""
    return lambda data: {str(each[key]) for each in data[kind]}
