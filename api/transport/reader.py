"""Requests as they arrive on a connection; every part has a bound, and a reason to refuse it."""

from typing import TYPE_CHECKING
from urllib.parse import unquote

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser, parse_url

if TYPE_CHECKING:
    from api.transport.connection import Connection
    from api.transport.exchange import Exchange

END_OF_HEAD = b"\r\n\r\n"
LINE = len(": \r\n")
PIECE = 8 * 1024  # bytes that are parsed before the bounds are checked again
LARGEST_UNTAKEN = 64 * 1024  # bytes of a body that wait for the application
Headers = list[tuple[bytes, bytes]]
SMALL_BODY = 16 * 1024  # bytes; many clients send it after its head
VERSIONS = ("1.1", "1.0")


class Refusal(Exception):
    """Input that ends its connection; raised inside a callback of the parser, or sent at once."""

    def __init__(self, code: str, detail: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


class Request:
    """Method, path, query, headers and body; the body may still be arriving."""

    __slots__ = (
        *("method", "path", "raw_path", "query", "headers", "body", "version"),
        *("is_complete", "is_named", "keep_alive", "expects_continue", "exchange"),
    )

    def __init__(self, parser: HttpRequestParser, url: bytes, headers: Headers) -> None:
        """Check a whole head; raises Refusal."""
        self.version = parser.get_http_version()
        self.headers = headers  # names in lower case
        names = [name for name, _ in headers]
        hosts = names.count(b"host")
        if hosts > 1:  # proxies disagree about which of two counts
            raise Refusal("malformed", "The header Host must be sent once.")
        if self.version not in VERSIONS or (self.version == "1.1" and not hosts):
            detail = "The request needs a version, HTTP/1.1, and the header Host."
            raise Refusal("malformed", detail)
        if b"transfer-encoding" in names and not self._is_chunked():
            raise Refusal("malformed", "Transfer-Encoding must be chunked, with HTTP/1.1.")
        try:
            parsed = parse_url(url)
            path = parsed.path.decode("ascii")
        except (HttpParserError, ValueError, AttributeError):
            detail = "The address of the request is not a valid path."
            raise Refusal("malformed", detail) from None
        self.method = parser.get_method().decode("ascii")
        self.path = unquote(path) if "%" in path else path
        self.raw_path, self.query = parsed.path, parsed.query or b""
        self.keep_alive = self.version == "1.1" and parser.should_keep_alive()
        self.expects_continue = (
            b"expect" in names and dict(headers)[b"expect"].lower() == b"100-continue"
        )
        self.is_named = b"request-id" in names or b"traceparent" in names
        self.body = b""  # what has arrived and was not taken
        self.is_complete = False  # whether all of the body has arrived
        self.exchange: Exchange | None = None  # from the moment that it is answered

    @property
    def is_awaited(self) -> bool:
        """Return whether the rest of a small body should arrive before the request is answered."""
        length = dict(self.headers).get(b"content-length", b"")
        return not self.expects_continue and length.isdigit() and int(length) <= SMALL_BODY

    def _is_chunked(self) -> bool:
        """Return whether there is one coding that is known; others would be taken for the body."""
        codings = [value.lower() for name, value in self.headers if name == b"transfer-encoding"]
        return codings == [b"chunked"] and self.version == "1.1"


def refusal_of(failure: HttpParserError) -> Refusal:
    """Return why the parser has stopped: the reason of a callback, or its own."""
    if isinstance(cause := failure.__context__, Refusal):
        return cause
    reason = f"{failure}".strip().rstrip(".")
    return Refusal("malformed", f"The request is not valid HTTP/1.1: {reason}.")


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
