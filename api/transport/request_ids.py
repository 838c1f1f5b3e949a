"""The id of a request: the client's own, that of its trace, or a new one; and the trace itself."""

import re
from itertools import count
from secrets import token_hex

from api.transport.reader import Headers

_ID = re.compile(rb"[A-Za-z0-9._~:/+=@-]{1,64}")  # nothing that could break a line of a log
_TRACE = re.compile(
    rb"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-.*)?"
)


class RequestIds:
    """Numbers the requests of one process."""

    def __init__(self) -> None:
        process = token_hex(5).encode()
        self.new = map((process + b"-%x").__mod__, count(1)).__next__

    def named(self, headers: Headers) -> tuple[bytes, bytes]:
        """Return the id of a request that may name it, and the lines of its answer."""
        sent = dict(headers)
        found = sent.get(b"request-id", b"")
        trace = _TRACE.fullmatch(sent.get(b"traceparent", b""))
        if not _ID.fullmatch(found):
            found = self.new() if trace is None else trace[1]
        lines = b"request-id: %s\r\n" % found
        if trace is not None:
            lines += b"traceparent: 00-%s-%s-%s\r\n" % (trace[1], token_hex(8).encode(), trace[2])
        return found, lines
