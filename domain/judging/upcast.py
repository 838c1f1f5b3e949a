"""Translates old event types into today's. What is stored, hashed and served stays as it was.

A stored event type never changes. If its name or its fields have to change, the new type gets a new
name, and an upcaster under the old name converts the old fields into the new ones.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

Upcaster: TypeAlias = Callable[[Any], tuple[str, Any]]  # old fields → new type, new fields

UPCASTERS: dict[str, Upcaster] = {}  # by the old type


def upcast(kind: str, fields: Any) -> tuple[str, Any]:
    """Return the type and the fields after as many upcasters as apply."""
    while kind in UPCASTERS:
        kind, fields = UPCASTERS[kind](fields)
    return kind, fields
