"""Problems that are sent before there is a request the framework could answer."""

from httptools import HttpParserError
from msgspec import json

from api.problems.catalogue import CODES, problem_fields

RETRY_AFTER = b"retry-after: 1\r\n"


class Refusal(Exception):
    """Input that ends its connection; raised inside a callback of the parser, or sent at once."""

    def __init__(self, code: str, detail: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail

    def answer(self, prefix: str = "") -> bytes:
        """Return a whole HTTP answer; `prefix` is that of the paths of this server."""
        known = CODES[self.code]
        fields = problem_fields(known, f"{prefix}/", prefix)
        if self.detail is not None:
            fields["detail"] = self.detail
        body = json.encode(fields)
        return (
            b"HTTP/1.1 %d %s\r\ncontent-type: application/problem+json\r\n"
            b"x-content-type-options: nosniff\r\n%s"
            b"content-length: %d\r\nconnection: close\r\n\r\n%s"
        ) % (
            known.status,
            known.title.encode(),
            RETRY_AFTER if known.status == 503 else b"",
            len(body),
            body,
        )


def refusal_of(failure: HttpParserError) -> Refusal:
    """Return why the parser has stopped: its own reason, or that of a callback."""
    cause = failure.__context__
    if isinstance(cause, Refusal):
        return cause
    if isinstance(cause, HttpParserError | ValueError | AttributeError):
        # `on_headers_complete` of uvicorn splits the address.
        return Refusal("malformed", "The address of the request is not a valid path.")
    reason = f"{failure}".strip().rstrip(".")
    return Refusal("malformed", f"The request is not valid HTTP/1.1: {reason}.")
