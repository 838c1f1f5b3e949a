"""Receipts: what the server signs about a table, for those who may have to prove it."""

import asyncio

from litestar import Response, get

from api.http.params import AnyRequest, TablePath
from api.http.tables import fresh_table
from api.openapi.operation import SAME_TABLE, describe, to_each
from api.services import services_of
from domain.table.state import Closed


@get(
    "/v1/tables/{table:str}/receipt",
    operation_id="getReceipt",
    summary="Get a signed receipt",
    opt=describe(
        tag="Audit",
        answers={200: str},
        returns={200: "A signed note; once the log has the closing of the table, a proof of that."},
        problems=("no_such_table",),
        links=to_each(SAME_TABLE, "getHistory"),
        media_type="text/plain",
    ),
)
async def get_receipt(request: AnyRequest, table: TablePath) -> Response[bytes]:
    """Returns the current version and head of the table, signed by this server.

    Keep it: two receipts with different heads for one version prove that the history was rewritten.
    The format is a C2SP signed note with five lines: origin, table, version, head and time. If the
    store writes to disk once per second, the server waits two seconds before it signs a new head.

    After the table has closed and the public log has it, you get a C2SP `tlog-proof` instead. It
    proves offline that the final head is in the log. No token is needed.
    """
    services = services_of(request)
    live = await fresh_table(services, table)
    log = services.public_log
    if isinstance(live.state, Closed) and (place := await log.closed_at(live.table)) is not None:
        content = await asyncio.to_thread(log.proof, place)
    else:
        content = await log.receipt(live, services.log, services.world)
    return Response(
        content.encode(),
        media_type="text/plain",
        headers={"Cache-Control": "no-store"},
    )


HANDLERS = (get_receipt,)
