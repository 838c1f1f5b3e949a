"""The history of a table as a bundle for auditors."""

import hashlib
from collections.abc import AsyncIterator
from typing import Annotated, TypeAlias

from litestar import Response
from litestar.response import Stream

from api.admission.replay_budget import Work
from api.admission.work_queue import Slot
from api.http.cached_body import REVALIDATE
from api.http.callers import MaybeReader
from api.http.compression import NDJSON, accepted_encoding, compress_stream
from api.http.head_check import CheckedHistory
from api.http.injection import AnyRequest, Part
from api.http.operation import SAME_TABLE, Answer, get, to_each
from api.http.params import IfNoneMatch
from api.transport.answer import PRIVATE, has_copy
from application.ports.event_log import EventLog
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId
from domain.table.access import is_open_to_all
from domain.table.state import Closed, seats_of
from projections.history import bundle
from projections.seat_view.view import at_latest

# Everybody gets the same of a closed table, but an auditor must not get an old copy.
CONFIRMED = {"Cache-Control": REVALIDATE}


Bundle: TypeAlias = Annotated[
    Response[bytes] | Stream,
    Answer(bundle.History, headers=("ETag", "Cache-Control")),
    Answer(None, 304, ("ETag",)),
]


@get(
    "/v1/tables/{table:str}/history",
    "Get the history of a table",
    {
        200: "The bundle: a header, every event and the commands you may see.",
        304: "The history has not changed since you got this `ETag`.",
    },
    links=to_each(SAME_TABLE, "auditTable", "forkTable"),
    also={NDJSON: "One JSON object per line: the header, then each event, then each command."},
)
async def get_history(
    request: AnyRequest,
    live: CheckedHistory,
    caller: MaybeReader,
    log: Part[EventLog],
    work: Part[Work],
    if_none_match: IfNoneMatch = None,
) -> Bundle:
    """Returns the whole history of a table as one file, the *bundle*, for auditors.

    Each event has its salt and its hash (leaf), and the last event of a command the head of the
    chain after it. For an event you may not see, you get its version and its hash. After the table
    has closed, the bundle has everything, including the seed. No token is needed.

    The answer is compressed if you accept `zstd` or `gzip`, and the `ETag` lets you keep a copy.
    Send `Accept: application/x-ndjson` for one JSON object per line. `openapi/history.md` describes
    the format. `ludotheque verify` and `openapi/clients/verify.py` check a bundle offline.
    """
    lines = NDJSON in request.headers.get("accept", "")
    tag = _tag(live, caller, lines)
    public = isinstance(live.state, Closed) and is_open_to_all(live.state)
    headers = {**(CONFIRMED if public else PRIVATE), "ETag": f'"{tag}"'}
    headers["Vary"] = "Authorization, Accept, Accept-Encoding"
    if has_copy(if_none_match, tag):
        return Response(b"", status_code=304, headers=headers)
    frame = bundle.LINES if lines else bundle.JSON
    slot = await work.send_history(live.version)
    pause = work.traffic.give_way
    chunks = bundle.stream_bundle(log, at_latest(live), caller, frame, pause)
    first = [await anext(chunks), await anext(chunks)]  # a failure now can still become a problem
    content = _joined(first, chunks, slot)
    encoding = accepted_encoding(request.headers.get("accept-encoding", ""))
    if encoding is not None:
        headers["Content-Encoding"] = encoding
        content = compress_stream(content, encoding)
    return Stream(content, media_type=NDJSON if lines else "application/json", headers=headers)


def _tag(live: LiveTable, player: PlayerId | None, lines: bool) -> str:
    """Return a tag that changes with what this caller may see: all of it once it is closed."""
    viewer = None if isinstance(live.state, Closed) else seats_of(live.state, player)
    parts = (live.table, live.head, live.version, viewer, lines)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


async def _joined(
    first: list[bytes], rest: AsyncIterator[bytes], slot: Slot
) -> AsyncIterator[bytes]:
    with slot:
        for chunk in first:
            yield chunk
        async for chunk in rest:
            yield chunk
