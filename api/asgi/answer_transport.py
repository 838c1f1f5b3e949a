"""How one answer is written: head and body together, for each write is a system call."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

COPIED = 16 * 1024  # a larger body is not copied behind its head


class AnswerTransport:
    """The transport of one answer.

    A head with `Content-Length` waits for its body, which is sent right after. Heads of streams,
    which have none, and of answers to HEAD are written at once.
    """

    __slots__ = ("_connection", "_cycle", "_has_head", "_head", "_transport")

    def __init__(self, cycle: RequestResponseCycle, connection: Any) -> None:
        self._cycle = cycle
        self._transport = cycle.transport
        self._connection = connection
        self._has_head = False
        self._head = b""  # while it waits for its body

    def write(self, data: bytes) -> None:
        cycle = self._cycle
        if not self._has_head and cycle.chunked_encoding is False:
            self._has_head = True
            if cycle.scope["method"] != "HEAD":
                self._head = data
                return
        if self._head:
            head, self._head = self._head, b""
            if len(data) > COPIED:
                # All readers of a page wait for the same bytes, not each for a copy.
                self._connection.written += len(head) + len(data)
                self._transport.writelines((head, data))
                return
            data = head + data
        self._connection.written += len(data)
        self._transport.write(data)

    def close(self) -> None:
        if self._head:  # there was a failure before its body
            self._transport.write(self._head)
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()
