"""Records what an administrator does; random codes and the store's time are replaced."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeAlias

from application.administration.players import create_administrator
from domain.games import GAMES
from openapi.record.players import Player, register
from openapi.record.server import Server
from openapi.record.transcript import FIXED, Transcript

REASON = "Insults at three tables."
WEEK = 7 * 24 * 3600
BEGAN = "2050-01-01T12:00:00.000Z"

Record: TypeAlias = Callable[..., Coroutine[Any, Any, Any]]  # of the administrator


async def record_administration(transcript: Transcript, server: Server) -> None:
    """Record every operation of an administrator."""
    server.reseed("administration")
    made = await create_administrator(server.office, "machine:operator", "Zoé")
    record = partial(Player(server.http, made.player, made.token).record, transcript)
    eve = await register(server.http, "Eve")
    opened = await eve.ask("openTable", {"game": next(iter(GAMES)), "sit": True})
    await _record_players(record, eve)
    await _record_registration(transcript, record)
    await _record_callers(record, server)
    await _record_maintenance(transcript, record)
    body = {"reason": "The host uses it for advertising."}
    await record("closeTable", "advertising", body, table=opened.json()["id"])


async def _record_players(record: Record, eve: Player) -> None:
    await record("suspendPlayer", "a_week", {"reason": REASON, "seconds": WEEK}, player=eve.id)
    await record("listSuspensions", "one")
    await record("unsuspendPlayer", "lifted", player=eve.id, reason="Done.")
    await record("listActs", "first_page", limit=3)
    body = {"name": "Eve 2", "reason": "The name was an insult."}
    await record("setPlayerName", "eve", body, player=eve.id)
    why = {"reason": "Lost the phone; we know her voice."}
    await record("recoverAccount", "eve", why, player=eve.id)


async def _record_registration(transcript: Transcript, record: Record) -> None:
    await record("setRegistration", "closed", {"open": False, "reason": "For members of the club."})
    invitation = {"reason": "The Thursday group.", "uses": 20}
    made = await record("createInvitation", "twenty_uses", invitation)
    transcript.shown("createInvitation", "twenty_uses")["code"] = FIXED["codes"][0]
    await record("getAdministration", "closed")
    await record("revokeInvitation", "revoked", invitation=made["id"], reason="Done.")
    await record("setRegistration", "open", {"open": True, "reason": "Open day."})


async def _record_callers(record: Record, server: Server) -> None:
    await server.count_callers()
    server.pass_time(1200)  # what was counted before is forgotten
    mallory = await register(server.http, "Mallory")
    for _ in range(4):
        await mallory.ask("getMe")
    await server.count_callers()
    await record("listCallers", "heaviest")
    body = {"caller": mallory.id, "per_second": 2, "seconds": 3600, "reason": "Scraping."}
    made = await record("limitCaller", "an_hour", body)
    await record("liftLimit", "lifted", limit=made["id"], reason="Done.")


async def _record_maintenance(transcript: Transcript, record: Record) -> None:
    body = {"message": "We move to a new disk.", "seconds": 300}
    await record("beginMaintenance", "new_disk", body)
    transcript.shown("beginMaintenance", "new_disk")["began"] = BEGAN
    await record("endMaintenance", "ended", reason="Done.")
