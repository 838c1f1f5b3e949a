"""An open question put to one or more seats."""

from typing import Any

from domain.kernel.ids import Seat
from domain.kernel.messages import Value


class Decision(Value, frozen=True):
    """What is asked, and of whom; `kind` also says how long, by the clocks of the game.

    `key` changes exactly when a new question is put: seats that answer the same simultaneous
    question share its key, and its clock, until the last of them has answered.
    """

    key: str
    kind: str
    awaited: frozenset[Seat]


class OpenParameter(Value, frozen=True):
    """A parameter with more legal values than the list of actions names, and its JSON schema."""

    command: str
    field: str
    about: str
    schema: dict[str, Any]
