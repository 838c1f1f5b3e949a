"""Assembles the web application: middleware, routes and problem handlers around its parts."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import TypeAlias

from litestar import Litestar
from litestar.datastructures import State

from api.asgi.metrics_server import serving_metrics
from api.asgi.middleware import Gate, Middleware, QuickWays
from api.asgi.path_prefix import PrefixedMiddleware
from api.composition import Parts, running
from api.http.decoding import StrictRequest
from api.http.query import check_query
from api.metrics.gathered import socket_of_metrics
from api.operations import HANDLERS
from api.ops.measured import Measured
from api.pages import documentation, reference, web
from api.problems import handlers
from application.ports.world import World
from application.settings import Settings

Beside: TypeAlias = Callable[[Parts], AbstractAsyncContextManager[object]]


def create_app(
    settings: Settings, world: World | None = None, beside: Beside = nullcontext
) -> Middleware:
    """Return the application; `world` replaces real time and randomness in recordings.

    `beside` is entered while the application runs: other work of the process.
    """
    layers = PrefixedMiddleware if settings.prefix else Middleware
    return layers(framework(settings, world, beside), settings)


def framework(
    settings: Settings, world: World | None = None, beside: Beside = nullcontext
) -> Litestar:
    """Return the part of the application inside the middleware."""
    return Litestar(
        route_handlers=[
            *HANDLERS,
            *web.HANDLERS,
            *reference.HANDLERS,
            *documentation.HANDLERS,
        ],
        request_class=StrictRequest,
        before_request=check_query,
        request_max_body_size=settings.largest_body,
        exception_handlers=handlers.HANDLERS,
        lifespan=[_with_store(settings, world, beside)],
        openapi_config=None,
        logging_config=None,
        state=State(),
    )


def _with_store(
    settings: Settings, world: World | None, beside: Beside = nullcontext
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with running(settings, world) as parts:
            state, measured = app.state, parts[Measured]
            state.parts, state.gate, state.ways = parts, parts[Gate], QuickWays(app, parts)
            async with (
                serving_metrics(settings, settings.metrics_address, measured.of_all_processes),
                serving_metrics(settings, socket_of_metrics(settings), measured.own),
                beside(parts),
            ):
                yield

    return lifespan
