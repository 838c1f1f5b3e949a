"""The API reference; its scripts and styles are served from here, not from another host."""

from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.openapi.plugins import SwaggerRenderPlugin
from litestar.static_files import create_static_files_router
from msgspec import json

from api.openapi.document import document, written

STATIC = Path(__file__).parent / "static"

_STYLE = """<style>:root { color-scheme: light dark } body { margin: 0 }</style>
<script src="/schema/static/scheme.js"></script>"""
_page = SwaggerRenderPlugin(
    js_url="/schema/static/swagger-ui-bundle.js",
    css_url="/schema/static/swagger-ui.css",
    standalone_preset_js_url="/schema/static/swagger-ui-standalone-preset.js",
    favicon="<link rel='icon' href='data:,'>",
    style=_STYLE,
)


@get("/schema/openapi.json", include_in_schema=False)
async def openapi_json() -> Response[bytes]:
    """Serve the OpenAPI document, byte for byte the committed one."""
    return Response(written(), media_type="application/json")


@get("/schema", include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Serve Swagger UI, to read the operations and to try them."""
    return Response(_page.render(request, document()), media_type="text/html")


@get("/", include_in_schema=False)
async def root() -> Response[bytes]:
    """Link to the entry points of the server."""
    links = {
        "documentation": "/docs",
        "reference": "/schema",
        "openapi": "/schema/openapi.json",
        "games": "/v1/games",
    }
    return Response(
        json.encode({"name": "Ludothèque", "links": links}), media_type="application/json"
    )


HANDLERS = (
    openapi_json,
    page,
    root,
    create_static_files_router(
        path="/schema/static", directories=[STATIC], include_in_schema=False, name="static"
    ),
)
