"""Closing a table for a public reason, by an administrator."""

from typing import Annotated

from litestar import post
from litestar.params import JSONBody
from msgspec import Meta

from api.http.administration import BODY_PROBLEMS, Reason, administrator
from api.http.operation import SAME_TABLE, describe, to_each
from api.http.params import AnyRequest, TablePath
from api.http.requests import Head
from api.http.tables import table_id
from application.administration.tables import close_table
from domain.kernel.ids import TableId, Version
from domain.kernel.messages import Value


class CloseBody(Value, frozen=True, forbid_unknown_fields=True):
    """Why a table is closed."""

    reason: Annotated[Reason, Meta(description="Why; everybody who sees the table sees it.")]


class TableTerminated(Value, frozen=True):
    """A table that an administrator has closed."""

    table: TableId
    version: Version
    head: Head


@post(
    "/v1/admin/tables/{table:str}/close",
    operation_id="closeTable",
    summary="Close a table",
    status_code=200,
    opt=describe(
        tag="Administration",
        body=CloseBody,
        answers={200: TableTerminated},
        returns={200: "Table closed: its last version and head."},
        problems=(*BODY_PROBLEMS, "no_such_table", "table_finished", "table_busy"),
        bearer=True,
        scope="admin",
        links=to_each(SAME_TABLE, "getTable", "getHistory"),
    ),
)
async def close_a_table(
    request: AnyRequest, table: TablePath, data: JSONBody[CloseBody]
) -> TableTerminated:
    """Closes a table that is open or running, with the status `terminated` and a public reason.

    The last event of its history contains the reason as `notice`, and its streams end. There is no
    result, and no rating changes. The history verifies like any other.
    """
    office, by = await administrator(request)
    receipt = await close_table(office, by, table_id(table), data.reason)
    return TableTerminated(table, receipt.version, receipt.head.hex())


HANDLERS = (close_a_table,)
