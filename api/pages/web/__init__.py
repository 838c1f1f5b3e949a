"""The page at `/`: play, watch, replay and verify in a browser, by the public API only."""

from asyncio import to_thread
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from msgspec import json

from api.pages.web.files import index, site
from api.pages.web.learning import learning_file
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoFileOfPage
from api.transport.links import link, prefix_of
from application.administration.watch import AdministrationWatch

LINKS = {
    "documentation": "/docs",
    "reference": "/schema",
    "openapi": "/schema/openapi.json",
    "games": "/v1/games",
}


@get("/", include_in_schema=False)
async def root(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return the page to browsers, and the entry points of the server to programs."""
    if "text/html" in request.headers.get("Accept", ""):
        return await index(prefix_of(request.scope)).response(request)
    begun = request.app.state.parts[AdministrationWatch].state.maintenance
    entry = {
        "name": "Ludothèque",
        "links": {name: link(request.scope, path) for name, path in LINKS.items()},
        "maintenance": None if begun is None else begun.message,
        "build": site().build,
    }
    return Response(json.encode(entry), media_type="application/json", headers={"Vary": "Accept"})


@get("/web/{build:str}/{path:path}", include_in_schema=False)
async def file(
    request: Request[Any, Any, Any], build: FromPath[str], path: FromPath[str]
) -> Response[Any]:
    """Return a file of the page. An address with the name of the present build never changes."""
    name = path.strip("/")
    found = site().files.get(name)
    if found is None and (made := await to_thread(learning_file, name)) is not None:
        return await made.response(request)
    if found is None:
        raise ApiProblem(NoFileOfPage(link(request.scope, "/")))
    return await found.response(request, lasting=build == site().build)


HANDLERS = (root, file)
