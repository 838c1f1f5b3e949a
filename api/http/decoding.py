"""Bodies of requests: bounded JSON of the documented type, without repeated keys."""

import json
import re
from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.handlers import BaseRouteHandler
from litestar.types import Receive

from api.http.headers import RequestHeaders, read_headers
from api.problems.allowed_values import with_known_values
from api.problems.handlers import ApiProblem
from api.problems.refusals import (
    BodyCutOff,
    KeyTwice,
    Malformed,
    NestedTooDeeply,
    NotJson,
    TagMissing,
    UnknownGameNamed,
)
from domain.kernel.messages import Refusal

JSON = b"application/json"
_BLANKS = b" \t\r\n"
_encode = msgspec.json.Encoder().encode
_FIELD = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_LONG_PATTERN = re.compile(r"matching regex '.{80,}'", re.DOTALL)  # helps nobody in a message
_NAMED = re.compile(r"^Object (missing required|contains unknown) field `(?P<name>[^`]*)`")


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


async def require_no_body(request: Request[Any, Any, Any], refusal: Refusal) -> None:
    """Raise 400 `malformed` if anything but an empty object was sent."""
    if await request.body() not in (b"", b"{}"):
        raise ApiProblem(refusal)


class BodyDecoder:
    """Decodes JSON bodies of one type; every problem names the field."""

    def __init__(self, wanted: Any) -> None:
        self._wanted = wanted
        self._decode = msgspec.json.Decoder(wanted).decode

    def decode(self, body: bytes, headers: RequestHeaders) -> Any:
        media_type = headers.values.get(b"content-type", b"")
        if media_type != JSON and media_type.partition(b";")[0].strip().lower() != JSON:
            raise ApiProblem("media_type")
        value = self.canonical(body)
        return self._strict(body) if value is None else value

    def canonical(self, body: bytes) -> Any:
        """Return the value if the body, but for blanks, is its encoding; else None.

        Such a body has no key twice and leaves nothing out: it needs no strict decoding.
        """
        try:
            value = self._decode(body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return None
        return value if body.translate(None, _BLANKS) == _encode(value) else None

    def _strict(self, body: bytes) -> Any:
        plain = _plain(body)
        _require_tag(plain, self._wanted)
        try:
            return msgspec.convert(plain, self._wanted)
        except msgspec.ValidationError as wrong:
            raise _malformed(str(wrong), self._wanted, plain) from None


def _require_tag(plain: Any, wanted: Any) -> None:
    """Raise 400 without a tag: msgspec would accept that where only one value is possible."""
    config = getattr(wanted, "__struct_config__", None)
    tag = config.tag_field if config else None
    if tag is not None and isinstance(plain, dict) and tag not in plain:
        raise ApiProblem(TagMissing(tag), tag)


def _plain(body: bytes) -> Any:
    """Return untyped JSON: no key twice, valid UTF-8, bounded depth; 4.0 is the integer 4."""
    try:
        plain = json.loads(
            body.decode(),
            object_pairs_hook=_unique,
            parse_float=_number,
            parse_constant=_reject_constant,
        )
        if b"\\ud" in body.lower():  # half a surrogate pair is no character
            json.dumps(plain, ensure_ascii=False).encode()
    except RecursionError:
        raise ApiProblem(NestedTooDeeply()) from None
    except ValueError as wrong:  # bad JSON, bad UTF-8, absurd numbers
        raise ApiProblem(NotJson(str(wrong))) from None
    return plain


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ApiProblem(KeyTwice(twice), twice)
    return unique


def _number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _reject_constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


def _malformed(message: str, wanted: Any, plain: Any) -> ApiProblem:
    at = _FIELD.search(message)
    named = _NAMED.match(message)
    path = ".".join(part for part in (at and at["path"], named and named["name"]) if part)
    refusal = UnknownGameNamed if path == "game" and "Invalid value" in message else Malformed
    detail = _LONG_PATTERN.sub("of the form that /schema describes", message)
    why = with_known_values(detail, wanted, path, plain)
    return ApiProblem(refusal(why), field=path or None)
