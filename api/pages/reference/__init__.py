"""The API reference; its scripts and styles are served from here, not from another host."""

from functools import cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from api.http.constant import Constant
from api.openapi.document import served
from api.pages.html import HEADERS
from api.pages.static_files import static_files

STATIC = Path(__file__).parent / "static"

_PAGE = Constant(
    Path(__file__).with_name("page.html").read_bytes(), "text/html; charset=utf-8", HEADERS
)


@get(["/schema/openapi.json", "/openapi.json"], include_in_schema=False)
async def openapi_json(request: Request[Any, Any, Any]) -> Response[Any]:
    """Serve the OpenAPI document, byte for byte the committed one."""
    return await _document().response(request)


@cache
def _document() -> Constant:
    return Constant(served())


@get("/schema", include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[Any]:
    """Serve Swagger UI, to read the operations and to try them."""
    return await _PAGE.response(request)


HANDLERS = (
    openapi_json,
    page,
    static_files("/schema/static", STATIC),
)
