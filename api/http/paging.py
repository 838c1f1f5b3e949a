"""Pages of a list: the cursor of one, and where the next is (`Link`, RFC 8288)."""

import re
from re import Pattern
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode

from litestar import Response

from api.http.injection import AnyRequest
from api.http.operation import Answer
from api.problems.handlers import ApiProblem
from projections.cursor import decode_cursor

NUMBER = re.compile(r"[0-9]{1,15}", re.ASCII)
T = TypeVar("T")


class Page(Response[T]):
    """A page, with the path of the next one."""

    answers = (Answer(None, headers=("Link",)),)

    def __init__(self, content: T, request: AnyRequest, **changed: str | int | None) -> None:
        """`changed` are the parameters of the next page; there is none if one of them is None."""
        super().__init__(content, headers=next_page(request.scope, **changed))


def next_page(scope: Any, **changed: str | int | None) -> dict[str, str]:
    """Return the header with the path of the next page; nothing if a changed value is None."""
    if None in changed.values():
        return {}
    query = dict(parse_qsl(scope["query_string"].decode("latin-1"))) | changed
    return {"Link": f'<{scope["path"]}?{urlencode(query)}>; rel="next"'}


def position(cursor: str, form: Pattern[str]) -> str:
    """Return the position that a cursor stands for; raises 404 `no_such_page`."""
    try:
        return decode_cursor(cursor, form)
    except ValueError:
        raise ApiProblem("no_such_page", "cursor") from None


def number(cursor: str | None) -> int:
    """Return how many items a cursor of a list by number leaves out; raises `no_such_page`."""
    return 0 if cursor is None else int(position(cursor, NUMBER))
