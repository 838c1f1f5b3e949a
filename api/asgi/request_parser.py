"""The parser of requests: httptools' own, without switching to other protocols."""

from typing import Any, Protocol

from httptools import HttpParserUpgrade, HttpRequestParser

from api.asgi.refusal import Refusal


class Parsed(Protocol):
    """What the parser needs of the connection that it calls back."""

    parser: Any
    url: bytes
    headers: list[tuple[bytes, bytes]]


class RequestParser(HttpRequestParser):
    """Httptools' parser, which would not read the body of a request that offers an upgrade.

    Java's HttpClient offers HTTP/2 with every first request. A server may ignore the offer (RFC
    9110, 7.8): such a head is parsed once more without it, then what follows.
    """

    def __init__(self, protocol: Parsed) -> None:
        super().__init__(protocol)
        self.set_dangerous_leniencies(lenient_data_after_close=True)  # as in uvicorn
        self._protocol = protocol

    def offers_upgrade(self) -> bool:
        """Return whether this head offers an upgrade; raises Refusal for CONNECT."""
        if not self.should_upgrade():
            return False
        if self.get_method() == b"CONNECT":
            raise Refusal("malformed", "This server is not a proxy: it does not know CONNECT.")
        return True

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
