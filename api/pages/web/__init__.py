"""The page at `/`: play, watch, replay and verify in a browser, by the public API only."""

from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from msgspec import json

from api.http.conditions import entity_tags
from api.pages.html import CONTENT_SECURITY_POLICY, HEADERS
from api.pages.web.files import File, site
from api.problems.handlers import ApiProblem

POLICY = "; ".join(
    (
        CONTENT_SECURITY_POLICY.replace(
            "connect-src 'self'", "connect-src 'self'; worker-src 'self'"
        ),
        "require-trusted-types-for 'script'",
        "trusted-types ludo",
    )
)
PAGE_HEADERS = {**HEADERS, "Content-Security-Policy": POLICY}
FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
LINKS = {
    "name": "Ludothèque",
    "links": {
        "documentation": "/docs",
        "reference": "/schema",
        "openapi": "/schema/openapi.json",
        "games": "/v1/games",
    },
}


@get("/", include_in_schema=False)
async def root(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the page to browsers, and the entry points of the server to programs."""
    if "text/html" in request.headers.get("Accept", ""):
        return _answer(request, site().index, REVALIDATE, "Accept, Accept-Encoding")
    return Response(json.encode(LINKS), media_type="application/json", headers={"Vary": "Accept"})


@get("/web/{build:str}/{path:path}", include_in_schema=False)
async def file(
    request: Request[Any, Any, Any], build: FromPath[str], path: FromPath[str]
) -> Response[bytes]:
    """Return a file of the page. An address with the name of the present build never changes."""
    found = site().files.get(path.strip("/"))
    if found is None:
        raise ApiProblem("not_found", "The page has no such file; open / again.")
    caching = FOR_EVER if build == site().build else REVALIDATE
    return _answer(request, found, caching, "Accept-Encoding")


def _answer(
    request: Request[Any, Any, Any], found: File, caching: str, varies: str
) -> Response[bytes]:
    content, encoding, tag = found.packed(request.headers.get("Accept-Encoding", ""))
    headers = {**PAGE_HEADERS, "ETag": f'"{tag}"', "Cache-Control": caching, "Vary": varies}
    if tag in entity_tags(request.headers.get("If-None-Match", "")):
        return Response(b"", status_code=304, media_type=found.media_type, headers=headers)
    if encoding is not None:
        headers["Content-Encoding"] = encoding
    return Response(content, media_type=found.media_type, headers=headers)


HANDLERS = (root, file)
