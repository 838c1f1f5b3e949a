"""One HTTP/1.1 connection: answers in order, and bounds the time and the size of what it holds."""

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

from api.transport.exchange import Exchange
from api.transport.reader import END_OF_HEAD, PIECE, Refusal, Request, RequestReader

if TYPE_CHECKING:
    from api.transport.connections import Connections

HIGH_WATER = 16 * 1024  # unread bytes of an answer before the next request must wait
LEAST_READ = 16 * 1024  # bytes that a client must read within `write_seconds`
COPIED = 16 * 1024  # a larger body is not copied behind its head
LINGER_SECONDS = 2.0  # for a client to read why it was refused


class Connection(asyncio.Protocol):
    """Answers each request when the answer before it was read; refuses with a problem."""

    transport: asyncio.Transport

    def __init__(self, shared: "Connections") -> None:
        self.shared = shared
        self.loop = asyncio.get_running_loop()
        self.scope: dict[str, Any] = {}  # what all requests have in common
        self.requests: deque[Request] = deque()  # whose answers are not complete, in their order
        self.reader = RequestReader(self)
        self.refused: Refusal | None = None
        self.write_paused = False
        self.writable = asyncio.Event()
        self.written = 0  # bytes of all answers
        self.streaming = False  # a stream has a write time-out of its own
        self._idle_since = 0.0  # when the last answer was complete
        self._read_by: tuple[float, int] | None = None  # when, and how much was read by then

    # Events of the transport

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.set_write_buffer_limits(high=HIGH_WATER)
        if not self.shared.add(self):
            self.refuse(Refusal("too_many_connections"))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.shared.remove(self)
        self.reader.waiting = b""
        if self.requests and (exchange := self.requests[0].exchange) is not None:
            exchange.leave()
        self.requests.clear()
        self.writable.set()

    def data_received(self, data: bytes) -> None:
        if self.refused is not None:
            return
        reader, arriving = self.reader, self.reader.arriving
        is_next = not self.requests or (
            arriving is self.requests[0] and len(arriving.body) <= PIECE
        )
        if not is_next or reader.waiting or len(data) > PIECE or data.count(END_OF_HEAD) > 1:
            reader.feed(data)
        else:
            reader.feed_piece(data)  # the usual case: a request, or the body of the only one

    def pause_writing(self) -> None:
        self.write_paused = True
        self.writable.clear()
        self.report_held()

    def resume_writing(self) -> None:
        self.write_paused = False
        self.writable.set()
        self.report_held()
        self.start_first()

    def report_held(self) -> None:
        """Report what this connection makes the process hold."""
        unread = self.transport.get_write_buffer_size() if self.write_paused else 0
        self.shared.held.update(self, unread + len(self.reader.waiting))

    # Answers, in the order of the requests

    def start_first(self) -> None:
        """Answer the first request if the client has read the answers before it.

        It is answered in the quick way if it has one, else by the application.
        """
        if not self.requests or self.write_paused or self.requests[0].exchange is not None:
            return
        request = self.requests[0]
        if not request.is_complete and self.shared.quick is not None and request.is_awaited:
            return  # a quick way needs all of it
        exchange, quick = Exchange(self, request), self.shared.quick
        request.exchange = exchange
        if quick is not None and request.is_complete and not request.expects_continue:
            exchange.go_on(quick, exchange.scope, request.body)
        else:
            exchange.leave_to_application()

    def write(self, head: bytes, body: bytes = b"") -> None:
        """Write head and body together, for each write is a system call."""
        self.written += len(head) + len(body)
        if head and len(body) > COPIED:
            # All readers of a page wait for the same bytes, not each for a copy.
            self.transport.writelines((head, body))
        elif head or body:
            self.transport.write(head + body)

    def answered(self, exchange: Exchange) -> None:
        """Go on after a complete answer."""
        request = self.requests.popleft()
        if request.is_complete:
            request.exchange = None  # reference counts free both
        self.streaming = False
        if not exchange.keep_alive or (self.shared.is_stopping and not self.requests):
            self.transport.close()
            return
        if self.reader.is_paused:
            self.reader.go_on()
        if self.requests:
            self.start_first()
        elif self.refused is not None:
            self._send_last(self.refused)
        else:
            self._idle_since = self.loop.time()

    # Ends

    def refuse(self, refusal: Refusal) -> None:
        """Send a problem, after the answers that are due before it, and close the connection."""
        reader = self.reader
        self.refused, unfinished = refusal, reader.arriving
        reader.waiting, reader.arriving, reader.arriving_since = b"", None, None
        self.shared.dropped(refusal.code)
        if unfinished is not None:
            exchange = unfinished.exchange
            if exchange is not None and (exchange.has_written or exchange.is_done):
                self.transport.close()
                return
            self.requests.pop()
            if exchange is not None:
                exchange.leave()  # the application cannot answer it as well
        if not self.requests:
            self._send_last(refusal)

    def fail(self) -> None:
        """Answer the first request, of which nothing was written, with an internal error."""
        self.requests.clear()
        self.refused = Refusal("internal")
        self._send_last(self.refused)

    def _send_last(self, refusal: Refusal) -> None:
        """Send a problem; a client that is still sending must not lose it to a reset."""
        if self.transport.is_closing():
            return
        self.transport.write(self.shared.problem(refusal))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def stop(self) -> None:
        """Close the connection, or let it end with the answers that are due."""
        if not self.requests:
            self.transport.close()

    def check(self, now: float) -> None:
        """Enforce every bound of time; called once per second."""
        if self.streaming and self.reader.arriving_since is None and self._read_by is None:
            return  # nearly all, where thousands watch
        self.reject_slow(now - self.shared.settings.request_seconds)
        self.close_idle(now - self.shared.settings.idle_seconds)
        self.drop_unread(now)

    def reject_slow(self, before: float) -> None:
        """Reject a request that began to arrive before this moment and is not complete yet."""
        reader = self.reader
        if reader.arriving_since is None or reader.arriving_since >= before:
            return
        if self.requests and self.requests[0] is not reader.arriving:
            # Its time begins when the requests before it are answered.
            reader.arriving_since = self.loop.time()
        elif reader.in_head or self.requests:
            self.refuse(Refusal("request_timeout"))
        else:
            self.transport.close()  # nothing was sent, or it was answered already

    def close_idle(self, before: float) -> None:
        """Close a connection that was kept open, but not used since this moment."""
        is_used = self.requests or self.refused or self.reader.arriving_since is not None
        if not is_used and self._idle_since < before:
            self.transport.close()

    def drop_unread(self, now: float) -> None:
        """Cut the connection if its client reads too little of what was sent."""
        unread = self.transport.get_write_buffer_size()
        if not unread or self.streaming:
            self._read_by = None
            return
        read = self.written - unread
        if self._read_by is None or read - self._read_by[1] >= LEAST_READ:
            self._read_by = now, read
        elif now - self._read_by[0] > self.shared.settings.write_seconds:
            self.shared.dropped("unread")
            self.transport.abort()
