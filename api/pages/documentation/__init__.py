"""`/docs`: the pages of docs/, a guide to every game, a page for every problem, and a search."""

import re
from asyncio import to_thread
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from api.http.cached_body import CachedBody
from api.pages.documentation.contents import MOVED
from api.pages.documentation.layout import html_page, missing_page
from api.pages.documentation.pages import exists
from api.pages.documentation.rendering import ORIGIN, PRINTED_ORIGIN
from api.pages.documentation.search import search_index
from api.pages.documentation.sources import IMAGES
from api.pages.html import HEADERS, html_response
from api.pages.static_files import static_files
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoPageOfDocumentation
from api.transport.links import below, link, prefix_of

STATIC = Path(__file__).parent / "static"
_HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d+)?|\[[0-9a-fA-F:]+\](:\d+)?")


def _origin(request: Request[Any, Any, Any]) -> str:
    """Return the address the reader uses, so that commands and links on the page follow it."""
    host = request.headers.get("Host", "")
    if not _HOST.fullmatch(host):
        return PRINTED_ORIGIN
    behind_tls = request.headers.get("X-Forwarded-Proto", request.url.scheme) == "https"
    return f"{'https' if behind_tls else 'http'}://{host}"


async def _html(request: Request[Any, Any, Any], page: str, status: int = 200) -> Response[Any]:
    prefix = prefix_of(request.scope)
    text = below(prefix, page).replace(ORIGIN, escape(_origin(request) + prefix))
    if status != 200:
        return html_response(text, status)
    return await CachedBody(text.encode(), "text/html; charset=utf-8", HEADERS).response(request)


@get("/docs", include_in_schema=False)
async def overview(request: Request[Any, Any, Any]) -> Response[Any]:
    return await _html(request, html_page("index"))


@get("/docs/{name:path}", include_in_schema=False)
async def one_page(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[Any]:
    """Return a page; for a page that does not exist a browser gets HTML, a program a problem."""
    wanted = name.strip("/")
    if wanted in MOVED:
        return Redirect(link(request.scope, f"/docs/{MOVED[wanted]}"), status_code=301)
    if exists(wanted):
        return await _html(request, html_page(wanted))
    if "text/html" in request.headers.get("Accept", ""):
        return await _html(request, missing_page(), 404)
    raise ApiProblem(NoPageOfDocumentation(wanted, link(request.scope, "/docs")))


@get("/docs/search.json", include_in_schema=False)
async def search(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return the search index of the pages; building it must not delay other requests."""
    return await (await to_thread(_search_index)).response(request)


@cache
def _search_index() -> CachedBody:
    return CachedBody(search_index())


HANDLERS = (
    overview,
    one_page,
    search,
    static_files("/docs/static", STATIC),
    static_files("/docs/images", IMAGES),
)
