"""Three people at two processes with one log, who play again."""

from contextlib import nullcontext

from application.play.rematch import rematch
from application.table_cache import TableCache
from domain.judging.actors import ByPlayer
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, TableId
from domain.table.commands import OpenTable, Sit
from domain.table.end_commands import Resign
from tests.support.tables.memory_table import MemoryTable
from tests.support.tables.party import GAME, Party


class Club(MemoryTable):
    """Three people at two processes with one log."""

    def __init__(self) -> None:
        super().__init__("rematch")
        self.here, self.there = self.tables, TableCache(self.log, self.world)
        self.people = self.players

    def pause(self) -> None:
        """No time passes by itself."""

    async def resigned(self, people: int = 3, **choices: object) -> LiveTable:
        """Return a table that closed because all people but the first resigned."""
        party = Party(self.here, "", self.people[:people])
        await party.open(OpenTable(GAME, seats=3, clock=60, **choices))  # type: ignore[arg-type]
        for player, piece in zip(party.players, ("red", "blue", None), strict=False):
            await party.ask(ByPlayer(player), Sit(piece, admitted=True))
        await party.seat_bots(["greedy"] * (3 - people))
        await party.start()
        for player in party.players[1:] or party.players:
            await party.ask(ByPlayer(player), Resign())
        return await party.live()

    async def rematch(
        self, earlier: LiveTable, player: int, tables: TableCache | None = None
    ) -> LiveTable:
        """Let a player ask for the rematch."""
        asked = await rematch(tables or self.here, earlier, self.people[player], prepare, admit)
        self.table = asked.live.table
        return asked.live


async def prepare(command: OpenTable) -> OpenTable:
    return command


def admit(host: PlayerId, table: TableId) -> "nullcontext[None]":
    return nullcontext()


async def rematches() -> dict[str, bytes]:
    """Return the bundles of rematches: of three people, and of one among bots."""
    found: dict[str, bytes] = {}
    for people in (3, 1):
        club = Club()
        earlier = await club.resigned(people, private=people == 3)
        for player in range(people):
            await club.rematch(earlier, people - 1 - player)
        for who in club.people[1:people] or club.people[:1]:
            await club.ask(ByPlayer(who), Resign())
        found[f"rematch of {people}"] = await club.bundle()
    return found
