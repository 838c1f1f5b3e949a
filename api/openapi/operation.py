"""Properties of an operation that the document needs and its signature does not have."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple


class Link(NamedTuple):
    """An operation that a client may call after a response, its parameters and its body."""

    operation: str
    parameters: Mapping[str, str]
    body: str | None = None  # an expression; few generators can read a literal value
    name: str | None = None  # if the operation alone is ambiguous


REPLAY_PROBLEMS = ("too_much_work",)  # of what may replay a history
SAME_TABLE = {"table": "$request.path.table"}
SAME_GAME = {"game": "$request.path.game"}


def to_each(parameters: Mapping[str, str], *operations: str) -> tuple[Link, ...]:
    """Return links to several operations that take the same parameters."""
    return tuple(Link(operation, parameters) for operation in operations)


class Operation:
    """Stored in the `opt` of a route handler as "operation"; read by api/openapi/document.py."""

    def __init__(
        self,
        tag: str,
        answers: Mapping[int, Any],
        returns: Mapping[int, str],
        problems: Sequence[str],
        body: Any = None,
        bearer: bool | None = False,
        headers: Mapping[int, Sequence[str]] | None = None,
        media_type: str = "application/json",
        links: Sequence["Link"] = (),
        also: Mapping[str, str] | None = None,
        store: bool = True,
        scope: str | None = "play",
        quick: Callable[..., Any] | None = None,
    ) -> None:
        self.tag = tag
        self.answers = answers  # status → type of the body, or None for an empty one
        self.returns = returns  # status → what is in the response, in a sentence
        self.problems = problems  # codes; those every operation shares are added
        self.body = body  # type of the request body
        self.bearer = bearer  # True = needed, None = optional, False = none
        # The scope that the token must have; None = any token, or one that manages its account.
        self.scope = "read" if bearer is None else scope
        self.headers = headers or {}  # status → names of response headers
        self.media_type = media_type
        self.links = links  # operations a client may call next
        self.store = store  # whether it reads or writes the store
        self.changes = False  # whether maintenance forbids it; set with its method and path
        self.quick = quick  # answers the same from memory and one read of the store, or raises
        self.also = also or {}  # other media types of the answer → their description


def describe(**promises: Any) -> dict[str, Any]:
    return {"operation": Operation(**promises)}
