"""Closing a table for a public reason, by an administrator."""

from typing import Annotated

from litestar.params import JSONBody
from msgspec import Meta

from api.admin.bodies import Reason
from api.http.answers import Head
from api.http.callers import Administrator
from api.http.injection import Part
from api.http.operation import SAME_TABLE, post, to_each
from api.http.params import TablePath
from api.http.tables import table_id
from application.administration import tables
from application.administration.office import Office
from domain.kernel.ids import TableId, Version
from domain.kernel.messages import Value


class CloseBody(Value, frozen=True, forbid_unknown_fields=True):
    """Why a table is closed."""

    reason: Annotated[Reason, Meta(description="Why; everybody who sees the table sees it.")]


class ClosingAnswer(Value, frozen=True):
    """A table that an administrator has closed."""

    table: TableId
    version: Version
    head: Head


@post(
    "/v1/admin/tables/{table:str}/close",
    "Close a table",
    "Table closed: its last version and head.",
    links=to_each(SAME_TABLE, "getTable", "getHistory"),
)
async def close_table(
    by: Administrator, office: Part[Office], table: TablePath, data: JSONBody[CloseBody]
) -> ClosingAnswer:
    """Closes a table that is open or running, with the status `terminated` and a public reason.

    The last event of its history contains the reason as `notice`, and its streams end. There is no
    result, and no rating changes. The history verifies like any other.
    """
    receipt = await tables.close_table(office, by, table_id(table), data.reason)
    return ClosingAnswer(table, receipt.version, receipt.head.hex())
