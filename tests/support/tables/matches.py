"""Players whom the server has matched, at two processes with one log."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from application.play.matchmaking import Matchmaker, wish_for
from application.ports.seeks import Match, Seek, SeekLimits, SeekStore, Sought, Wish
from application.quotas import QuotaExceeded
from application.refusals.reasons import TooManyTables
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.kernel.ids import TableId
from domain.table.commands import OpenTable
from domain.table.end_commands import Resign
from tests.support.tables.memory_table import MemoryTable

WISH = wish_for(OpenTable("gumball_rally", seats=3, clock=60), 0.0, None, None)


class OneMatch(SeekStore):
    """A store whose only match is pending until it is finished or dissolved."""

    def __init__(self, match: Match) -> None:
        self.pending = [match]
        self.dissolved: list[tuple[Match, tuple[str, ...]]] = []

    async def add(
        self, seek: str, player: str, wish: Wish, limits: SeekLimits, table: TableId
    ) -> Sought:
        found = Seek(seek, player, "matched", self.pending[0].table, 1, 2, wish)
        return Sought(found, self.pending[0])

    async def find(self, seek: str) -> Seek | None:
        return None

    async def of(self, player: str) -> list[Seek]:
        return []

    async def renew(self, players: Sequence[str], lease_ms: int) -> None:
        """Nothing waits here."""

    async def cancel(self, seek: str) -> Seek | None:
        return None

    async def take_due(self, limit: int) -> list[Match]:
        return list(self.pending)

    async def finished(self, match: Match) -> None:
        self.pending.remove(match)

    async def cancel_all(self, player: str) -> None:
        """Nothing waits here."""

    async def dissolve(self, match: Match, refused: Sequence[str], lease_ms: int) -> None:
        self.dissolved.append((match, tuple(refused)))
        self.pending.remove(match)


class MatchedPlayers(MemoryTable):
    def __init__(self, body: bytes = WISH.body) -> None:
        super().__init__("match")
        self.here, self.there = self.tables, TableCache(self.log, self.world)
        self.table, people = new_id(self.world), tuple(self.players)
        self.match = Match(self.table, people, ("one", "two", "three"), "", body)
        self.seeks = OneMatch(self.match)
        self.notified: list[Match] = []
        self.barred: list[str] | None = []
        self.full = False

    def matchmaker(self, tables: TableCache) -> Matchmaker:
        async def prepare(command: OpenTable) -> OpenTable:
            return command

        async def notify(match: Match) -> None:
            self.notified.append(match)

        async def barred(players: Sequence[str]) -> list[str] | None:
            return self.barred

        @asynccontextmanager
        async def admit(host: str, table: str, address: str) -> AsyncIterator[None]:
            if self.full:
                raise QuotaExceeded(TooManyTables(1), 1)
            yield

        return Matchmaker(self.seeks, tables, prepare, notify, barred, admit, 1_000)


async def matched() -> bytes:
    """Return the history of a table that a match opened, and that all but one have resigned."""
    club = MatchedPlayers()
    await club.matchmaker(club.here).finish_due()
    for player in club.players[1:]:
        await club.ask(ByPlayer(player), Resign())
    return await club.bundle()
