"""Tables that were opened with every choice of who may see and watch them, and expired."""

from application.open_table import open_table
from domain.judging.actors import ByClock, ByPlayer
from domain.judging.stored import Stored
from domain.table.commands import CallTime, OpenTable, Watch
from tests.support.tables.memory_server import MINUTE, MemoryServer
from tests.support.tables.table_spec import ANNE

CHOICES: tuple[Watch | None, ...] = (None, "everyone", "invited", "nobody")


async def expired(watch: Watch | None, private: bool) -> tuple[str, Stored]:
    """Return the id and the history of such a table."""
    server = MemoryServer()
    opening = OpenTable("gumball_rally", seats=3, private=private, watch=watch)
    server.table = (await open_table(server.here, ByPlayer(ANNE), opening)).table
    server.world.wait(25 * 60 * MINUTE)
    await server.ask(ByClock(), CallTime())
    stored = await server.log.load(server.table)
    assert stored is not None
    return server.table, stored
