"""A keep-alive HTTP connection with little cost for the client: raw bytes out, bodies in."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, cast

import msgspec

from openapi.load.own_server import HOST

END_OF_HEAD = b"\r\n\r\n"
LENGTH = b"content-length: "
LAST_CHUNK = b"\r\n0\r\n\r\n"
NOT_MODIFIED = b"304"
Address: TypeAlias = int | Path  # a port of this machine, or a unix socket
OnBody: TypeAlias = Callable[[bytes], None]


class NotSuccessful(Exception):
    """The status is neither 2xx nor 304: the benchmark would measure something else."""


class HttpConnection(asyncio.Protocol):
    """Sends one request at a time and passes the body of its answer to a callback."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._on_body: OnBody = _unexpected
        self._fail: Callable[[Exception], None] = _ignore

    @classmethod
    async def open(cls, address: Address) -> "HttpConnection":
        loop = asyncio.get_running_loop()
        if isinstance(address, Path):
            _, connection = await loop.create_unix_connection(cls, str(address))
        else:
            _, connection = await loop.create_connection(cls, HOST, address)
        return connection

    def send(self, request: bytes, on_body: OnBody, fail: Callable[[Exception], None]) -> None:
        assert self._transport is not None
        self._on_body, self._fail = on_body, fail
        self._transport.write(request)

    async def ask(self, request: bytes) -> Any:
        return msgspec.json.decode(await self.body(request))

    async def body(self, request: bytes) -> bytes:
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def fail(error: Exception) -> None:
            if not answer.done():  # the connection may close later
                answer.set_exception(error)

        self.send(request, answer.set_result, fail)
        return await answer

    def close(self) -> None:
        self._fail = _ignore
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is no subclass of it

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(exc or ConnectionResetError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        head = buffer.find(END_OF_HEAD)
        if head < 0 or len(buffer) < (end := _end(buffer, head)):
            self._buffer = buffer
            return
        self._buffer = b""
        if buffer[9:10] != b"2" and buffer[9:12] != NOT_MODIFIED:
            self._fail(NotSuccessful(buffer.decode(errors="replace")))
            return
        self._on_body(buffer[head + 4 : end])


def request(method: str, path: str, body: bytes | None = None, token: str = "") -> bytes:
    return head(method, path, token) + (END_OF_HEAD if body is None else body_part(body))


def head(method: str, path: str, token: str = "") -> bytes:
    """Return the part of a request that does not depend on its body."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join(lines).encode()


def body_part(body: bytes) -> bytes:
    """Return the headers of a JSON body, and the body."""
    return b"\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def _end(buffer: bytes, head: int) -> int:
    """Return where the answer ends, beyond the buffer if that is not known yet.

    A body in chunks is passed on as it came, with the sizes of its chunks.
    """
    body = head + len(END_OF_HEAD)
    if buffer[9:12] == NOT_MODIFIED:
        return body
    at = buffer.find(LENGTH, 0, head)
    if at >= 0:
        start = at + len(LENGTH)
        return body + int(buffer[start : buffer.find(b"\r", start)])
    return len(buffer) + (not buffer.endswith(LAST_CHUNK))


def _unexpected(body: bytes) -> None:
    raise AssertionError("an answer without a request")


def _ignore(error: Exception) -> None:
    return
