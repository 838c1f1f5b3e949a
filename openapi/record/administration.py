"""Records what an administrator does; random codes and the store's time are replaced."""

from typing import Any

import httpx

from application.administration.players import create_administrator
from domain.games import GAMES
from openapi.record.players import Player, register
from openapi.record.server import Server
from openapi.record.transcript import FIXED, Transcript

ADMIN = "/v1/admin"
REASON = "Insults at three tables."
WEEK = 7 * 24 * 3600
BEGAN, ENDED = "2050-01-01T12:00:00.000Z", "2050-01-01T12:05:00.000Z"


class Recorder:
    def __init__(self, transcript: Transcript, admin: Player) -> None:
        self._transcript, self._admin = transcript, admin

    async def put(self, operation: str, name: str, path: str, body: Any, **fixed: Any) -> Any:
        self._transcript.body(operation, name, body)
        return self._keep(operation, name, await self._admin.put(path, body), fixed)

    async def post(self, operation: str, name: str, path: str, body: Any, **fixed: Any) -> Any:
        self._transcript.body(operation, name, body)
        return self._keep(operation, name, await self._admin.post(path, body), fixed)

    async def get(self, operation: str, name: str, path: str, **query: Any) -> Any:
        return self._keep(operation, name, await self._admin.get(path, **query), {})

    async def delete(self, operation: str, name: str, path: str, **fixed: Any) -> Any:
        answer = await self._admin.delete(path, reason="Done.")
        return self._keep(operation, name, answer, fixed) if answer.content else None

    def _keep(self, operation: str, name: str, answer: httpx.Response, fixed: Any) -> Any:
        """Record an answer; return it as it was sent."""
        sent = self._transcript.answer(operation, name, answer)
        self._transcript.operations[operation]["answers"][name] |= fixed
        return sent


async def record_administration(transcript: Transcript, server: Server) -> None:
    """Record every operation of an administrator."""
    server.reseed("administration")
    made = await create_administrator(server.office, "machine:operator", "Zoé")
    record = Recorder(transcript, Player(server.http, made.player, made.token))
    eve = await register(server.http, "Eve")
    opened = await eve.post("/v1/tables", {"game": next(iter(GAMES)), "sit": True})
    eve_table: str = opened.json()["id"]
    await _record_players(record, eve)
    await _record_registration(record)
    await _record_callers(record, server)
    await _record_maintenance(record)
    await _record_closing(record, eve_table)


async def _record_players(record: Recorder, eve: Player) -> None:
    suspension, player = f"{ADMIN}/suspensions/{eve.id}", f"{ADMIN}/players/{eve.id}"
    body = {"reason": REASON, "seconds": WEEK}
    await record.put("suspendPlayer", "a_week", suspension, body)
    await record.get("listSuspensions", "one", f"{ADMIN}/suspensions")
    await record.delete("unsuspendPlayer", "lifted", suspension)
    await record.get("listActs", "first_page", f"{ADMIN}/acts", limit=3)
    body = {"name": "Eve 2", "reason": "The name was an insult."}
    await record.put("setPlayerName", "eve", f"{player}/name", body)
    why = {"reason": "Lost the phone; we know her voice."}
    await record.post("recoverAccount", "eve", f"{player}/recovery", why)


async def _record_registration(record: Recorder) -> None:
    body = {"open": False, "reason": "For members of the club."}
    await record.put("setRegistration", "closed", f"{ADMIN}/registration", body)
    invitation = {"reason": "The Thursday group.", "uses": 20}
    path, code = f"{ADMIN}/invitations", FIXED["codes"][0]
    made = await record.post("createInvitation", "twenty_uses", path, invitation, code=code)
    await record.get("getAdministration", "closed", ADMIN)
    await record.delete("revokeInvitation", "revoked", f"{path}/{made['id']}")
    body = {"open": True, "reason": "Open day."}
    await record.put("setRegistration", "open", f"{ADMIN}/registration", body)


async def _record_callers(record: Recorder, server: Server) -> None:
    await server.count_callers()
    server.pass_time(1200)  # what was counted before is forgotten
    mallory = await register(server.http, "Mallory")
    for _ in range(4):
        await mallory.get("/v1/players/me")
    await server.count_callers()
    await record.get("listCallers", "heaviest", f"{ADMIN}/callers")
    body = {"caller": mallory.id, "per_second": 2, "seconds": 3600, "reason": "Scraping."}
    made = await record.post("limitCaller", "an_hour", f"{ADMIN}/limits", body)
    await record.delete("liftLimit", "lifted", f"{ADMIN}/limits/{made['id']}")


async def _record_maintenance(record: Recorder) -> None:
    path, body = f"{ADMIN}/maintenance", {"message": "We move to a new disk.", "seconds": 300}
    await record.put("beginMaintenance", "new_disk", path, body, began=BEGAN)
    await record.delete("endMaintenance", "ended", path, began=BEGAN, ended=ENDED)


async def _record_closing(record: Recorder, table: str) -> None:
    body = {"reason": "The host uses it for advertising."}
    await record.post("closeTable", "advertising", f"{ADMIN}/tables/{table}/close", body)
