"""Bodies of requests: bounded JSON of the documented type, without repeated keys."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.handlers import BaseRouteHandler
from litestar.types import Receive

from api.http.headers import RequestHeaders, read_headers
from api.problems.faults import BodyCutOff, Fault
from api.problems.handlers import ApiProblem, FaultyRequest
from api.problems.request_faults import NotPlain, plain_json

JSON = b"application/json"
_BLANKS = b" \t\r\n"
_encode = msgspec.json.Encoder().encode


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
