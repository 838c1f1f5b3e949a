"""Receipts: what the server signs about a table, for those who may have to prove it."""

import asyncio
from typing import Annotated, Literal, TypeAlias

from litestar import Response
from litestar.params import QueryParameter

from api.http.access import SeenTable
from api.http.injection import Part
from api.http.operation import SAME_TABLE, Answer, get, to_each
from api.problems.handlers import ApiProblem
from application.ports.event_log import EventLog
from application.ports.world import World
from application.public_log import PublicLog
from domain.table.state import Closed

Of: TypeAlias = Literal["now", "start"]
OfQuery: TypeAlias = Annotated[
    Of, QueryParameter(name="of", description="`start`: prove that the log has the start.")
]


Signed: TypeAlias = Annotated[Response[bytes], Answer(str, media_type="text/plain")]


@get(
    "/v1/tables/{table:str}/receipt",
    "Get a signed receipt",
    "A signed note; once the log has the closing of the table, a proof of that.",
    links=to_each(SAME_TABLE, "getHistory"),
)
async def get_receipt(
    live: SeenTable,
    public_log: Part[PublicLog],
    log: Part[EventLog],
    world: Part[World],
    of: OfQuery = "now",
) -> Signed:
    """Returns the current version and head of the table, signed by this server.

    Keep it: two receipts with different heads for one version prove that the history was rewritten.
    The format is a C2SP signed note with five lines: origin, table, version, head and time. If the
    store writes to disk once per second, the server waits two seconds before it signs a new head.

    After the table has closed and the public log has it, you get a C2SP `tlog-proof` instead. It
    proves offline that the final head is in the log. With `of=start` you get such a proof for the
    start of the table, also while it is played. No token is needed, except
    for a private table.
    """
    place = None
    if of == "start":
        place = await public_log.started_at(live.table)
        if place is None:
            raise ApiProblem("not_logged")
    elif isinstance(live.state, Closed):
        place = await public_log.closed_at(live.table)
    if place is None:
        content = await public_log.receipt(live, log, world)
    else:
        content = await asyncio.to_thread(public_log.proof, place)
    headers = {"Cache-Control": "no-store"}
    return Response(content.encode(), media_type="text/plain", headers=headers)
