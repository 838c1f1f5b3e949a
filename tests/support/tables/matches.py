"""Players whom the server has matched, at two processes with one log."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext

from application.play.matchmaking import Matchmaker, wish_for
from application.play.rematch import rematch
from application.ports.seeks import Match, Seek, SeekLimits, SeekStore, Sought, Wish
from application.quotas import QuotaExceeded
from application.refusals.reasons import TooManyTables
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, TableId
from domain.table.commands import OpenTable, Sit
from domain.table.end_commands import Resign
from tests.support.tables.memory_table import MemoryTable
from tests.support.tables.party import GAME, Party

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


# Three people at two processes with one log, who play again.


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
