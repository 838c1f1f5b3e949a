"""The headers of a request, read once for everything that needs one of them."""

from typing import Any

from litestar.types import HTTPScope
from msgspec import Struct

from api.http.params import LONGEST_LANGUAGES, LONGEST_TAGS
from api.problems.faults import RepeatedField
from api.problems.handlers import ApiProblem
from api.transport.turn import NotQuick
from application.token_cache import hash_token
from domain.kernel.ids import LANGUAGES, Lang

# Proxies and frameworks disagree about which of two counts, so these must not be repeated.
SINGLE = {
    b"authorization": "Authorization",
    b"content-type": "Content-Type",
    b"idempotency-key": "Idempotency-Key",
}
_LANGUAGES: dict[bytes, Lang | None] = {b"": None}
_LANGUAGES |= {f"lang={lang}".encode(): lang for lang in LANGUAGES}
_IN_SCOPE = "ludotheque.headers"


class RequestHeaders(Struct, frozen=True):
    values: dict[bytes, bytes]  # by name in lower case; the first of a repeated header
    token_hash: bytes | None  # of the bearer token, None without one
    repeated: str | None  # a header that must not be repeated and was
    has_repeated: bool = False  # whether any header was sent twice

    @property
    def if_none_match(self) -> str | None:
        """Return the tags of a quick read; the framework rejects a header that is too long."""
        sent = self.values.get(b"if-none-match")
        if sent is not None and len(sent) > LONGEST_TAGS:
            raise NotQuick
        return None if sent is None else sent.decode("latin-1")

    def languages(self, query: bytes) -> tuple[Lang | None, str | None]:
        """Return `lang` and `Accept-Language` of a quick read that has no other parameter."""
        sent = self.values.get(b"accept-language", b"")
        if query not in _LANGUAGES or len(sent) > LONGEST_LANGUAGES:
            raise NotQuick
        return _LANGUAGES[query], sent.decode("latin-1") or None

    def require_single(self) -> None:
        """Raise 400 `malformed` if a header of SINGLE was sent twice."""
        if self.repeated is not None:
            raise ApiProblem(RepeatedField(field=self.repeated, source="header"))


def read_headers(scope: HTTPScope) -> RequestHeaders:
    """Return the headers of a request; the second call for it returns the first result."""
    state: Any = scope
    found: RequestHeaders | None = state.get(_IN_SCOPE)
    if found is not None:
        return found
    sent: list[tuple[bytes, bytes]] = state["headers"]
    values, repeated, hashed = dict(sent), None, None
    has_repeated = len(values) < len(sent)
    if has_repeated:
        values = dict(reversed(sent))
        names = [name for name, _ in sent]
        repeated = next((SINGLE[name] for name in SINGLE if names.count(name) > 1), None)
    if repeated is None and (authorization := values.get(b"authorization")) is not None:
        scheme, _, token = authorization.partition(b" ")
        if (token := token.strip()) and scheme.lower() == b"bearer":
            hashed = hash_token(token)
    found = state[_IN_SCOPE] = RequestHeaders(values, hashed, repeated, has_repeated)
    return found
