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
        self.path = ""

    def opening(self, clock: Any = None) -> dict[str, Any]:
        return {"game": self.game.key, "seats": SEATS, "sit": True, "clock": clock}

    async def open(self, clock: Any = None) -> None:
        opened = await self.players[0].post("/v1/tables", self.opening(clock))
        self.path = f"/v1/tables/{opened.raise_for_status().json()['id']}"

    async def start(self, clock: Any = None) -> None:
        await self.open(clock)
        for player in self.players[1:]:
            (await player.post(f"{self.path}/seats", {})).raise_for_status()
        (await self.players[0].post(f"{self.path}/start")).raise_for_status()

    async def move(self) -> None:
        """Let the seat that must decide play its first action."""
        table = self.path.rpartition("/")[2]
        decision = await self.server.decision(table, None)
        assert decision is not None
        seat, legal = decision
        await self.server.send(table, self.players[seat].id, legal[0])

    async def record(self, operation: str, name: str, player: int) -> None:
        """Record the answer to an operation at this table."""
        who = self.players[player]
        match operation:
            case "withdrawEnd":
                answer = await who.delete(f"{self.path}/end")
            case "cancelTable":
                answer = await who.delete(self.path)
            case "agreeToEnd":
                answer = await who.post(f"{self.path}/end")
            case _:
                answer = await who.post(f"{self.path}/{operation}")
        self.transcript.answer(operation, name, answer)

    async def record_table(self, name: str) -> None:
        self.transcript.answer("getTable", name, await self.players[0].get(self.path))

    async def record_events(self) -> None:
        await Coverage(self.transcript, self.game).record_events(self.players[0], self.path)


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
    while (await players[0].get(table.path)).json()["proposal"]:
        await table.move()
    await table.record_events()
    (await players[1].post(f"{table.path}/end")).raise_for_status()
    transcript.schema("Proposal", (await players[0].get(table.path)).json()["proposal"])
    (await players[2].post(f"{table.path}/end")).raise_for_status()
    await table.record("agreeToEnd", "agreed", 0)
    await table.record_events()
    await table.start()
    await table.record("resign", "first", 2)
    await table.record("resign", "last", 1)
    await table.record_events()
    await table.record("rematch", "opened", 0)
    await table.record("rematch", "joined", 1)
    again = await players[2].post(f"{table.path}/rematch")
    transcript.schema("Rematch", again.raise_for_status().json()["rematch_of"])
    transcript.schema("Place", again.json()["rematch_of"]["places"][0])


OUTAGE = 3  # seconds
FISCHER = {"bank_seconds": 300, "increment_seconds": 5}
CLOCKS = {"fischer": FISCHER, "bank": {"bank_seconds": 1200}, "correspondence": {"days": 3}}


async def record_clocks(transcript: Transcript, server: Server, players: list[Player]) -> None:
    """Record how clocks start and stop, and how an outage is given back."""
    table = EndedTable(transcript, server, players)
    for name, clock in CLOCKS.items():
        body = transcript.body("openTable", name, table.opening({"kind": name, **clock}))
        (await players[0].post("/v1/tables", body)).raise_for_status()
    await table.start({"kind": "fischer", **FISCHER})
    await table.move()
    await server.compensate_outage(table.path.rpartition("/")[2], OUTAGE)
    await table.record_table("fischer")
    await table.record_events()
    seen = (await players[0].get(table.path)).json()
    running = next(seat["clock"] for seat in seen["seats"] if seat["clock"]["running_since"])
    transcript.schema("ClockSeen", running)
