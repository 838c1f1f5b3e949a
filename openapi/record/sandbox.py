"""Records a sandbox: its opening, and its clock that moves past a deadline."""

from pathlib import Path

from msgspec import json

from api.openapi.schemas import event_name
from domain.table.clock_events import ClockAdvanced
from openapi.record.players import Player
from openapi.record.transcript import Transcript

BODY = Path(__file__).with_name("sandbox.json")


async def record_sandbox(transcript: Transcript, host: Player, *guests: Player) -> None:
    body = json.decode(BODY.read_bytes())
    opened = await host.post("/v1/tables", transcript.body("openTable", "sandbox", body))
    path = f"/v1/tables/{opened.raise_for_status().json()['id']}"
    for guest in guests:
        (await guest.post(f"{path}/seats", {})).raise_for_status()
    (await host.post(f"{path}/start")).raise_for_status()
    advance = transcript.body("advanceClock", "a_minute", {"advance": body["clock"]["seconds"]})
    answer = await host.post(f"{path}/sandbox/clock", advance)
    transcript.answer("advanceClock", "a_minute", answer)
    page = (await host.get(f"{path}/events", limit=500, lang="en")).json()
    moved = next(e for e in page["events"] if e.get("type") == ClockAdvanced.type)
    transcript.schema(event_name(ClockAdvanced), moved)
