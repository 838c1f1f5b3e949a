"""Answers that are sent as a whole: one call, where ASGI has two messages."""

from typing import Any

from litestar.types import Send
from msgspec import Struct

Headers = list[tuple[bytes, bytes]]


class Head(Struct, frozen=True):
    """The head of an answer: its status, and its headers but for `Content-Length`."""

    status: int
    headers: Headers
    lines: bytes  # the same headers as they are sent

    @classmethod
    def of(cls, status: int, headers: Headers) -> "Head":
        return cls(status, headers, header_lines(headers))


async def send_whole(send: Send, head: Head, content: bytes) -> None:
    """Send an answer in one call if `send` can do so, otherwise by two messages."""
    whole: Any = getattr(send, "whole", None)
    if whole is None:
        await send_messages(send, head, content)
    else:
        await whole(head, content)


async def send_messages(send: Send, head: Head, content: bytes) -> None:
    """Send an answer by the two messages of ASGI."""
    length = (b"content-length", b"%d" % len(content))
    headers: Any = [*head.headers, length]
    await send({"type": "http.response.start", "status": head.status, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})


def header_lines(headers: Headers) -> bytes:
    """Return headers as they are sent."""
    return b"".join([b"%s: %s\r\n" % header for header in headers])
