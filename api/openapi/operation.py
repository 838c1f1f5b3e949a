"""What an operation promises beyond its signature; read by the document."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Link(NamedTuple):
    """Where a client goes from an answer: an operation, its parameters and its body."""

    operation: str
    parameters: Mapping[str, str]
    body: str | None = None  # an expression; what is sent as it stands, few generators can read
    name: str | None = None  # if it is not enough to name the operation


SAME_TABLE = {"table": "$request.path.table"}
SAME_GAME = {"game": "$request.path.game"}


def to_each(parameters: Mapping[str, str], *operations: str) -> tuple[Link, ...]:
    """Links to several operations that take the same parameters."""
    return tuple(Link(operation, parameters) for operation in operations)


class Operation:
    """Read by api/document.py; kept in the `opt` of a route handler under the key "operation"."""

    def __init__(
        self,
        tag: str,
        answers: Mapping[int, Any],
        problems: Sequence[str],
        body: Any = None,
        bearer: bool | None = False,
        headers: Mapping[int, Sequence[str]] | None = None,
        media_type: str = "application/json",
        links: Sequence["Link"] = (),
        also: Mapping[str, str] | None = None,
        store: bool = True,
    ) -> None:
        self.tag = tag
        self.answers = answers  # status → type of the body, or None for an empty one
        self.problems = problems  # codes; those every operation shares are added
        self.body = body  # type of the request body
        self.bearer = bearer  # True = needed, None = optional, False = none
        self.headers = headers or {}  # status → names of response headers
        self.media_type = media_type
        self.links = links  # operations a client goes on with
        self.store = store  # does it ask the store?
        self.also = also or {}  # other media types of the answer → what they hold


def describe(**promises: Any) -> dict[str, Any]:
    return {"operation": Operation(**promises)}
