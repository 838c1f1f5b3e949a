"""Receipts: what the server signs about a table, for those who may have to prove it."""

import asyncio
from typing import Annotated, Literal, TypeAlias

from litestar import Response
from litestar.params import QueryParameter

from api.http.access import SeenTable
from api.http.injection import Part
from api.http.operation import SAME_TABLE, Answer, get, to_each
from api.problems.handlers import ApiProblem
from api.services import Services
from domain.judging.live_table import LiveTable
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
async def get_receipt(live: SeenTable, services: Part[Services], of: OfQuery = "now") -> Signed:
    """Returns the current version and head of the table, signed by this server.

    Keep it: two receipts with different heads for one version prove that the history was rewritten.
    The format is a C2SP signed note with five lines: origin, table, version, head and time. If the
    store writes to disk once per second, the server waits two seconds before it signs a new head.

    After the table has closed and the public log has it, you get a C2SP `tlog-proof` instead. It
    proves offline that the final head is in the log. With `of=start` you get such a proof for the
    start of the table, also while it is played. No token is needed, except
    for a private table.
    """
    content = await _receipt(services, live, of)
    return Response(
        content.encode(),
        media_type="text/plain",
        headers={"Cache-Control": "no-store"},
    )


async def _receipt(services: Services, live: LiveTable, of: Of) -> str:
    log = services.public_log
    if of == "start":
        place = await log.started_at(live.table)
        if place is None:
            raise ApiProblem("not_logged")
        return await asyncio.to_thread(log.proof, place)
    if isinstance(live.state, Closed) and (place := await log.closed_at(live.table)) is not None:
        return await asyncio.to_thread(log.proof, place)
    return await log.receipt(live, services.log, services.world)
