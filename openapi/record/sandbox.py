"""Records a sandbox: its opening, and its clock that moves past a deadline."""

from pathlib import Path

from msgspec import json

from api.openapi.envelopes import event_name
from domain.table.clock_events import ClockAdvanced
from openapi.record.players import Player
from openapi.record.transcript import Transcript

BODY = Path(__file__).with_name("sandbox.json")


async def record_sandbox(transcript: Transcript, host: Player, *guests: Player) -> None:
    body = transcript.body("openTable", "sandbox", json.decode(BODY.read_bytes()))
    table = (await host.ask("openTable", body)).json()["id"]
    for guest in guests:
        await guest.ask("takeSeat", {}, table=table)
    await host.ask("startTable", table=table)
    advance = {"advance": body["clock"]["seconds"]}
    await host.record(transcript, "advanceClock", "a_minute", advance, table=table)
    page = (await host.ask("listEvents", table=table, limit=500, lang="en")).json()
    moved = next(e for e in page["events"] if e.get("type") == ClockAdvanced.type)
    transcript.schema(event_name(ClockAdvanced), moved)
