"""Bodies are JSON, of the documented type, and nothing else."""

import json
import re
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from litestar import Request
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter

from api.http.hints import helped
from api.problems.handlers import ApiProblem

_FIELD = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_NAMED = re.compile(r"^Object (missing required|contains unknown) field `(?P<name>[^`]*)`")


class StrictRequest(Request[Any, Any, Any]):
    """One typed, strict decode; every fault names the field."""

    async def json(self) -> Any:
        body = await self.body()
        field = self.route_handler.parsed_data_field
        assert field is not None
        if self.content_type[0] != "application/json":
            raise ApiProblem("media_type")
        return decoded(body, field.annotation)


async def strict_query(request: Request[Any, Any, Any]) -> None:
    """Every query parameter is one the operation has, stands once and has a value.

    `null` is a word like any other where words are asked for; elsewhere it would pass for absence.
    """
    if not request.scope["query_string"] or "operation" not in request.route_handler.opt:
        return
    seen, known = set[str](), query_types(request.route_handler)
    query = request.scope["query_string"].decode("latin-1")
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name not in known:
            raise ApiProblem("malformed", f"There is no query parameter {name!r} here.", name)
        if name in seen or (value.lower() == "null" and known[name] is not str):
            raise ApiProblem("malformed", f"{name!r} must stand once, with a value.", name)
        seen.add(name)


@cache
def query_types(handler: BaseRouteHandler) -> dict[str, Any]:
    """The type of each query parameter by its name; `str | None` counts as `str`."""
    return {
        str(parameter.kwarg_definition.name): _present(parameter.annotation)
        for parameter in handler.parsed_fn_signature.parameters.values()
        if isinstance(parameter.kwarg_definition, QueryParameter)
    }


def _present(wanted: Any) -> Any:
    return str if wanted == str | None else wanted


def decoded(body: bytes, wanted: Any) -> Any:
    plain = _plain(body)
    _tagged(plain, wanted)
    try:
        return msgspec.convert(plain, wanted)
    except msgspec.ValidationError as wrong:
        raise _malformed(str(wrong), wanted, plain) from None


def _tagged(plain: Any, wanted: Any) -> None:
    """A tag is never optional, even where it has but one value (msgspec would let it pass)."""
    config = getattr(wanted, "__struct_config__", None)
    tag = config.tag_field if config else None
    if tag is not None and isinstance(plain, dict) and tag not in plain:
        raise ApiProblem("malformed", f"Object missing required field `{tag}`", tag)


def _plain(body: bytes) -> Any:
    """Untyped JSON: no duplicate keys, valid UTF-8, bounded depth; 4.0 is the integer 4."""
    try:
        plain = json.loads(
            body.decode(), object_pairs_hook=_unique, parse_float=_number, parse_constant=_never
        )
        if b"\\ud" in body.lower():  # half a surrogate pair is no character
            json.dumps(plain, ensure_ascii=False).encode()
    except RecursionError:
        raise ApiProblem("malformed", "The JSON is nested too deeply.") from None
    except ValueError as wrong:  # bad JSON, bad UTF-8, absurd numbers
        raise ApiProblem("malformed", f"The body is not valid JSON: {wrong}") from None
    return plain


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ApiProblem("malformed", f"The key {twice!r} stands twice.", field=twice)
    return unique


def _number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _never(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


def _malformed(said: str, wanted: Any, plain: Any) -> ApiProblem:
    at = _FIELD.search(said)
    named = _NAMED.match(said)
    path = ".".join(part for part in (at and at["path"], named and named["name"]) if part)
    code = "no_such_game" if path == "game" and "Invalid value" in said else "malformed"
    return ApiProblem(code, helped(said, wanted, path, plain), field=path or None)
