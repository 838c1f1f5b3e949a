"""Closing a table for a public reason."""

from application.administration.office import Office
from application.attempt import Receipt
from application.handle import handle
from domain.administration.acts import TableTerminated
from domain.judging.actors import ByAdministrator
from domain.kernel.ids import TableId
from domain.table.decide.phase import table_finished
from domain.table.end_commands import Terminate
from domain.table.state import Closed


async def close_table(office: Office, by: str, table: TableId, reason: str) -> Receipt:
    """Close a table without a result; raises `no_such_table` or `table_finished`."""
    if isinstance((await office.tables.fresh(table)).state, Closed):
        raise table_finished()
    async with office.carrying_out(by, TableTerminated(table, reason)):
        return await handle(office.tables, table, ByAdministrator(), Terminate(reason))
