"""Files of pages: read once, with an `ETag`, and compressed once for each encoding."""

import mimetypes
from functools import cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from api.http.cached_body import CachedBody
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoSuchFile

TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml"}


def static_files(path: str, folder: Path) -> HTTPRouteHandler:
    """Return a route that serves the files of a folder, and of the folders in it."""

    @get(f"{path}/{{name:path}}", include_in_schema=False, name=f"files of {path}")
    async def serve(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[Any]:
        file = _file(folder, name.strip("/"))
        if file is None:
            raise ApiProblem(NoSuchFile(name.strip("/"), path))
        return await file.response(request)

    return serve


def _file(folder: Path, name: str) -> CachedBody | None:
    """Return a file by its name; only names that are in the folder are known."""
    return _files(folder).get(name)


@cache
def _files(folder: Path) -> dict[str, CachedBody]:
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {
        path.relative_to(folder).as_posix(): CachedBody(path.read_bytes(), media_type(path))
        for path in files
    }


def media_type(path: Path) -> str:
    """Return the media type of a file by its name."""
    known = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
    return f"{known}; charset=utf-8" if known.startswith("text/") else known
