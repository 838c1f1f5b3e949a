"""Translates old event types into today's. What is stored, hashed and served stays as it was.

A stored event type never changes. If its name or its fields have to change, the new type gets a new
name, and an upcaster under the old name converts the old fields into the new ones.
"""

from typing import Any

from domain.games import EDITIONS
from domain.kernel.game import Upcaster

UPCASTERS: dict[str, Upcaster] = {  # by the old type
    kind: upcaster for game in EDITIONS.values() for kind, upcaster in game.upcasters.items()
}


def upcast(kind: str, fields: Any) -> tuple[str, Any]:
    """Return the type and the fields after as many upcasters as apply."""
    while kind in UPCASTERS:
        kind, fields = UPCASTERS[kind](fields)
    return kind, fields
