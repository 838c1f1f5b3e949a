"""The public log as C2SP tlog-tiles, for verifiers, monitors and witnesses; and a verifier."""

import asyncio
from functools import cache
from pathlib import Path
from typing import Annotated, TypeAlias

from litestar import Response
from litestar.params import FromPath

from api.http.answers import FOR_EVER, AsgiAnswer
from api.http.cached_body import CachedBody
from api.http.injection import AnyRequest, Part
from api.http.operation import Answer, get, to_each
from api.http.params import IfNoneMatch
from api.problems.handlers import ApiProblem
from api.problems.refusals import LogIsEmpty, NoSuchTile, NothingCosigned
from api.transport.links import link
from application.public_log import PublicLog
from domain.log.note import LogError
from domain.log.tiles import parse_path

TEXT, BYTES, PYTHON = "text/plain", "application/octet-stream", "text/x-python"
BRIEFLY = {"Cache-Control": "public, max-age=1"}
VERIFIER = Path(__file__).parents[2] / "openapi" / "clients" / "verify.py"
Text: TypeAlias = Annotated[
    Response[bytes], Answer(str, headers=("Cache-Control",), media_type=TEXT)
]
Bytes: TypeAlias = Annotated[
    Response[bytes], Answer(str, headers=("Cache-Control",), media_type=BYTES)
]
Script: TypeAlias = Annotated[
    AsgiAnswer,
    Answer(str, headers=("ETag", "Cache-Control"), media_type=PYTHON),
    Answer(None, 304, ("ETag",)),
]


@get(
    "/log/checkpoint",
    "Get the checkpoint of the public log",
    "The latest checkpoint: a signed note with the size and the root of the log.",
    links=to_each({}, "getLogKeys"),
)
async def get_checkpoint(public_log: Part[PublicLog]) -> Text:
    """Returns the latest checkpoint with the cosignatures it has. No token is needed.

    The log has an entry for the start and for the end of every public table. The format is C2SP
    `tlog-tiles`; [The public log](/docs/public-log) says how to verify it.
    """
    content = await asyncio.to_thread(public_log.reader.checkpoint)
    if content is None:
        raise ApiProblem(LogIsEmpty())
    return Response(content, media_type=TEXT, headers=BRIEFLY)


@get(
    "/log/tile/{path:path}",
    "Get a tile of the public log",
    "The hashes of the tile, or the entries of the bundle.",
)
async def get_tile(request: AnyRequest, public_log: Part[PublicLog], path: FromPath[str]) -> Bytes:
    """Returns a tile or an entry bundle that the latest checkpoint counts. No token is needed.

    The path is that of C2SP `tlog-tiles`, and has slashes: `0/x001/234` or `entries/000.p/5`.
    """
    try:
        found = parse_path(path.removeprefix("/"))
        content = await asyncio.to_thread(public_log.reader.read_tile, found)
    except LogError as wrong:
        raise ApiProblem(NoSuchTile(str(wrong), link(request.scope, "/log/checkpoint"))) from None
    return Response(content, media_type=BYTES, headers=FOR_EVER)


@get(
    "/log/cosigned/{day:str}",
    "List cosigned checkpoints",
    "The checkpoints of the day, each followed by an empty line.",
)
async def list_cosigned(public_log: Part[PublicLog], day: FromPath[str]) -> Text:
    """Returns the checkpoints that witnesses cosigned on a day (UTC). No token is needed."""
    content = await asyncio.to_thread(public_log.reader.cosigned_on, day)
    if content is None:
        raise ApiProblem(NothingCosigned())
    return Response(content, media_type=TEXT, headers=BRIEFLY)


@get(
    "/log/keys",
    "Get the keys of the public log",
    "The verifier keys, a line each: of checkpoints, and of receipts.",
)
async def get_log_keys(public_log: Part[PublicLog]) -> Text:
    """Returns the keys that verify checkpoints and receipts. No token is needed."""
    content = "".join(f"{key}\n" for key in await public_log.verifiers()).encode()
    return Response(content, media_type=TEXT, headers=BRIEFLY)


@get(
    "/docs/verify.py",
    "Get the verifier",
    {200: "A Python program of one file.", 304: "You have this version of the verifier."},
)
async def get_verifier(request: AnyRequest, if_none_match: IfNoneMatch = None) -> Script:
    """Returns a program that verifies histories and receipts offline. No token is needed.

    It needs Python 3.11 and nothing else: `python verify.py --help` says what it can do.
    """
    return await _verifier().response(request)


@cache
def _verifier() -> CachedBody:
    return CachedBody(VERIFIER.read_bytes(), f"{PYTHON}; charset=utf-8")
