"""Records tables whose seats have banks of time, and requests with each kind of clock."""

from openapi.record.endings import EndedTable
from openapi.record.players import Player
from openapi.record.server import Server
from openapi.record.transcript import Transcript

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
