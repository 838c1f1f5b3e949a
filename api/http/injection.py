"""Fills the parameters of an operation that a client does not send.

A parameter annotated with `Needs` gets what a function returns, whose own parameters become those
of the operation; one annotated with `Part[…]` gets that part of the running server. All are filled
in the order of the signature, each function is called once per request, and the framework sees one
flat signature. (Its own dependencies run at the same time, so that the order of problems varies.)
"""

from collections.abc import Callable
from inspect import Parameter, Signature, iscoroutinefunction, signature
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar, get_args, get_origin

from litestar import Request
from litestar.params import BodyKwarg

T = TypeVar("T")
AnyRequest: TypeAlias = Request[Any, Any, Any]
REQUEST = Parameter("request", Parameter.KEYWORD_ONLY, annotation=AnyRequest)


class Needs(NamedTuple):
    """Metadata of a parameter: the function that provides it, and the token that it needs."""

    provide: Callable[..., Any]
    bearer: bool | None = False  # True = needed, None = optional, False = none
    scope: str | None = None  # None = any token


class FromServer:
    """Metadata of a parameter: a part of the running server, found by its type."""


Part: TypeAlias = Annotated[T, FromServer()]


class Filled:
    """A function, and what its parameters are filled with."""

    def __init__(self, function: Callable[..., Any], sent: dict[str, Parameter]) -> None:
        """Add to `sent` the parameters that a client sends."""
        self.function = function
        self.needs: list[Needs] = []
        self.parts: dict[Any, None] = {}
        self._waits = iscoroutinefunction(function)
        self._values = {
            name: self._filled(parameter, sent)
            for name, parameter in signature(function, eval_str=True).parameters.items()
        }

    def _filled(self, parameter: Parameter, sent: dict[str, Parameter]) -> Any:
        """Return a filled function or a part of the server; None for what a client sends."""
        kind, *metadata = annotated(parameter.annotation)
        for each in metadata:
            if isinstance(each, FromServer):
                self.parts[kind] = None
                return kind
            if isinstance(each, Needs):
                inner = Filled(each.provide, sent)
                self.needs += [each, *inner.needs]
                self.parts |= inner.parts
                return inner
        if parameter.name != REQUEST.name:
            shown = parameter.replace(kind=Parameter.KEYWORD_ONLY)
            assert sent.setdefault(parameter.name, shown) == shown, f"two are named {parameter}"
        return None

    async def call(self, request: AnyRequest, sent: dict[str, Any], done: dict[Any, Any]) -> Any:
        """Return what the function returns; `done` has the results of this request."""
        values: dict[str, Any] = {}
        for name, value in self._values.items():
            if value is None:
                values[name] = sent[name] if name != REQUEST.name else request
            elif not isinstance(value, Filled):
                values[name] = request.app.state.parts[value]
            else:
                if value.function not in done:
                    done[value.function] = await value.call(request, sent, done)
                values[name] = done[value.function]
        result = self.function(**values)
        return await result if self._waits else result


class Flat:
    """A function whose parameters are filled, as the framework and the document see it."""

    def __init__(
        self, function: Callable[..., Any], instead: Callable[..., Any] | None = None
    ) -> None:
        """`instead` is called in place of the function."""
        sent: dict[str, Parameter] = {}
        filled = Filled(function, sent)
        self.returns = signature(function, eval_str=True).return_annotation
        self.handler = _handler(filled, [REQUEST, *sent.values()], annotated(self.returns)[0])
        self.functions = (instead or function, *(each.provide for each in filled.needs))
        self.uses_server = bool(filled.parts)
        self.has_key = "key" in sent
        self.body = next((kind for each in sent.values() if (kind := _body(each))), None)
        callers = [each for each in filled.needs if each.bearer is not False]
        required = [each for each in callers if each.bearer]
        _, self.bearer, self.scope = (required or callers or [Needs(function)])[0]


def _handler(filled: Filled, shown: list[Parameter], returned: Any) -> Callable[..., Any]:
    async def handler(request: AnyRequest, **sent: Any) -> Any:
        return await filled.call(request, sent, {})

    function = filled.function
    handler.__signature__ = Signature(shown, return_annotation=returned)  # type: ignore[attr-defined]
    handler.__annotations__ = {each.name: each.annotation for each in shown} | {"return": returned}
    handler.__name__, handler.__qualname__ = function.__name__, function.__qualname__
    handler.__module__, handler.__doc__ = function.__module__, function.__doc__
    return handler


def annotated(annotation: Any) -> tuple[Any, ...]:
    """Return the type and its metadata."""
    return get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)


def _body(parameter: Parameter) -> Any:
    """Return the type of the body of a request; None for another parameter."""
    kind, *metadata = annotated(parameter.annotation)
    return kind if any(isinstance(each, BodyKwarg) for each in metadata) else None
