"""Which pages of other origins may use the API from a browser; none unless the operator says so."""

from collections.abc import Collection, Sequence

from litestar.types import HTTPScope

Headers = list[tuple[bytes, bytes]]
SENT = b"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
SHOWN = b"Allow, ETag, Location, RateLimit, RateLimit-Policy, Retry-After"
REMEMBERED_SECONDS = b"600"


class Cors:
    """Tokens are sent by scripts, never by the browser itself, so no credentials are allowed."""

    def __init__(self, origins: Collection[str]) -> None:
        self._any = "*" in origins
        self._origins = frozenset(origin.encode() for origin in origins)

    def headers(self, scope: HTTPScope, methods: Sequence[str] = ()) -> Headers:
        """What a browser must hear; `methods`, if this may be a preflight."""
        if not self._origins:
            return []
        origin = _sent(scope, b"origin")
        vary = [] if self._any else [(b"vary", b"Origin")]
        if origin is None or not (self._any or origin in self._origins):
            return vary
        allowed = b"*" if self._any else origin
        found = [*vary, (b"access-control-allow-origin", allowed)]
        if methods and _sent(scope, b"access-control-request-method") is not None:
            return [
                *found,
                (b"access-control-allow-methods", ", ".join(methods).encode()),
                (b"access-control-allow-headers", SENT),
                (b"access-control-max-age", REMEMBERED_SECONDS),
            ]
        return [*found, (b"access-control-expose-headers", SHOWN)]


def _sent(scope: HTTPScope, wanted: bytes) -> bytes | None:
    return next((value for name, value in scope["headers"] if name == wanted), None)
