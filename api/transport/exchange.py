"""One request towards an ASGI application: its messages, and the answer as it is written."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from api.transport.answer import STATUS_LINES, WITHOUT_BODY, header_line
from api.transport.reader import Request
from api.transport.turn import Pending, Reply
from application.ops.logging import REQUEST

if TYPE_CHECKING:
    from api.transport.connection import Connection

Application: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]
logger = logging.getLogger("ludotheque.transport")
REQUEST_ID = "ludotheque.request_id"  # in the scope
STREAM = "ludotheque.stream"  # the extension by which a stream writes without waiting
ASGI = {"version": "3.0", "spec_version": "2.3"}


class Exchange:
    """Runs the application for one request; `receive` and `send` are those of ASGI.

    A head with `Content-Length` waits for the first part of its body: each write is a system call.
    """

    _news: asyncio.Event | None = None  # while `receive` waits
    _delivered = False  # whether the end of the body was received
    _started = False
    _head = b""  # while it waits for its body
    _left: int | None = None  # bytes of the body that Content-Length still announces
    _chunked = _without_body = _is_cut = False
    is_gone = False  # whether nobody reads the answer any more
    is_done = False  # whether the answer is complete

    def __init__(self, connection: "Connection", request: Request) -> None:
        self._connection = connection
        self._request = request
        self.keep_alive = request.keep_alive
        ids = connection.shared.ids
        if request.is_named:
            self._id, self._id_lines = ids.named(request.headers)
        else:
            self._id = ids.new()
            self._id_lines = b"request-id: %s\r\n" % self._id
        self.scope: dict[str, Any] = {  # before the application has it
            **connection.scope,
            "http_version": request.version,
            "method": request.method,
            "path": request.path,
            "raw_path": request.raw_path,
            "query_string": request.query,
            "headers": request.headers,
            REQUEST_ID: self._id,
        }

    @property
    def has_written(self) -> bool:
        return self._started and not self._head

    def go_on(self, step: Callable[..., Reply | Pending | None], *given: Any) -> None:
        """Take a step of a quick way: write its answer, or wait for a reply and take the next one.

        What the application must finish is finished, even if nobody waits for the answer.
        """
        reply = None
        try:
            reply = step(*given)
        except Exception:
            logger.exception("a quick way failed", extra={"request": self._id.decode()})
        if isinstance(reply, Pending):
            reply.ask(partial(self.go_on, reply.then))
        elif reply is None:
            self.leave_to_application()
        elif not (self.is_gone or self._connection.transport.is_closing()):
            answer, extra = reply
            lines = [STATUS_LINES[answer.status], self._connection.shared.default_lines]
            lines += self._id_lines, answer.lines
            for name, value in extra:
                lines.append(header_line(name, value))
            if self.keep_alive and not self._connection.shared.is_stopping:
                lines.append(b"\r\n")  # nearly always
            else:
                lines.append(self._last_lines())
            self.is_done = True
            self._connection.write(b"".join(lines), answer.body)
            self._connection.answered(self)

    def leave_to_application(self) -> None:
        """Run the application for this request."""
        task = self._connection.loop.create_task(self.run())
        self._connection.shared.tasks.add(task)
        task.add_done_callback(self._connection.shared.tasks.discard)

    async def run(self) -> None:
        scope, self.scope = self.scope, {}  # they would refer to each other
        scope["state"] = self._connection.shared.state.copy()
        scope["extensions"] = {STREAM: {"exchange": self}}
        REQUEST.set(self._id.decode())
        try:
            await self._connection.shared.application(scope, self.receive, self.send)
        except Exception:
            logger.exception("a request failed in the application")
        else:
            if not (self.is_done or self.is_gone or self._connection.transport.is_closing()):
                logger.error("the application has ended before its answer")
        finally:
            if not (self.is_done or self.is_gone):
                self._end()

    async def receive(self) -> dict[str, Any]:
        """Return what has arrived of the body, or that nothing more can come."""
        request = self._request
        if request.expects_continue and not self._started and not self.is_gone:
            request.expects_continue = False
            if not request.is_complete:
                self._connection.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        while not (self.is_gone or self.is_done):
            if not self._delivered and (request.body or request.is_complete):
                body, request.body = request.body, b""
                self._delivered = request.is_complete
                if self._connection.reader.is_paused:
                    self._connection.reader.go_on()
                more = not request.is_complete
                return {"type": "http.request", "body": body, "more_body": more}
            if self._news is None:
                self._news = asyncio.Event()
            self._news.clear()
            await self._news.wait()
        return {"type": "http.disconnect"}

    def wake(self) -> None:
        """Let `receive` look again."""
        if self._news is not None:
            self._news.set()

    def leave(self) -> None:
        """Take note that nobody reads the answer any more."""
        self.is_gone = True
        self.wake()

    async def send(self, message: Any) -> None:
        connection, kind = self._connection, message["type"]
        if connection.write_paused and not self.is_gone:
            await connection.writable.wait()
        if self.is_gone or connection.transport.is_closing():
            return
        if kind == "http.response.start" and not self._started:
            self._start(message["status"], message.get("headers", ()))
        elif kind == "http.response.body" and self._started and not self.is_done:
            self._write(message.get("body", b""), message.get("more_body", False))
        else:
            raise RuntimeError(f"The application sent {kind} at the wrong time.")

    def _start(self, status: int, headers: Any) -> None:
        lines = [STATUS_LINES[status], self._connection.shared.default_lines, self._id_lines]
        for name, value in headers:
            line = header_line(name, value)
            if line.startswith(b"content-length:"):
                self._left = int(value)
            elif line.startswith(b"connection:"):
                self.keep_alive = self.keep_alive and b"close" not in value.lower()
                continue
            elif line.startswith(b"transfer-encoding:"):
                continue  # the server's own
            lines.append(line)
        self._without_body = self._request.method == "HEAD" or status in WITHOUT_BODY
        unbounded = self._left is None and not self._without_body
        self._chunked = unbounded and self._request.version == "1.1"
        if self._chunked:
            lines.append(b"transfer-encoding: chunked\r\n")
        lines.append(self._last_lines())
        self._head, self._started = b"".join(lines), True
        if unbounded:
            self._connection.write(self._head)
            self._head = b""

    def _last_lines(self) -> bytes:
        """Return the end of a head; the last answer of a server that stops ends its connection."""
        if self._connection.shared.is_stopping and self._connection.requests[-1] is self._request:
            self.keep_alive = False  # no other request waits
        return b"\r\n" if self.keep_alive else b"connection: close\r\n\r\n"

    def _write(self, body: bytes, more: bool) -> None:
        """Write a part of the body; raises RuntimeError if its size is wrong."""
        if self._without_body:
            body = b""
        elif self._chunked:
            chunk = b"%x\r\n%s\r\n" % (len(body), body) if body else b""
            body = chunk if more else chunk + b"0\r\n\r\n"
        elif self._left is not None:
            self._left -= len(body)
            if self._left < 0 or (self._left and not more):
                raise RuntimeError("The body of the answer differs from its Content-Length.")
        head, self._head = self._head, b""
        self._connection.write(head, body)
        if not more and not self._is_cut:
            self.is_done = True
            if self._news is not None:
                self._news.set()
            self._connection.answered(self)

    def _end(self) -> None:
        """End an answer that the application has not completed."""
        if self.has_written:
            self._connection.transport.close()
        else:
            self.leave()
            self._connection.fail()

    # Streams have time-outs of their own

    def begin_stream(self) -> None:
        """Leave it to the application how long a reader may take."""
        self._connection.streaming = True

    def write_now(self, body: bytes) -> bool:
        """Write a part of the body at once; return False if the client has yet to read others."""
        connection = self._connection
        if connection.write_paused or self.is_gone or connection.transport.is_closing():
            return False
        self._write(body, True)
        return True

    def cut_off(self, body: bytes) -> None:
        """End the answer with these bytes, behind what is unread, and the connection."""
        if not self.is_gone:
            self._is_cut = True  # it is not done until the client has read or gone
            self._write(body, False)
            self._connection.transport.close()

    def abort_after(self, seconds: float) -> asyncio.TimerHandle:
        """Cut the connection unless the call is cancelled in time."""
        return self._connection.loop.call_later(seconds, self._connection.transport.abort)
