"""What a request has sent: its headers, read once, and a body of the documented type, bounded."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.handlers import BaseRouteHandler
from litestar.types import HTTPScope, Receive
from msgspec import Struct

from api.http.params import LONGEST_LANGUAGES, LONGEST_TAGS
from api.problems.faults import BodyCutOff, Fault, RepeatedField
from api.problems.handlers import ApiProblem, FaultyRequest
from api.problems.request_faults import NotPlain, plain_json
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
JSON = b"application/json"
_BLANKS = b" \t\r\n"
_encode = msgspec.json.Encoder().encode


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


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is decoded by a `BodyDecoder`."""

    async def json(self) -> Any:
        decoder = _decoder_of(self.route_handler)
        return decoder.decode(await self.body(), read_headers(self.scope))


@cache
def _decoder_of(handler: BaseRouteHandler) -> "BodyDecoder":
    assert handler.parsed_data_field is not None
    return BodyDecoder(handler.parsed_data_field.annotation)


async def read_body(headers: RequestHeaders, receive: Receive, largest: int) -> bytes:
    """Return the body of a request; raises 413 as soon as it is known to be too large."""
    length = headers.values.get(b"content-length", b"")
    if length.isdigit() and int(length) > largest:
        raise ApiProblem("body_too_large")
    body = b""
    while True:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            raise ApiProblem(BodyCutOff())
        piece: bytes = message.get("body", b"")
        body = body + piece if body else piece
        if len(body) > largest:
            raise ApiProblem("body_too_large")
        if not message.get("more_body"):
            return body


async def require_no_body(request: Request[Any, Any, Any], fault: Fault) -> None:
    """Raise 400 `malformed` if anything but an empty object was sent."""
    if await request.body() not in (b"", b"{}"):
        raise ApiProblem(fault)


class BodyDecoder:
    """Decodes JSON bodies of one type; a body that is not of it is a `FaultyRequest`."""

    def __init__(self, wanted: Any) -> None:
        self._wanted = wanted
        self._decode = msgspec.json.Decoder(wanted).decode

    def decode(self, body: bytes, headers: RequestHeaders) -> Any:
        media_type = headers.values.get(b"content-type", b"")
        if media_type != JSON and media_type.partition(b";")[0].strip().lower() != JSON:
            raise ApiProblem("media_type")
        try:
            value = self._decode(body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return self.strict(body)
        # A body that is its own encoding, but for blanks, has no key twice and leaves nothing out.
        return value if body.translate(None, _BLANKS) == _encode(value) else self.strict(body)

    def strict(self, body: bytes) -> Any:
        """Return the value of any body, as `decode` does, in more steps."""
        try:
            plain = plain_json(body)
            value = msgspec.convert(plain, self._wanted)
        except (NotPlain, msgspec.ValidationError):
            raise FaultyRequest(body) from None
        if _lacks_tag(plain, self._wanted):
            raise FaultyRequest(body)
        return value


def _lacks_tag(plain: Any, wanted: Any) -> bool:
    """Return whether the tag is missing: msgspec accepts that where one value is possible."""
    config = getattr(wanted, "__struct_config__", None)
    tag = config.tag_field if config else None
    return tag is not None and isinstance(plain, dict) and tag not in plain
