"""The API reference; its scripts and styles are served from here, not from another host."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from api.http.cached_body import CachedBody
from api.openapi.document import PLAY, served
from api.pages.html import HEADERS
from api.pages.static_files import static_files
from api.problems.handlers import ApiProblem
from api.transport.links import below, prefix_of
from domain.games import GAMES

HOST = re.compile(r"[A-Za-z0-9.-]{1,255}(?::\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::\d{1,5})?")
STATIC = Path(__file__).parent / "static"

PAGE = Path(__file__).with_name("page.html")
FUZZING = CachedBody(Path(__file__).with_name("schemathesis.toml").read_bytes(), "text/plain")


@get(["/schema/openapi.json", "/openapi.json"], include_in_schema=False)
async def openapi_json(request: Request[Any, Any, Any]) -> Response[Any]:
    """Serve the OpenAPI document: the committed one, with the address that was asked."""
    return await _document(_base(request)).response(request)


@get("/openapi/{name:str}", include_in_schema=False)
async def openapi_part(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[Any]:
    """Serve the part of the document for clients that play all games, or one."""
    part = name.removesuffix(".json")
    if part not in (PLAY, *GAMES) or part == name:
        raise ApiProblem("not_found")
    return await _document(_base(request), part).response(request)


def _base(request: Request[Any, Any, Any]) -> str:
    """Return the address that was asked, or its path if the header is odd."""
    host, prefix = request.headers.get("host", ""), prefix_of(request.scope)
    if HOST.fullmatch(host) is None:
        return prefix or "/"
    return f"{request.scope['scheme']}://{host}{prefix}"


@lru_cache(maxsize=16)  # callers choose the host
def _document(base: str, part: str | None = None) -> CachedBody:
    return CachedBody(served(base, part))


@get("/schema/schemathesis.toml", include_in_schema=False)
async def fuzzing(request: Request[Any, Any, Any]) -> Response[Any]:
    """Serve the configuration of our own fuzz tests; the page `fuzz-it` explains it."""
    return await FUZZING.response(request)


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
    openapi_part,
    fuzzing,
    page,
    static_files("/schema/static", STATIC),
)
