"""How a setting is declared: a dataclass field with its variable, its default and its meaning."""

from collections.abc import Callable
from dataclasses import field
from typing import Any, NamedTuple


class Described(NamedTuple):
    """One setting as the documentation lists it."""

    variable: str
    default: str
    about: str


def setting(
    variable: str,
    default: Any,
    read: Callable[[str, str], Any],
    about: str,
    shown: str | None = None,
) -> Any:
    """Return a field that is read from the environment; `shown` is its default in the docs."""
    said = shown if shown is not None else f"{default:g}" if isinstance(default, float) else default
    metadata = {"read": read, "described": Described(variable, f"{said}", about)}
    return field(default=default, metadata=metadata)
