"""Records how people end a table before its game is over and play again, and how clocks stop."""

from typing import Any

from domain.games import GAMES
from openapi.record.coverage import Coverage
from openapi.record.players import Player
from openapi.record.server import Server
from openapi.record.transcript import Transcript

SEATS = 3


class EndedTable:
    """A table of the first game that offers so many seats."""

    def __init__(self, transcript: Transcript, server: Server, players: list[Player]) -> None:
        self.game = next(game for game in GAMES.values() if SEATS in game.seats)
        self.transcript, self.server, self.players = transcript, server, players[:SEATS]
        self.id = ""

    def opening(self, clock: Any = None) -> dict[str, Any]:
        return {"game": self.game.key, "seats": SEATS, "sit": True, "clock": clock}

    async def open(self, clock: Any = None) -> None:
        self.id = (await self.players[0].ask("openTable", self.opening(clock))).json()["id"]

    async def start(self, clock: Any = None) -> None:
        await self.open(clock)
        for player in self.players[1:]:
            await player.ask("takeSeat", {}, table=self.id)
        await self.players[0].ask("startTable", table=self.id)

    async def move(self) -> None:
        """Let the seat that must decide play its first action."""
        decision = await self.server.decision(self.id, None)
        assert decision is not None
        seat, legal = decision
        await self.server.send(self.id, self.players[seat].id, legal[0])

    async def seen(self) -> Any:
        return (await self.players[0].ask("getTable", table=self.id)).json()

    async def record(self, operation: str, name: str, player: int) -> None:
        """Record the answer to an operation at this table."""
        await self.players[player].record(self.transcript, operation, name, table=self.id)

    async def record_events(self) -> None:
        await Coverage(self.transcript, self.game).record_events(self.players[0], self.id)


async def record_endings(transcript: Transcript, server: Server, players: list[Player]) -> None:
    """Record a table that is cancelled, one that people end, and one at which they resign."""
    table = EndedTable(transcript, server, players)
    await table.open()
    await table.record("cancelTable", "cancelled", 0)
    await table.start()
    await table.record("agreeToEnd", "proposed", 0)
    await table.record("withdrawEnd", "declined", 1)
    await table.move()
    await table.record("agreeToEnd", "proposed", 0)
    while (await table.seen())["proposal"]:
        await table.move()
    await table.record_events()
    await players[1].ask("agreeToEnd", table=table.id)
    transcript.schema("Proposal", (await table.seen())["proposal"])
    await players[2].ask("agreeToEnd", table=table.id)
    await table.record("agreeToEnd", "agreed", 0)
    await table.record_events()
    await table.start()
    await table.record("resign", "first", 2)
    await table.record("resign", "last", 1)
    await table.record_events()
    await table.record("rematch", "opened", 0)
    await table.record("rematch", "joined", 1)
    again = (await players[2].ask("rematch", table=table.id)).json()["rematch_of"]
    transcript.schema("Rematch", again)
    transcript.schema("Place", again["places"][0])


OUTAGE = 3  # seconds
FISCHER = {"bank_seconds": 300, "increment_seconds": 5}
CLOCKS = {"fischer": FISCHER, "bank": {"bank_seconds": 1200}, "correspondence": {"days": 3}}


async def record_clocks(transcript: Transcript, server: Server, players: list[Player]) -> None:
    """Record how clocks start and stop, and how an outage is given back."""
    table = EndedTable(transcript, server, players)
    for name, clock in CLOCKS.items():
        body = transcript.body("openTable", name, table.opening({"kind": name, **clock}))
        await players[0].ask("openTable", body)
    await table.start({"kind": "fischer", **FISCHER})
    await table.move()
    await server.compensate_outage(table.id, OUTAGE)
    await table.record("getTable", "fischer", 0)
    await table.record_events()
    seats = (await table.seen())["seats"]
    running = next(seat["clock"] for seat in seats if seat["clock"]["running_since"])
    transcript.schema("ClockSeen", running)
