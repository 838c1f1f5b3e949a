"""Query parameters: each one known, sent once and with a value."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, TypeVar, cast, get_args
from urllib.parse import parse_qsl

import msgspec
from litestar import Request
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from msgspec import structs

from api.http.injection import annotated
from api.problems.handlers import FaultyRequest

Parameters = TypeVar("Parameters", bound=msgspec.Struct)
BOUNDS = ("ge", "le", "min_length", "max_length", "pattern")


async def check_query(request: Request[Any, Any, Any]) -> None:
    """Reject what the framework would accept: unknown, repeated or null parameters."""
    if request.scope["query_string"] and "operation" in request.route_handler.opt:
        try:
            read_query(request.scope["query_string"], query_types(request.route_handler))
        except FaultyRequest:
            raise FaultyRequest(await _body(request)) from None


async def _body(request: Request[Any, Any, Any]) -> bytes | None:
    """Return the body of a request, None if the operation takes none."""
    return None if request.route_handler.parsed_data_field is None else await request.body()


def read_query(query: bytes, known: Mapping[str, Any]) -> dict[str, str]:
    """Return the query parameters by name; `known` has the type of each.

    `null` is an ordinary value of a text parameter; the others would take it for absence.
    """
    values: dict[str, str] = {}
    if not query:
        return values
    for name, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name not in known:
            raise FaultyRequest
        if name in values or (value.lower() == "null" and known[name] is not str):
            raise FaultyRequest
        values[name] = value
    return values


@cache
def query_types(handler: BaseRouteHandler) -> dict[str, Any]:
    """Return the type of each query parameter by its name; `str | None` counts as `str`."""
    return {
        str(parameter.kwarg_definition.name): _present(parameter.annotation)
        for parameter in handler.parsed_fn_signature.parameters.values()
        if isinstance(parameter.kwarg_definition, QueryParameter)
    }


def _present(wanted: Any) -> Any:
    return str if wanted == str | None else wanted


def convert_parameters(values: Mapping[str, str], wanted: type[Parameters]) -> Parameters:
    """Return query and header parameters as a struct."""
    try:
        return msgspec.convert(values, wanted, strict=False)
    except msgspec.ValidationError:
        raise FaultyRequest from None


def with_bounds(parameters: type[Parameters]) -> type[Parameters]:
    """Return the struct with the bounds that its parameters have for the framework."""
    fields = [
        (each.name, _bounded(each.type), msgspec.field(default=each.default, name=each.encode_name))
        for each in structs.fields(parameters)
    ]
    return cast(
        type[Parameters],
        msgspec.defstruct(parameters.__name__, fields, bases=(parameters,), frozen=True),
    )


def _bounded(hint: Any) -> Any:
    kind, parameter, *_ = annotated(hint)
    found = {name: getattr(parameter, name) for name in BOUNDS}
    bounds = {name: value for name, value in found.items() if value is not None}
    present = [each for each in get_args(kind) if each is not type(None)]
    return Annotated[present[0], msgspec.Meta(**bounds)] | None if bounds else kind
