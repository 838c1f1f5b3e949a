"""A keep-alive HTTP connection that costs its client next to nothing: raw bytes out, bodies in."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import msgspec

END_OF_HEAD = b"\r\n\r\n"
LENGTH = b"content-length: "
Hear = Callable[[bytes], None]


class Refused(Exception):
    """The server did not answer 2xx: a benchmark that meets this measures nothing."""


class Wire(asyncio.Protocol):
    """One question at a time; whoever asks is told the body of the answer."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._hear: Hear = _nobody
        self._fail: Callable[[Exception], None] = _ignore

    @classmethod
    async def open(cls, host: str, port: int) -> "Wire":
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(cls, host, port)
        return wire

    def send(self, request: bytes, hear: Hear, fail: Callable[[Exception], None]) -> None:
        assert self._transport is not None
        self._hear, self._fail = hear, fail
        self._transport.write(request)

    async def ask(self, request: bytes) -> Any:
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.send(request, answer.set_result, answer.set_exception)
        return msgspec.json.decode(await answer)

    def close(self) -> None:
        self._fail = _ignore
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(exc or ConnectionResetError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        head = buffer.find(END_OF_HEAD)
        at = buffer.find(LENGTH, 0, head) if head >= 0 else -1
        if head < 0 or len(buffer) < (end := head + 4 + _number(buffer, at + len(LENGTH))):
            self._buffer = buffer
            return
        self._buffer = b""
        if buffer[9:10] != b"2":
            self._fail(Refused(buffer.decode(errors="replace")))
            return
        self._hear(buffer[head + 4 : end])


def request(method: str, path: str, body: bytes | None = None, token: str = "") -> bytes:
    return head(method, path, token) + (END_OF_HEAD if body is None else sized(body))


def head(method: str, path: str, token: str = "") -> bytes:
    """Everything that is the same for all requests like this one."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join(lines).encode()


def sized(body: bytes) -> bytes:
    return b"\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def _number(buffer: bytes, start: int) -> int:
    return int(buffer[start : buffer.find(b"\r", start)])


def _nobody(body: bytes) -> None:
    raise AssertionError("an answer nobody asked for")


def _ignore(error: Exception) -> None:
    return
