"""The HTTP/1.1 protocol of a connection: bounds the time and the size of a request's head."""

from typing import Any

from httptools import HttpParserUpgrade, HttpRequestParser
from msgspec import json
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.problems.catalogue import CODES, problem_fields

TRANSPORT = "ludotheque.transport"  # the extension by which a stream can be cut off


class BoundedProtocol(HttpToolsProtocol):
    """Uvicorn's protocol with bounds: 408 for a request that is too slow, 431 for a large head."""

    largest_head = 32 * 1024
    parser: "RequestParser"
    arriving_since: float | None  # None: no request is arriving
    head_size: int | None  # bytes of the head so far; None: it is complete
    ended_in_packet = False  # whether a request has ended in the packet that is being read

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.parser = RequestParser(self)
        self.arriving_since, self.head_size = self.loop.time(), None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {TRANSPORT: {"transport": self.transport}}
        self.arriving_since, self.head_size = self.loop.time(), 0

    def on_headers_complete(self) -> None:
        if self.parser.offers_upgrade():
            return  # the head is parsed once more, without the offer
        self.head_size = None
        super().on_headers_complete()
        self.cycle.transport = SingleWriteTransport(self.cycle)  # type: ignore[assignment]

    def on_message_complete(self) -> None:
        if self.parser.offers_upgrade():
            return
        self.arriving_since, self.ended_in_packet = None, True
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        self.ended_in_packet = False
        super().data_received(data)
        if self.head_size is not None and not self.ended_in_packet:
            self.head_size += len(data)
            if self.head_size > self.largest_head:
                self.reject("headers_too_large")

    def reject_slow(self, before: float) -> None:
        """Reject a request that began to arrive before this moment and is not complete yet."""
        if self.arriving_since is None or self.arriving_since >= before:
            return
        if self._owes_answer():
            # A rejection sent now would be taken for the answer to the request before.
            self.arriving_since = self.loop.time()
            return
        begun = self.head_size is not None or (self.cycle and not self.cycle.response_started)
        if begun:
            self.reject("request_timeout")
        else:
            self.transport.close()  # nothing was sent, so there is nothing to answer

    def _owes_answer(self) -> bool:
        """Return whether a request before this one has still to be answered."""
        behind = bool(self.pipeline) or self.head_size is not None
        return behind and self.cycle is not None and not self.cycle.response_complete

    def reject(self, code: str) -> None:
        """Send a problem and close the connection."""
        self.arriving_since = None
        if not self.transport.is_closing():
            self.transport.write(_problem(code))
            self.transport.close()


class RequestParser(HttpRequestParser):
    """Httptools' parser, which would not read the body of a request that offers an upgrade.

    Java's HttpClient offers HTTP/2 with every first request. A server may ignore the offer (RFC
    9110, 7.8): such a head is parsed once more without it, then what follows.
    """

    def __init__(self, protocol: BoundedProtocol) -> None:
        super().__init__(protocol)
        self.set_dangerous_leniencies(lenient_data_after_close=True)  # as in uvicorn
        self._protocol = protocol

    def offers_upgrade(self) -> bool:
        """Return whether this head offers an upgrade; CONNECT does not, and is rejected."""
        return bool(self.should_upgrade()) and self.get_method() != b"CONNECT"

    def feed_data(self, data: Any) -> None:
        parser, feed = self, HttpRequestParser.feed_data
        while True:
            try:
                feed(parser, data)
            except HttpParserUpgrade as offer:
                data, head = memoryview(data)[offer.args[0] :], parser._without_offer()
                # The old parser may have ended with this request.
                parser = self._protocol.parser = RequestParser(self._protocol)
                feed(parser, head)
            else:
                return

    def _without_offer(self) -> bytes:
        version = self.get_http_version().encode()
        lines = [b"%s %s HTTP/%s" % (self.get_method(), self._protocol.url, version)]
        kept = (header for header in self._protocol.headers if header[0] != b"upgrade")
        return b"\r\n".join([*lines, *(b"%s: %s" % header for header in kept), b"", b""])


class SingleWriteTransport:
    """The transport of one answer: writes head and body together, for each write is a system call.

    A head with `Content-Length` waits for its body, which is sent right after. Heads of streams,
    which have none, and of answers to HEAD are written at once.
    """

    __slots__ = ("_cycle", "_has_head", "_head", "_transport")

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle
        self._transport = cycle.transport
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
            data, self._head = self._head + data, b""
        self._transport.write(data)

    def close(self) -> None:
        if self._head:  # there was a failure before its body
            self._transport.write(self._head)
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()


def _problem(code: str) -> bytes:
    """Return a whole HTTP answer for what fails before there is a request."""
    known = CODES[code]
    body = json.encode(problem_fields(known, "/"))
    return (
        b"HTTP/1.1 %d %s\r\ncontent-type: application/problem+json\r\n"
        b"content-length: %d\r\nconnection: close\r\n\r\n%s"
        % (known.status, known.title.encode(), len(body), body)
    )
