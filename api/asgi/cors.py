"""CORS: which pages of other origins may use the API from a browser; none by default.

Litestar's configuration knows the rules. Its middleware is not used: answers to OPTIONS, commands
and rejections by the rate limit never reach the framework.
"""

import re
from collections.abc import Collection, Mapping, Sequence

from litestar.config.cors import CORSConfig
from litestar.types import HTTPScope

from api.http.decoding import read_headers

Headers = list[tuple[bytes, bytes]]
LOOPBACK = "loopback"  # in place of origins: every port of this machine
THIS_MACHINE = re.compile(r"https?://(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?")
ALLOW_ORIGIN = b"access-control-allow-origin"
REQUEST_HEADERS = [
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Invitation",
    "Last-Event-ID",
    "Prefer",
    "Request-Id",
    "traceparent",
]
RESPONSE_HEADERS = [
    "Allow",
    "Content-Language",
    "ETag",
    "Link",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Read-Version",
    "Request-Id",
    "Retry-After",
    "traceparent",
]


class Cors:
    """Scripts send tokens by themselves, browsers do not, so credentials are not allowed."""

    def __init__(self, origins: Collection[str]) -> None:
        self._off = not origins
        self._loopback = LOOPBACK in origins
        self._config = CORSConfig(
            allow_origins=sorted(set(origins) - {LOOPBACK}),
            allow_methods=[],  # they differ from path to path
            allow_headers=REQUEST_HEADERS,
            expose_headers=RESPONSE_HEADERS,
        )
        self._vary = [] if self._config.is_allow_all_origins else [(b"vary", b"Origin")]
        self._simple = _encoded(self._config.simple_headers)
        self._preflight = _encoded(self._config.preflight_headers)

    def headers(self, scope: HTTPScope, methods: Sequence[str] = ()) -> Headers:
        """Return the CORS headers of an answer; `methods` of the path if it may be a preflight."""
        if self._off:
            return []
        sent = read_headers(scope).values
        origin = sent.get(b"origin")
        if origin is None or not self._is_allowed(origin.decode("latin-1")):
            return [*self._vary]
        named = [] if self._config.is_allow_all_origins else [(ALLOW_ORIGIN, origin)]
        if methods and b"access-control-request-method" in sent:
            allowed = (b"access-control-allow-methods", ", ".join(methods).encode())
            return [*self._preflight, *named, allowed]
        return [*self._vary, *self._simple, *named]

    def _is_allowed(self, origin: str) -> bool:
        if self._loopback and THIS_MACHINE.fullmatch(origin) is not None:
            return True
        return self._config.is_origin_allowed(origin)


def _encoded(headers: Mapping[str, str]) -> Headers:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
