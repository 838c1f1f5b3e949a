"""The input of a connection: parsed in pieces, so that every part of it has a bound."""

from collections.abc import Iterable
from typing import Any

from httptools import HttpParserError
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT, FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.asgi.answer_transport import AnswerTransport
from api.asgi.held_bytes import HeldBytes
from api.asgi.refusal import Refusal, refusal_of
from api.asgi.request_parser import RequestParser
from api.http.whole_answer import header_lines
from application.settings import Settings

END_OF_HEAD = b"\r\n\r\n"
LINE = len(": \r\n")
PIECE = 8 * 1024  # bytes that are parsed before the bounds are checked again


class DefaultLines:
    """The headers of every answer, as they are sent; uvicorn changes them once per second."""

    def __init__(self) -> None:
        self._headers: list[tuple[bytes, bytes]] = []
        self._lines = b""

    def of(self, headers: list[tuple[bytes, bytes]]) -> bytes:
        if headers is not self._headers:
            self._headers, self._lines = headers, header_lines(headers)
        return self._lines


class Bounds:
    """What all connections of a process share."""

    def __init__(self, settings: Settings, most_connections: int) -> None:
        self.settings = settings
        self.most_connections = most_connections
        self.held = HeldBytes(settings.held_megabytes * 1024 * 1024)
        self.default_lines = DefaultLines()


class BoundedInput(HttpToolsProtocol):
    """Uvicorn's protocol; its input waits while requests or a body before it are not taken.

    A piece of input contains at most one end of a head, so at most one request begins in it.
    """

    parser: RequestParser
    flow: "GatedFlow"

    def __init__(self, bounds: Bounds, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.bounds = bounds
        self.arriving_since: float | None = self.loop.time()  # None: no request is arriving
        self.in_head = False
        self.head_size = 0  # bytes of pieces that hold nothing but head or trailers
        self.trailer_size: int | None = None  # with the head; None: there is no trailer yet
        self.chunked = False
        self.piece_size = 0
        self.progressed = False  # whether the piece holds more than head or trailers
        self.waiting = b""  # input that is not parsed yet
        self.refused: Refusal | None = None
        self.written = 0  # bytes of all answers
        self.extensions: dict[str, Any] = {}  # of every request
        self._trailers = Trailers(self)

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.flow = GatedFlow(transport, self)
        self.parser = RequestParser(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.waiting = b""
        self.pipeline.clear()
        self.bounds.held.update(self, 0)
        super().connection_lost(exc)

    def refuse(self, refusal: Refusal) -> None:
        """Send a problem and close the connection."""
        raise NotImplementedError

    def report_held(self) -> None:
        """Report what this connection makes the process hold."""
        raise NotImplementedError

    def data_received(self, data: bytes) -> None:
        if self.refused is not None:
            return
        if self.waiting:
            self._wait_with(self.waiting + data)
        elif len(data) <= PIECE and data.count(END_OF_HEAD) < 2 and not self.must_wait():
            self._feed(data)
        else:
            self._feed_in_pieces(data)

    def must_wait(self) -> bool:
        """Return whether more input may not be parsed now."""
        if self.pipeline:
            return len(self.pipeline) >= self.bounds.settings.pipelined or self._body_is_waiting()
        return self.cycle is not None and self._body_is_waiting()

    def feed_waiting(self) -> None:
        """Parse input that had to wait, as far as possible."""
        data, self.waiting = self.waiting, b""
        if self.refused is None and not self.transport.is_closing():
            self._feed_in_pieces(data)
            self.report_held()
            if not self.waiting:
                self.flow.resume_reading()

    def _body_is_waiting(self) -> bool:
        return len(self.cycle.body) > HIGH_WATER_LIMIT and not self.cycle.response_complete

    def _feed_in_pieces(self, data: bytes) -> None:
        start = 0
        while start < len(data) and self.refused is None:
            if self.must_wait():
                self._wait_with(data[start:])
                return
            found = data.find(END_OF_HEAD, start, start + PIECE)
            end = start + PIECE if found < 0 else found + len(END_OF_HEAD)
            self._feed(data[start:end])
            start = end

    def _feed(self, piece: bytes) -> None:
        self.piece_size, self.progressed = len(piece), False
        try:
            self.parser.feed_data(piece)
        except HttpParserError as failure:
            self.refuse(refusal_of(failure))
            return
        if not self.progressed and (self.in_head or self.chunked):
            self.head_size += len(piece)
            if self.head_size > self.bounds.settings.largest_head:
                self.refuse(Refusal("headers_too_large"))

    def _wait_with(self, data: bytes) -> None:
        self.waiting = data
        self.flow.pause_reading()
        self.report_held()

    # Callbacks of the parser

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = self.extensions
        self.arriving_since, self.in_head, self.chunked = self.loop.time(), True, False
        self.head_size, self.trailer_size = 0, None

    def on_headers_complete(self) -> None:
        if self.parser.should_upgrade() and self.parser.offers_upgrade():
            return  # the head is parsed once more, without the offer
        if self.head_size + self.piece_size > self.bounds.settings.largest_head:
            self._require_size(self._head_size(self.headers))
        self._require_host()
        self.in_head, self.progressed = False, True
        super().on_headers_complete()
        self.headers = self._trailers
        self.cycle.transport = AnswerTransport(self.cycle, self)  # type: ignore[assignment]

    def on_chunk_header(self) -> None:
        self.chunked = self.progressed = True

    def on_body(self, body: bytes) -> None:
        self.progressed = True
        super().on_body(body)

    def on_trailer(self, size: int) -> None:
        """Count a trailer, which is dropped: it must not become a header."""
        if self.trailer_size is None:
            self.trailer_size = self._head_size(self.scope["headers"])
        self.trailer_size += size
        self._require_size(self.trailer_size)

    def on_message_complete(self) -> None:
        if self.parser.should_upgrade():
            return
        self.arriving_since, self.progressed, self.chunked = None, True, False
        super().on_message_complete()

    def _require_host(self) -> None:
        """Raise 400 unless Host is sent once; proxies disagree about which of two counts."""
        sent = [name for name, _ in self.headers].count(b"host")
        if sent > 1:
            raise Refusal("malformed", "The header Host must be sent once.")
        if not sent and self.parser.get_http_version() != "1.0":
            raise Refusal(
                "malformed", "The request needs a version, HTTP/1.1, and the header Host."
            )

    def _head_size(self, headers: Iterable[tuple[bytes, bytes]]) -> int:
        return len(self.url) + sum(len(name) + len(value) + LINE for name, value in headers)

    def _require_size(self, size: int) -> None:
        if size > self.bounds.settings.largest_head:
            raise Refusal("headers_too_large")


class GatedFlow(FlowControl):
    """Uvicorn's flow control; input that waits is parsed before more is read."""

    def __init__(self, transport: Any, connection: BoundedInput) -> None:
        super().__init__(transport)
        self._connection = connection

    def resume_reading(self) -> None:
        connection = self._connection
        if connection.waiting:
            # Later: the caller is about to start the next request, or to arm a timer.
            connection.loop.call_soon(connection.feed_waiting)
        else:
            super().resume_reading()


class Trailers(list[tuple[bytes, bytes]]):
    """Takes the place of the headers when they are complete: what is added is only counted."""

    def __init__(self, connection: BoundedInput) -> None:
        super().__init__()
        self._connection = connection

    def append(self, trailer: tuple[bytes, bytes]) -> None:
        name, value = trailer
        self._connection.on_trailer(len(name) + len(value) + LINE)
