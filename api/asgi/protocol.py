"""The HTTP/1.1 protocol of a connection: bounds the time and the size of all that it holds."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from api.asgi import metrics
from api.asgi.bounded_input import BoundedInput
from api.asgi.refusal import Refusal

TRANSPORT = "ludotheque.transport"  # the extension by which a stream can be cut off
HIGH_WATER = 16 * 1024  # unread bytes of an answer before the next request must wait
LEAST_READ = 16 * 1024  # bytes that a client must read within `write_seconds`
LINGER_SECONDS = 2.0  # for a client to read why it was refused


class BoundedProtocol(BoundedInput):
    """Answers in order, each only when the one before was read, and refuses with a problem."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.streaming = False  # a stream has a write time-out of its own
        self._read_by: tuple[float, int] | None = None  # when, and how much was read by then
        self._idle_since = 0.0  # when the last answer was complete
        self._answering: Any = None  # the request that is being answered
        self._postponed: Any = None  # a request to start when the client has read

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=HIGH_WATER)
        self.extensions[TRANSPORT] = {"transport": transport, "connection": self}
        if len(self.connections) > self.bounds.most_connections:
            self.refused = Refusal("too_many_connections")
            metrics.dropped.labels(self.refused.code).inc()
            transport.write(self.refused.answer(self.bounds.settings.prefix))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._postponed = None
        if (current := self._answering) is not None and not current.response_complete:
            current.disconnected = True  # uvicorn knows only the last request that arrived
            current.message_event.set()
        super().connection_lost(exc)

    # Requests, in their order

    def on_response_complete(self) -> None:
        """Start the next request; as uvicorn does, but without a timer for every answer."""
        self.streaming = False
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        elif self.refused is not None:
            self._send_last(self.refused)
        else:
            self._idle_since = self.loop.time()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.report_held()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.report_held()
        if self._postponed is not None:
            (cycle, app), self._postponed = self._postponed, None
            self._start_asgi_task(cycle, app)

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        if self.flow.write_paused:
            self._postponed = cycle, app
            return
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def report_held(self) -> None:
        unread = self.transport.get_write_buffer_size() if self.flow.write_paused else 0
        self.bounds.held.update(self, unread + len(self.waiting))

    # Whole answers, for which a cycle of ASGI has several calls

    def take_body(self, scope: Any) -> bytes | None:
        """Return the body of the request if all of it has arrived and none of it was taken."""
        cycle = self._answering
        if cycle.scope is not scope or cycle.more_body or cycle.disconnected:
            return None
        body, cycle.body = bytes(cycle.body), bytearray()
        cycle.message_event.clear()
        return body

    def can_answer(self, scope: Any) -> bool:
        """Return whether `answer` may be called: the request waits, and the client reads."""
        cycle = self._answering
        if cycle.scope is not scope or cycle.response_started or cycle.disconnected:
            return False
        return cycle.keep_alive and not self.flow.write_paused and not self.transport.is_closing()

    def answer(self, status: int, lines: bytes, content: bytes) -> None:
        """Write a whole answer and start the next request."""
        cycle = self._answering
        cycle.response_started = cycle.response_complete = True
        default = self.bounds.default_lines.of(self.server_state.default_headers)
        length = b"content-length: %d\r\n\r\n" % len(content)
        answer = b"".join((STATUS_LINE[status], default, lines, length, content))
        self.written += len(answer)
        self.transport.write(answer)
        cycle.message_event.set()
        cycle.on_response()

    def write_chunk(self, content: bytes) -> bool:
        """Write a chunk of a stream at once; return False if the client has yet to read others."""
        if self.flow.write_paused or self.transport.is_closing():
            return False
        chunk = b"%x\r\n%s\r\n" % (len(content), content)
        self.written += len(chunk)
        self.transport.write(chunk)
        return True

    # Ends

    def refuse(self, refusal: Refusal) -> None:
        self.refused, self.waiting = refusal, b""
        metrics.dropped.labels(refusal.code).inc()
        unfinished = self.cycle if not self.in_head and self.arriving_since is not None else None
        self.arriving_since = None
        if unfinished is not None and self.pipeline:
            self.pipeline.popleft()  # the others are answered first
        elif unfinished is not None and unfinished.response_started:
            self.transport.close()
        elif unfinished is not None or self._is_idle():
            if unfinished is not None:
                unfinished.disconnected = True  # the application cannot answer it as well
                unfinished.message_event.set()
            self._send_last(refusal)

    def _is_idle(self) -> bool:
        """Return whether every request that has arrived was answered."""
        return not self.pipeline and (self._answering is None or self._answering.response_complete)

    def _send_last(self, refusal: Refusal) -> None:
        """Send a problem; a client that is still sending must not lose it to a reset."""
        if self.transport.is_closing():
            return
        self.transport.write(refusal.answer(self.bounds.settings.prefix))
        self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def close_idle(self, before: float) -> None:
        """Close a connection that was kept open, but not used since this moment."""
        used = self.arriving_since is not None or self.refused is not None
        if not used and self._idle_since < before and self._is_idle():
            self.transport.close()

    def reject_slow(self, before: float) -> None:
        """Reject a request that began to arrive before this moment and is not complete yet."""
        if self.arriving_since is None or self.arriving_since >= before:
            return
        if not self._is_idle() and (self.pipeline or self.in_head):
            # Its time begins when the requests before it are answered.
            self.arriving_since = self.loop.time()
            return
        begun = self.in_head or (self.cycle and not self.cycle.response_started)
        if begun:
            self.refuse(Refusal("request_timeout"))
        else:
            self.transport.close()  # nothing was sent, so there is nothing to answer

    def only_streams(self) -> bool:
        """Return whether a stream is sent and nothing arrives: it has time-outs of its own."""
        return self.streaming and self.arriving_since is None and self._read_by is None

    def drop_unread(self, now: float) -> None:
        """Cut the connection if its client reads too little of what was sent."""
        unread = self.transport.get_write_buffer_size()
        if not unread or self.streaming:
            self._read_by = None
            return
        read = self.written - unread
        if self._read_by is None or read - self._read_by[1] >= LEAST_READ:
            self._read_by = now, read
        elif now - self._read_by[0] > self.bounds.settings.write_seconds:
            metrics.dropped.labels("unread").inc()
            self.transport.abort()
