"""All faults of a request that was rejected: of its query, its headers and its body."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, NoReturn
from urllib.parse import parse_qsl

from litestar import Request
from litestar.handlers import BaseRouteHandler
from litestar.params import HeaderParameter, QueryParameter

from api.problems import faults
from api.problems.comparing import faults_of_value, fields_of, most_like
from api.problems.faults import Fault

MOST = 20  # faults in one answer


class _Parameter(NamedTuple):
    wanted: Any  # its type
    is_required: bool


class NotPlain(Exception):
    """A body is no JSON, or has a key twice."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def faults_of(request: Request[Any, Any, Any], body: bytes | None) -> list[Fault]:
    """Return what is wrong with a request; `body` is None if it is known to be right."""
    handler, headers = request.route_handler, dict(request.scope["headers"])
    known = _parameters(handler)
    found = _query_faults(request.scope["query_string"], known["query"], handler)
    return list(
        islice((*found, *_header_faults(headers, known["header"]), *_in_body(handler, body)), MOST)
    ) or [Fault()]


def plain_json(body: bytes) -> Any:
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
        raise NotPlain(faults.NestedTooDeeply()) from None
    except UnicodeDecodeError as wrong:
        raise NotPlain(faults.NotUtf8(byte=wrong.start)) from None
    except UnicodeEncodeError:
        raise NotPlain(faults.NoCharacter()) from None
    except json.JSONDecodeError as wrong:
        raise NotPlain(faults.NotJson(line=wrong.lineno, column=wrong.colno)) from None
    except ValueError:  # more digits than Python reads
        raise NotPlain(faults.NumberTooLong()) from None
    return plain


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NotPlain(faults.RepeatedField(field=twice))
    return unique


def _number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _reject_constant(text: str) -> NoReturn:
    raise NotPlain(faults.NoConstant(text=text))


def _in_body(handler: BaseRouteHandler, body: bytes | None) -> Iterator[Fault]:
    wanted = handler.parsed_data_field
    if body is None or wanted is None:
        return
    if not body:
        yield faults.BodyNeeded()
        return
    try:
        plain = plain_json(body)
    except NotPlain as wrong:
        yield wrong.fault
    else:
        yield from faults_of_value(wanted.annotation, plain)


def _query_faults(
    query: bytes, known: Mapping[str, _Parameter], handler: BaseRouteHandler
) -> Iterator[Fault]:
    sent = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    names = [name for name, _ in sent]
    for name, value in dict(sent).items():
        if name not in known:
            yield _unknown_parameter(name, known, handler)
        elif names.count(name) > 1:
            yield faults.RepeatedField(field=name, source="query")
        else:
            yield from faults_of_value(known[name].wanted, value, "query", name)
    for name, parameter in known.items():
        if parameter.is_required and name not in names:
            yield faults.MissingField(field=name, source="query")


def _unknown_parameter(
    name: str, known: Mapping[str, _Parameter], handler: BaseRouteHandler
) -> Fault:
    meant = most_like(name, known)
    body = handler.parsed_data_field
    if meant is None and body is not None and name in fields_of(body.annotation):
        return faults.MisplacedField(field=name, source="query", belongs="body")
    header = most_like(name, _parameters(handler)["header"])
    if meant is None and header is not None:
        return faults.MisplacedField(field=name, source="query", belongs="header", meant=header)
    return faults.UnknownField(
        field=name, source="query", allowed=tuple(sorted(known)), meant=meant
    )


def _header_faults(sent: Mapping[bytes, bytes], known: Mapping[str, _Parameter]) -> Iterator[Fault]:
    for name, parameter in known.items():
        value = sent.get(name.lower().encode())
        if value is not None:
            yield from faults_of_value(parameter.wanted, value.decode("latin-1"), "header", name)
        elif parameter.is_required:
            yield faults.MissingField(field=name, source="header")


@cache
def _parameters(handler: BaseRouteHandler) -> dict[str, dict[str, _Parameter]]:
    """Return the parameters of an operation that are sent in the query and in headers."""
    found: dict[str, dict[str, _Parameter]] = {"query": {}, "header": {}}
    for name, each in handler.parsed_fn_signature.parameters.items():
        parameter = _Parameter(
            handler.signature_model.__annotations__[name],
            not (each.has_default or each.is_optional),
        )
        if isinstance(each.kwarg_definition, QueryParameter):
            found["query"][str(each.kwarg_definition.name)] = parameter
        elif isinstance(each.kwarg_definition, HeaderParameter):
            found["header"][str(each.kwarg_definition.name)] = parameter
    return found
