"""The application: routes, one request class, one place for errors, one store."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State

from api import docs, problems, web
from api.desk import Desk
from api.front import Front
from api.routes import OPERATIONS
from api.settings import Settings
from api.strict import StrictRequest, strict_query
from eventlog.connect import Store


def create_app(settings: Settings | None = None) -> Front:
    settings = settings or Settings.from_environment()
    return Front(framework(settings), settings)


def framework(settings: Settings) -> Litestar:
    return Litestar(
        route_handlers=[*OPERATIONS, *web.HANDLERS, *docs.HANDLERS],
        request_class=StrictRequest,
        before_request=strict_query,
        request_max_body_size=settings.largest_body,
        exception_handlers=problems.HANDLERS,
        lifespan=[_with_store(settings)],
        openapi_config=None,
        logging_config=None,
        state=State(),
    )


def _with_store(settings: Settings) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(settings.redis_url, settings.queue_url)
        app.state.desk = Desk(store, settings)
        try:
            yield
        finally:
            await app.state.desk.hall.aclose()
            await store.aclose()

    return lifespan
