"""A whole answer, made without waiting for anything."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from api.transport.reader import Headers

WITHOUT_BODY = (204, 304)
# The view of one caller must not be shown to another, not even to the next at the same browser.
PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
_HEADER = re.compile(rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+): [^\x00-\x08\x0a-\x1f\x7f]*\r\n")


def _status_line(status: int) -> bytes:
    known = {each.value: each.phrase for each in HTTPStatus}
    return f"HTTP/1.1 {status} {known.get(status, '')}\r\n".encode()


STATUS_LINES = {status: _status_line(status) for status in range(200, 600)}


@lru_cache(maxsize=1024)  # most answers have the same headers as others
def header_line(name: bytes, value: bytes) -> bytes:
    """Return a header as it is sent; raises RuntimeError if it would break the answer."""
    line = b"%s: %s\r\n" % (name.lower(), value)
    if _HEADER.fullmatch(line) is None:
        raise RuntimeError(f"The header {name!r} of the answer is invalid.")
    return line


@lru_cache(maxsize=1024)
def _rendered(headers: tuple[tuple[bytes, bytes], ...]) -> bytes:
    return b"".join([header_line(*header) for header in headers])


def encoded_headers(headers: Mapping[str, str]) -> Headers:
    """Return headers as they are sent."""
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def entity_tags(header: str) -> set[str]:
    """Return the tags of an `If-Match` or `If-None-Match`, weak or strong, without quotes."""
    return {tag.strip().removeprefix("W/").strip('"') for tag in header.split(",")}


def has_copy(if_none_match: str | None, tag: str) -> bool:
    """Return whether a caller has the content with this tag, so that it need not be sent."""
    if if_none_match is None or if_none_match == f'"{tag}"':  # nearly always
        return if_none_match is not None
    return not entity_tags(if_none_match).isdisjoint(("*", tag))


class Answer:
    """Status, headers and body; an ASGI application that sends them.

    `Content-Length` is added. Headers that are the same as those of another answer are not rendered
    again.
    """

    __slots__ = ("body", "headers", "lines", "status")

    def __init__(self, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes) -> None:
        self.status = status
        self.body = body
        self.headers: Headers = list(headers)
        self.lines = _rendered(tuple(self.headers))  # as they are sent
        if status not in WITHOUT_BODY:
            length = b"%d" % len(body)
            self.headers.append((b"content-length", length))
            self.lines += b"content-length: %b\r\n" % length

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers: Any = self.headers
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})
