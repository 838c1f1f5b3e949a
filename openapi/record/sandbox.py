"""Records a sandbox: its opening, and its clock that moves past a deadline."""

from api.openapi.schemas import event_name
from domain.table.events import ClockAdvanced
from openapi.record.players import Player
from openapi.record.transcript import Transcript

SANDBOX = {
    "seed": "5a" * 32,
    "deals": [{"draw": "first_player", "got": 1}, {"draw": "race_cards", "got": [12, 3]}],
    "clock": "2030-01-01T12:00:00.000Z",
}
SECONDS = 60


async def record_sandbox(transcript: Transcript, host: Player, *guests: Player) -> None:
    body = {
        "game": "gumball_rally",
        "seats": 3,
        "sit": True,
        "clock": {"kind": "per_decision", "seconds": SECONDS},
        "sandbox": SANDBOX,
    }
    opened = await host.post("/v1/tables", transcript.body("openTable", "sandbox", body))
    path = f"/v1/tables/{opened.raise_for_status().json()['id']}"
    for guest in guests:
        (await guest.post(f"{path}/seats", {})).raise_for_status()
    (await host.post(f"{path}/start")).raise_for_status()
    advance = transcript.body("advanceClock", "a_minute", {"advance": SECONDS})
    answer = await host.post(f"{path}/sandbox/clock", advance)
    transcript.answer("advanceClock", "a_minute", answer)
    page = (await host.get(f"{path}/events", limit=500, lang="en")).json()
    moved = next(e for e in page["events"] if e.get("type") == ClockAdvanced.type)
    transcript.schema(event_name(ClockAdvanced), moved)
