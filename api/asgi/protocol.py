"""What a connection may do to us: how long a request may take to arrive, how large its head is."""

from typing import Any

from httptools import HttpParserUpgrade, HttpRequestParser
from msgspec import json
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.problems.catalogue import CODES

TRANSPORT = "ludotheque.transport"  # the extension by which a stream can be cut off


class Wire(HttpToolsProtocol):
    """Uvicorn's own, with bounds; a request that is not there in time is answered 408."""

    largest_head = 32 * 1024
    parser: "Reader"
    arriving: float | None  # since when; None = nothing is under way
    head: int | None  # bytes of the head so far; None = it is complete
    shared = False  # another request has ended in this packet

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.parser = Reader(self)
        self.arriving, self.head = self.loop.time(), None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {TRANSPORT: {"transport": self.transport}}
        self.arriving, self.head = self.loop.time(), 0

    def on_headers_complete(self) -> None:
        if self.parser.offered():
            return  # it is read once more, without the offer
        self.head = None
        super().on_headers_complete()
        self.cycle.transport = WholeAnswer(self.cycle)  # type: ignore[assignment]

    def on_message_complete(self) -> None:
        if self.parser.offered():
            return
        self.arriving, self.shared = None, True
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        self.shared = False
        super().data_received(data)
        if self.head is not None and not self.shared:
            self.head += len(data)
            if self.head > self.largest_head:
                self.refuse("headers_too_large")

    def hurry(self, before: float) -> None:
        """Refuse what began to arrive before this moment and is not there yet."""
        if self.arriving is None or self.arriving >= before:
            return
        if self._owes_answer():
            self.arriving = self.loop.time()  # what is said now would be taken for that answer
            return
        begun = self.head is not None or (self.cycle and not self.cycle.response_started)
        if begun:
            self.refuse("request_timeout")
        else:
            self.transport.close()  # it has said nothing, so it is told nothing

    def _owes_answer(self) -> bool:
        """Is this a request behind another, which has to be answered first?"""
        behind = bool(self.pipeline) or self.head is not None
        return behind and self.cycle is not None and not self.cycle.response_complete

    def refuse(self, code: str) -> None:
        self.arriving = None
        if not self.transport.is_closing():
            self.transport.write(_answer(code))
            self.transport.close()


class Reader(HttpRequestParser):
    """Httptools' own, which would not read the body of a request that offers another protocol.

    Java's HttpClient makes the offer with every first request. Nothing here speaks another, so it
    may be ignored (RFC 9110, 7.8): such a head is read once more without it, then what follows.
    """

    def __init__(self, wire: Wire) -> None:
        super().__init__(wire)
        self.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn has it
        self._wire = wire

    def offered(self) -> bool:
        """Is there an offer in this head? CONNECT is none: it is refused."""
        return bool(self.should_upgrade()) and self.get_method() != b"CONNECT"

    def feed_data(self, data: Any) -> None:
        reader, read = self, HttpRequestParser.feed_data
        while True:
            try:
                read(reader, data)
            except HttpParserUpgrade as offer:
                data, head = memoryview(data)[offer.args[0] :], reader._without_offer()
                reader = self._wire.parser = Reader(self._wire)  # the old one may be at its end
                read(reader, head)
            else:
                return

    def _without_offer(self) -> bytes:
        version = self.get_http_version().encode()
        lines = [b"%s %s HTTP/%s" % (self.get_method(), self._wire.url, version)]
        kept = (header for header in self._wire.headers if header[0] != b"upgrade")
        return b"\r\n".join([*lines, *(b"%s: %s" % header for header in kept), b"", b""])


class WholeAnswer:
    """The transport of one answer: head and body leave in one write, for every write costs alike.

    A head that says how long its body is waits for it, as it is sent right after. Heads of streams,
    which do not say so, and of answers to HEAD go at once.
    """

    __slots__ = ("_cycle", "_has_head", "_head", "_transport")

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle
        self._transport = cycle.transport
        self._has_head = False
        self._head = b""  # while it waits

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
        if self._head:  # its body could not be made
            self._transport.write(self._head)
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()


def _answer(code: str) -> bytes:
    told = CODES[code]
    problem = {
        "type": f"/problems/{code}",
        "title": told.title,
        "status": told.status,
        "detail": told.meaning,
        "instance": "/",
    }
    body = json.encode(problem)
    return (
        b"HTTP/1.1 %d %s\r\ncontent-type: application/problem+json\r\n"
        b"content-length: %d\r\nconnection: close\r\n\r\n%s"
        % (told.status, told.title.encode(), len(body), body)
    )
