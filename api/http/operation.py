"""Declares operations; their signatures say what the document has about them."""

import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from email.utils import format_datetime
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

import litestar
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from api.http.callers import changes_something
from api.http.injection import Flat, annotated

T = TypeVar("T")
ANNOUNCED = timedelta(days=182)  # at least, before an operation is removed; docs/versions.md


class Link(NamedTuple):
    """An operation that a client may call after a response, its parameters and its body."""

    operation: str
    parameters: Mapping[str, str]
    body: str | None = None  # an expression; few generators can read a literal value
    name: str | None = None  # if the operation alone is ambiguous


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


class Deprecated(Struct, frozen=True):
    """An operation that will be removed, announced as in RFC 9745 and RFC 8594."""

    since: date
    sunset: date  # the day from which on it may be missing
    instead: str  # what clients should do, in a sentence

    def __post_init__(self) -> None:
        if self.sunset - self.since < ANNOUNCED:
            raise ValueError(
                f"an operation is announced {ANNOUNCED.days} days before it is removed"
            )

    @property
    def headers(self) -> dict[str, str]:
        since, sunset = (datetime.combine(day, time(), UTC) for day in (self.since, self.sunset))
        seconds = int(since.timestamp())
        return {"Deprecation": f"@{seconds}", "Sunset": format_datetime(sunset, usegmt=True)}

    @property
    def notice(self) -> str:
        """Return what the document says of it."""
        return f"Deprecated since {self.since}; removed on {self.sunset} or later. {self.instead}"


class Operation(NamedTuple):
    """Stored in the `opt` of a route handler as "operation"; read by api/openapi/document.py."""

    tag: str
    seen: Flat  # the function: its parameters, body, token and the functions it needs
    answers: Sequence[Answer]  # the usual one first
    returns: Mapping[int, str]  # status → what is in the response, in a sentence
    links: Sequence[Link]  # operations a client may call next
    also: Mapping[str, str]  # other media types of the answer → their description
    store: bool  # whether it reads or writes the store
    changes: bool  # whether maintenance forbids it
    quick: Callable[..., Any] | None  # answers the same from memory and one read, or raises
    deprecated: Deprecated | None


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
        instead: Callable[..., Any] | None = None,
        deprecated: Deprecated | None = None,
    ) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
        """`returns` says what is in the response, or in the response of each status.

        `instead` answers before the framework has read the request. A `deprecated` operation says
        so in every answer, and has no quick way.
        """

        def declared(function: Callable[..., Any]) -> HTTPRouteHandler:
            seen = Flat(function, instead)
            answers = _answers(seen.returns, status)
            first, name = answers[0].status, camel(function.__name__)
            said = {first: returns} if isinstance(returns, str) else returns
            changes = changes_something(self._method.__name__.upper(), path)
            said_of = (tag or _tag_of(function), seen, answers, said, links, also or {})
            how = (store and seen.uses_server, changes, None if deprecated else quick, deprecated)
            return self._method(
                path,
                operation_id=name[0].lower() + name[1:],
                summary=summary,
                status_code=first,
                before_request=instead,
                response_headers=deprecated.headers if deprecated else None,
                opt={"operation": Operation(*said_of, *how)},
            )(seen.handler)

        return declared


def _tag_of(function: Callable[..., Any]) -> str:
    """Return the tag of the package of a function."""
    tag: str = sys.modules[function.__module__.rpartition(".")[0]].TAG
    return tag


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
