"""A value has faults if, and only if, msgspec rejects it: recorded bodies with parts replaced."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, QueryParameter

from api.app import framework
from api.openapi.examples import example_bodies
from api.problems.comparing import faults_of_value
from api.problems.faults import MissingField
from application.settings import Settings

OTHERS: list[Any] = [None, True, -1, 10**6, 0.5, "", "x" * 900, "5", [], ["x"], {}, {"kind": "x"}]
TEXTS = ["", "0", "-1", "8", "2.5", "1e400", "nan", "9" * 30, "true", "yes", "en", "x" * 2000, "é"]
OPERATIONS: list[HTTPRouteHandler] = [
    handler
    for route in framework(Settings()).routes
    for handler in getattr(route, "route_handlers", ())
    if "operation" in handler.opt
]
WITH_BODY = [each for each in OPERATIONS if example_bodies(str(each.operation_id))]


def mutated(value: Any) -> Iterator[Any]:
    """Yield a value with each of its parts replaced, missing or added."""
    yield value
    yield from OTHERS
    if isinstance(value, dict):
        yield {**value, "nothing_like_it": 1}
        for key, inner in value.items():
            yield {name: each for name, each in value.items() if name != key}
            yield from ({**value, key: each} for each in mutated(inner))
    if isinstance(value, list):
        yield from ([*value, each] for each in OTHERS)
        yield from ([each, *value[1:]] for inner in value[:1] for each in mutated(inner))


def is_accepted(value: Any, wanted: Any, strict: bool = True) -> bool:
    try:
        msgspec.convert(value, wanted, strict=strict)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda each: str(each.operation_id))
def test_a_body_has_faults_if_msgspec_rejects_it(operation: HTTPRouteHandler) -> None:
    wanted = operation.opt["operation"].seen.body
    bodies = example_bodies(str(operation.operation_id)).values()
    values = [each for body in bodies for each in mutated(body)]
    assert len(values) > len(OTHERS)
    for value in values:
        faults = list(faults_of_value(wanted, value))
        tagless = [each for each in faults if isinstance(each, MissingField) and each.allowed]
        assert tagless or is_accepted(value, wanted) == (not faults), (value, faults)


def parameters() -> Iterator[Any]:
    for operation in OPERATIONS:
        for name, each in operation.parsed_fn_signature.parameters.items():
            if isinstance(each.kwarg_definition, QueryParameter | HeaderParameter):
                wanted = operation.signature_model.__annotations__[name]
                yield pytest.param(wanted, id=f"{operation.operation_id} {name}")


@pytest.mark.parametrize("wanted", list(parameters()))
def test_a_parameter_has_faults_if_msgspec_rejects_it(wanted: Any) -> None:
    for text in TEXTS:
        faults = list(faults_of_value(wanted, text, "query", "it"))
        assert is_accepted(text, wanted, strict=False) == (not faults), (text, faults)
