"""Reads requests from the bytes of a connection; every part of what arrives has a bound."""

from typing import TYPE_CHECKING

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser

from api.transport.request import Headers, Refusal, Request, refusal_of

if TYPE_CHECKING:
    from api.transport.connection import Connection

END_OF_HEAD = b"\r\n\r\n"
LINE = len(": \r\n")
PIECE = 8 * 1024  # bytes that are parsed before the bounds are checked again
LARGEST_UNTAKEN = 64 * 1024  # bytes of a body that wait for the application


class RequestReader:
    """Parses input in pieces with at most one end of a head, so one request begins in each.

    Input waits while the requests or the body before it are not taken. What follows the last
    request of a connection is ignored.
    """

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self._settings = connection.shared.settings
        self._parser = HttpRequestParser(self)
        self._url = b""
        self._headers: Headers = []
        self._head_size = 0  # with the trailers
        self._unended = 0  # the same, with pieces inside of a line that has not ended
        self._offers_upgrade = False
        self._ends = False  # whether the last request has arrived
        self.waiting = b""  # input that is not parsed yet
        self.is_paused = False
        self.in_head = False
        self.arriving: Request | None = None  # whose body is not complete
        self.arriving_since: float | None = connection.loop.time()  # None: no request is arriving

    def feed(self, data: bytes) -> None:
        """Parse as much as possible in pieces; the rest waits."""
        if self.waiting:
            self._wait_with(self.waiting + data)
            return
        start = 0
        while start < len(data) and not self._ends and self._connection.refused is None:
            if self._must_wait():
                self._wait_with(data[start:])
                return
            found = data.find(END_OF_HEAD, start, start + PIECE)
            end = start + PIECE if found < 0 else found + len(END_OF_HEAD)
            self.feed_piece(data[start:end])
            start = end

    def go_on(self) -> None:
        """Take more input: first what waits, but not before the caller has ended."""
        if self.waiting:
            self._connection.loop.call_soon(self._feed_waiting)
        elif self.is_paused:
            self.is_paused = False
            self._connection.transport.resume_reading()

    def _must_wait(self) -> bool:
        """Return whether more input may not be parsed now."""
        if len(self._connection.requests) > self._settings.pipelined:
            return True
        return self.arriving is not None and len(self.arriving.body) > LARGEST_UNTAKEN

    def _wait_with(self, data: bytes) -> None:
        self.waiting = data
        if not self.is_paused:
            self.is_paused = True
            self._connection.transport.pause_reading()
        self._connection.report_held()

    def _feed_waiting(self) -> None:
        data, self.waiting = self.waiting, b""
        if not self._connection.transport.is_closing():
            self.feed(data)
            self._connection.report_held()
            if not self.waiting:
                self.go_on()

    def feed_piece(self, piece: bytes) -> None:
        """Parse bytes with at most one end of a head."""
        if self._ends:
            return
        self._unended += len(piece)
        try:
            try:
                self._parser.feed_data(piece)
            except HttpParserUpgrade as offer:
                self._ignore_offer()
                self._parser.feed_data(piece[offer.args[0] :])
        except HttpParserError as failure:
            if not self._ends:
                self._connection.refuse(refusal_of(failure))
        else:
            if self._unended > self._settings.largest_head:
                self._connection.refuse(Refusal("headers_too_large"))
        self._connection.start_first()

    def _ignore_offer(self) -> None:
        """Parse a head that offers an upgrade once more, without the offer.

        Java's HttpClient offers HTTP/2 with every first request. A server may ignore the offer (RFC
        9110, 7.8), but the parser would not read the body.
        """
        old, self._parser = self._parser, HttpRequestParser(self)
        version = old.get_http_version().encode()
        lines = [b"%s %s HTTP/%s" % (old.get_method(), self._url, version)]
        lines += [b"%s: %s" % header for header in self._headers if header[0] != b"upgrade"]
        self._parser.feed_data(b"\r\n".join([*lines, b"", b""]))

    # Callbacks of the parser

    def on_message_begin(self) -> None:
        if self._ends:
            raise Refusal("malformed")  # nobody sees it: the client was told to expect no answer
        self.arriving_since, self.in_head = self._connection.loop.time(), True
        self._url, self._headers = b"", []
        self._head_size, self._offers_upgrade = 0, False

    def on_url(self, url: bytes) -> None:
        self._url += url
        self._head_size = self._unended = self._head_size + len(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; a trailer is only counted: it must not become a header."""
        self._head_size = self._unended = self._head_size + len(name) + len(value) + LINE
        if self.in_head:
            self._headers.append((name.lower(), value))
        elif self._head_size > self._settings.largest_head:
            raise Refusal("headers_too_large")

    def on_headers_complete(self) -> None:
        if self._head_size > self._settings.largest_head:
            raise Refusal("headers_too_large")
        if self._parser.should_upgrade():
            if self._parser.get_method() == b"CONNECT":
                raise Refusal("malformed", "This server is not a proxy: it does not know CONNECT.")
            self._offers_upgrade = True
            return
        self.arriving = Request(self._parser, self._url, self._headers)
        self.in_head, self._unended = False, 0
        self._connection.requests.append(self.arriving)

    def on_chunk_header(self) -> None:
        self._unended = 0

    def on_body(self, body: bytes) -> None:
        self._unended = 0
        request = self.arriving
        if request is None:
            return
        if request.exchange is None or not request.exchange.is_done:
            request.body += body
        if request.exchange is not None:
            request.exchange.wake()

    def on_message_complete(self) -> None:
        if self._offers_upgrade or self.arriving is None:
            return
        request, self.arriving = self.arriving, None
        self._unended, self.arriving_since = 0, None
        request.is_complete, self._ends = True, not request.keep_alive
        if request.exchange is not None:
            request.exchange.wake()
