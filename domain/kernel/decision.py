"""A decision that one or more seats have to make."""

from typing import Any

from domain.kernel.ids import Seat
from domain.kernel.messages import Value


class Decision(Value, frozen=True):
    """An open decision: what is asked, and of which seats; `kind` selects the clock.

    `key` changes exactly when a new decision opens. Seats that decide at the same time share the
    key, and the deadline, until the last of them has answered.
    """

    key: str
    kind: str
    awaited: frozenset[Seat]


class OpenParameter(Value, frozen=True):
    """A parameter with more legal values than `actions` lists, and its JSON schema."""

    command: str
    field: str
    schema: dict[str, Any]
