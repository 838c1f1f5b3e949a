"""One request as it has arrived, and the reasons to refuse one."""

from typing import TYPE_CHECKING
from urllib.parse import unquote

from httptools import HttpParserError, HttpParserInvalidURLError, HttpRequestParser, parse_url

if TYPE_CHECKING:
    from api.transport.exchange import Exchange

Headers = list[tuple[bytes, bytes]]
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
        self._require_host(names)
        if b"transfer-encoding" in names:
            self._require_chunked()
        self.method = parser.get_method().decode("ascii")
        self.raw_path, self.query = _split(url)
        path = self.raw_path.decode("ascii")
        self.path = unquote(path) if "%" in path else path
        self.keep_alive = self.version == "1.1" and parser.should_keep_alive()
        self.expects_continue = (
            b"expect" in names and dict(headers)[b"expect"].lower() == b"100-continue"
        )
        self.body = b""  # what has arrived and was not taken
        self.is_complete = False  # whether all of the body has arrived
        self.exchange: Exchange | None = None  # from the moment that it is answered

    def _require_host(self, names: list[bytes]) -> None:
        """Raise 400 unless Host is sent once; proxies disagree about which of two counts."""
        sent = names.count(b"host")
        if sent > 1:
            raise Refusal("malformed", "The header Host must be sent once.")
        if self.version not in VERSIONS or (not sent and self.version == "1.1"):
            detail = "The request needs a version, HTTP/1.1, and the header Host."
            raise Refusal("malformed", detail)

    def _require_chunked(self) -> None:
        """Raise 400 for another coding, which the application would take for the body itself."""
        coding = dict(self.headers)[b"transfer-encoding"]
        if coding.lower() != b"chunked" or self.version != "1.1":
            raise Refusal("malformed", "Transfer-Encoding must be chunked, with HTTP/1.1.")


def _split(url: bytes) -> tuple[bytes, bytes]:
    """Return path and query of a target; raises Refusal if it has no path."""
    try:
        parsed = parse_url(url)
    except HttpParserInvalidURLError:
        parsed = None
    if parsed is None or not parsed.path or not parsed.path.isascii():
        raise Refusal("malformed", "The address of the request is not a valid path.")
    return parsed.path, parsed.query or b""


def refusal_of(failure: HttpParserError) -> Refusal:
    """Return why the parser has stopped: the reason of a callback, or its own."""
    if isinstance(cause := failure.__context__, Refusal):
        return cause
    reason = f"{failure}".strip().rstrip(".")
    return Refusal("malformed", f"The request is not valid HTTP/1.1: {reason}.")
