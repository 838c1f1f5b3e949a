"""Tables that were opened with every choice of who may see and watch them, and expired."""

from domain.judging.actors import ByClock
from domain.judging.commands.opening import OPEN_FOR_MS
from domain.judging.stored import Stored
from domain.table.commands import CallTime, OpenTable, Watch
from tests.support.tables.memory_table import MemoryTable
from tests.support.tables.party import GAME

CHOICES: tuple[Watch | None, ...] = (None, "everyone", "invited", "nobody")


async def expired(watch: Watch | None, private: bool) -> tuple[str, Stored]:
    """Return the id and the history of such a table."""
    table = MemoryTable()
    await table.open(OpenTable(GAME, seats=3, private=private, watch=watch))
    table.world.wait(OPEN_FOR_MS)
    await table.ask(ByClock(), CallTime())
    return table.table, await table.stored()
