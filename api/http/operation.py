"""Declares operations; their signatures say what the document has about them."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

import litestar
from litestar import Response
from litestar.handlers import HTTPRouteHandler

from api.http.injection import Flat, annotated

T = TypeVar("T")


class Link(NamedTuple):
    """An operation that a client may call after a response, its parameters and its body."""

    operation: str
    parameters: Mapping[str, str]
    body: str | None = None  # an expression; few generators can read a literal value
    name: str | None = None  # if the operation alone is ambiguous


REPLAY_PROBLEMS = ("too_much_work",)  # of what may replay a history
SAME_TABLE = {"table": "$request.path.table"}
SAME_GAME = {"game": "$request.path.game"}


def camel(key: str) -> str:
    """Return `my_game` as `MyGame`."""
    return "".join(word.capitalize() for word in key.split("_"))


def to_each(parameters: Mapping[str, str], *operations: str) -> tuple[Link, ...]:
    """Return links to several operations that take the same parameters."""
    return tuple(Link(operation, parameters) for operation in operations)


class Answer(NamedTuple):
    """Metadata of what an operation returns, where the type of a response does not say it."""

    body: Any  # the type of the body, None for an empty one
    status: int = 200
    headers: Sequence[str] = ()
    media_type: str = "application/json"


class Created(Response[T]):
    """What was made, and where it is."""

    answers = (Answer(None, 201, ("Location",)),)

    def __init__(self, content: T, location: str) -> None:
        super().__init__(content, status_code=201, headers={"Location": location})


class Operation:
    """Stored in the `opt` of a route handler as "operation"; read by api/openapi/document.py."""

    def __init__(
        self,
        tag: str,
        answers: Mapping[int, Any],
        returns: Mapping[int, str],
        problems: Sequence[str] = (),
        body: Any = None,
        bearer: bool | None = False,
        headers: Mapping[int, Sequence[str]] | None = None,
        media_type: str = "application/json",
        links: Sequence[Link] = (),
        also: Mapping[str, str] | None = None,
        store: bool = True,
        scope: str | None = "play",
        quick: Callable[..., Any] | None = None,
        functions: Sequence[Callable[..., Any]] = (),
        has_key: bool = False,
    ) -> None:
        self.tag = tag
        self.answers = answers  # status → type of the body, or None for an empty one
        self.returns = returns  # status → what is in the response, in a sentence
        self.problems = problems  # codes; those every operation shares are added
        self.functions = functions  # whose problems are added, too: the operation and its needs
        self.has_key = has_key  # whether it takes an `Idempotency-Key`
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


class Declare:
    """A decorator that makes an operation of a function; its tag is that of its package."""

    def __init__(self, method: Callable[..., HTTPRouteHandler]) -> None:
        self._method = method

    def __call__(
        self,
        path: str,
        summary: str,
        returns: str | Mapping[int, str],
        status: int | None = None,
        tag: str | None = None,
        links: Sequence[Link] = (),
        also: Mapping[str, str] | None = None,
        store: bool = True,
        quick: Callable[..., Any] | None = None,
    ) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
        """`returns` says what is in the response, or in the response of each status."""

        def declared(function: Callable[..., Any]) -> HTTPRouteHandler:
            seen = Flat(function)
            answers = _answers(seen.returns, status)
            first = answers[0]
            operation = Operation(
                tag=tag or sys.modules[function.__module__.rpartition(".")[0]].TAG,
                answers={each.status: each.body for each in answers},
                returns={first.status: returns} if isinstance(returns, str) else returns,
                body=seen.body,
                bearer=seen.bearer,
                scope=seen.scope,
                headers={each.status: each.headers for each in answers},
                media_type=first.media_type,
                links=links,
                also=also,
                store=store and seen.uses_server,
                quick=quick,
                functions=seen.functions,
                has_key=seen.has_key,
            )
            name = camel(function.__name__)
            return self._method(
                path,
                operation_id=name[0].lower() + name[1:],
                summary=summary,
                status_code=first.status,
                opt={"operation": operation},
            )(seen.handler)

        return declared


def _answers(returned: Any, status: int | None) -> list[Answer]:
    """Return the answers that a return annotation stands for, the usual one first."""
    kind, *metadata = annotated(returned)
    if named := [each for each in metadata if isinstance(each, Answer)]:
        return named
    if kind is None:
        return [Answer(None, 204)]
    known: tuple[Answer, ...] | None = getattr(get_origin(kind), "answers", None)
    if known is None:
        return [Answer(kind, status or 200)]
    return [known[0]._replace(body=get_args(kind)[0]), *known[1:]]


get = Declare(litestar.get)
post = Declare(litestar.post)
put = Declare(litestar.put)
patch = Declare(litestar.patch)
delete = Declare(litestar.delete)
