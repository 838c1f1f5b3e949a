"""The API reference; its scripts and styles are served from here, not from another host."""

from functools import cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from api.http.cached_body import CachedBody
from api.openapi.document import served
from api.pages.html import HEADERS
from api.pages.static_files import static_files
from api.transport.links import below, prefix_of

STATIC = Path(__file__).parent / "static"

PAGE = Path(__file__).with_name("page.html")


@get(["/schema/openapi.json", "/openapi.json"], include_in_schema=False)
async def openapi_json(request: Request[Any, Any, Any]) -> Response[Any]:
    """Serve the OpenAPI document: the committed one, with the prefix of this server if any."""
    return await _document(prefix_of(request.scope)).response(request)


@cache
def _document(prefix: str) -> CachedBody:
    return CachedBody(served(prefix))


@get("/schema", include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[Any]:
    """Serve Swagger UI, to read the operations and to try them."""
    return await _page(prefix_of(request.scope)).response(request)


@cache
def _page(prefix: str) -> CachedBody:
    content = below(prefix, PAGE.read_text(encoding="utf-8"))
    return CachedBody(content.encode(), "text/html; charset=utf-8", HEADERS)


HANDLERS = (
    openapi_json,
    page,
    static_files("/schema/static", STATIC),
)
