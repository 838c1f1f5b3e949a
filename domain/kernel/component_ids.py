"""Names of cards and other components: documented everywhere, matched only where they come in.

A pattern takes as long to match as the rest of an event to decode. What is stored was made by the
rules, and its hash is checked; only the ids in commands can be anything.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Meta


def component_id(pattern: str, description: str, examples: Sequence[str]) -> Meta:
    """Return what documents say about the ids of a kind of components."""
    return Meta(
        description=description,
        examples=[*examples],
        extra_json_schema={"type": "string", "pattern": pattern},
    )


def matched(component: Any) -> Meta:
    """Return the check of such an id in a command: it must match the documented pattern."""
    (documented,) = component.__metadata__
    return Meta(pattern=documented.extra_json_schema["pattern"])
