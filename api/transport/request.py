"""One request as it has arrived, and the reasons to refuse one."""

from typing import TYPE_CHECKING
from urllib.parse import unquote

from httptools import HttpParserError, HttpRequestParser, parse_url

if TYPE_CHECKING:
    from api.transport.exchange import Exchange

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
        *("is_complete", "keep_alive", "expects_continue", "exchange"),
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
