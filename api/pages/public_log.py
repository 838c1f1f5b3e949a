"""`/log`: the public log as C2SP tlog-tiles, for verifiers, monitors and witnesses.

The format is that of C2SP, so the OpenAPI document leaves these addresses out.
"""

import asyncio

from litestar import Response, get
from litestar.params import FromPath

from api.http.injection import AnyRequest
from api.problems.handlers import ApiProblem
from api.problems.refusals import LogIsEmpty, NoSuchTile, NothingCosigned
from api.transport.links import link
from application.public_log import PublicLog
from domain.log.note import LogError
from domain.log.tiles import parse_path

TEXT, BYTES = "text/plain", "application/octet-stream"
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
BRIEFLY = {"Cache-Control": "public, max-age=1"}


@get("/log/checkpoint", include_in_schema=False)
async def checkpoint(request: AnyRequest) -> Response[bytes]:
    """Return the latest checkpoint with the cosignatures it has."""
    content = await asyncio.to_thread(request.app.state.parts[PublicLog].reader.checkpoint)
    if content is None:
        raise ApiProblem(LogIsEmpty())
    return Response(content, media_type=TEXT, headers=BRIEFLY)


@get("/log/tile/{path:path}", include_in_schema=False)
async def tile(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """Return a tile or an entry bundle that the latest checkpoint counts."""
    reader = request.app.state.parts[PublicLog].reader
    try:
        found = parse_path(path.removeprefix("/"))
        content = await asyncio.to_thread(reader.read_tile, found)
    except LogError as wrong:
        raise ApiProblem(NoSuchTile(str(wrong), link(request.scope, "/log/checkpoint"))) from None
    return Response(content, media_type=BYTES, headers=FOR_EVER)


@get("/log/cosigned/{day:str}", include_in_schema=False)
async def cosigned(request: AnyRequest, day: FromPath[str]) -> Response[bytes]:
    """Return the checkpoints that were cosigned on a day (UTC), each followed by an empty line."""
    content = await asyncio.to_thread(request.app.state.parts[PublicLog].reader.cosigned_on, day)
    if content is None:
        raise ApiProblem(NothingCosigned())
    return Response(content, media_type=TEXT, headers=BRIEFLY)


@get("/log/keys", include_in_schema=False)
async def keys(request: AnyRequest) -> Response[bytes]:
    """Return the keys that verify checkpoints and receipts, a line each."""
    verifiers = await request.app.state.parts[PublicLog].verifiers()
    content = "".join(f"{key}\n" for key in verifiers).encode()
    return Response(content, media_type=TEXT, headers=BRIEFLY)


HANDLERS = (checkpoint, tile, cosigned, keys)
