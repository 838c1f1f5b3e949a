"""The API reference; its scripts and styles are served from here, not from another host."""

from functools import cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.static_files import create_static_files_router

from api.http.constant import Constant
from api.openapi.document import written
from api.pages.html import html_response

STATIC = Path(__file__).parent / "static"

_PAGE = Path(__file__).with_name("page.html").read_text(encoding="utf-8")


@get(["/schema/openapi.json", "/openapi.json"], include_in_schema=False)
async def openapi_json(request: Request[Any, Any, Any]) -> Response[Any]:
    """Serve the OpenAPI document, byte for byte the committed one."""
    return await _document().response(request)


@cache
def _document() -> Constant:
    return Constant(written())


@get("/schema", include_in_schema=False)
async def page() -> Response[str]:
    """Serve Swagger UI, to read the operations and to try them."""
    return html_response(_PAGE)


HANDLERS = (
    openapi_json,
    page,
    create_static_files_router(
        path="/schema/static", directories=[STATIC], include_in_schema=False, name="static"
    ),
)
