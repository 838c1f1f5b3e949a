"""Old events in today's words. What is stored, hashed and served stays as it was written then.

An event type is for ever, but what it was called, or how it told its story, may have to change: the
new type gets a new name, and an upcaster under the old name says how the old story is told now.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

Upcaster: TypeAlias = Callable[[Any], tuple[str, Any]]  # the old data → the new type, the new data

UPCASTERS: dict[str, Upcaster] = {}  # by the old type


def upcast(kind: str, told: Any) -> tuple[str, Any]:
    """Through as many generations as it takes."""
    while kind in UPCASTERS:
        kind, told = UPCASTERS[kind](told)
    return kind, told
