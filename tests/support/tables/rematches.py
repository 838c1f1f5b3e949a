"""Three people at two processes with one log, who play again."""

from contextlib import nullcontext

from application.handle import handle
from application.open_table import open_table
from application.rematch import Opening, rematch
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, TableId
from domain.table.commands import OpenTable, SeatBot, Sit, Start
from domain.table.end_commands import Resign
from tests.support.histories.bundles import told
from tests.support.players.fixed_world import FixedWorld
from tests.support.stores.memory_log import MemoryLog

GAME = "gumball_rally"


class Club:
    """Three people at two processes with one log."""

    def __init__(self) -> None:
        self.world = FixedWorld(name="rematch")
        self.log = MemoryLog(self.world.now)
        self.here, self.there = (TableCache(self.log, self.world) for _ in range(2))
        self.people = [new_id(self.world) for _ in range(3)]

    async def resigned(self, people: int = 3, **choices: object) -> LiveTable:
        """Return a table that closed because all people but the first resigned."""
        seated = self.people[:people]
        opening = OpenTable(GAME, seats=3, clock=60, **choices)  # type: ignore[arg-type]
        table = (await open_table(self.here, ByPlayer(seated[0]), opening)).table
        pieces = ("red", "blue", None)
        for player, piece in zip(seated, pieces, strict=False):
            await handle(self.here, table, ByPlayer(player), Sit(piece, admitted=True))
        host = ByPlayer(seated[0])
        for _ in range(3 - people):
            await handle(self.here, table, host, SeatBot("greedy", new_id(self.world)))
        await handle(self.here, table, host, Start())
        for player in seated[1:] or seated:
            await handle(self.here, table, ByPlayer(player), Resign())
        return await self.here.fresh(table)

    async def ask(
        self, earlier: LiveTable, player: int, tables: TableCache | None = None
    ) -> LiveTable:
        """Let a player ask for the rematch."""
        asked = await rematch(tables or self.here, earlier, self.people[player], Opening(), admit)
        return asked.live

    async def bundle(self, table: TableId) -> bytes:
        stored = await self.log.load(table)
        assert stored is not None
        return told(table, stored)


def admit(host: PlayerId, table: TableId) -> "nullcontext[None]":
    return nullcontext()


async def rematches() -> dict[str, bytes]:
    """Return the bundles of rematches: of three people, and of one among bots."""
    found: dict[str, bytes] = {}
    for people in (3, 1):
        club = Club()
        earlier = await club.resigned(people, private=people == 3)
        for player in range(people):
            live = await club.ask(earlier, people - 1 - player)
        for who in club.people[1:people] or club.people[:1]:
            await handle(club.here, live.table, ByPlayer(who), Resign())
        found[f"rematch of {people}"] = await club.bundle(live.table)
    return found
