"""Records seeks from the wish to the table, the streams of lobby and player, and the feed.

Cursors hold times of the store, so they are replaced.
"""

import re
from typing import Any

import httpx

from domain.games import GAMES
from openapi.record.players import Player
from openapi.record.server import Server
from openapi.record.transcript import FIXED, Transcript

BEGINNING = {"Last-Event-ID": "1-0"}
NOTICE_ID = re.compile(r"\b\d{13}-\d+\b")
FIXED_ID = "2524651200000-0"  # the store gives another one in each recording


async def record_lobby(transcript: Transcript, server: Server, players: list[Player]) -> None:
    """Record two seeks that make a match, then the notices that they caused."""
    anne = players[0]
    await _record_seeks(transcript, players)
    await server.workers.project()
    anybody = Player(server.http)
    answer = await anybody.ask("streamLobby", headers=BEGINNING, max_seconds=0)
    _record_stream(transcript, "streamLobby", "lobby", answer)
    issued = await anne.record(transcript, "createMyTicket", "anne")
    shown, ticket = transcript.shown("createMyTicket", "anne"), issued["ticket"]
    shown["stream"] = issued["stream"].replace(ticket, shown["ticket"])
    answer = await anybody.ask("streamMyTables", headers=BEGINNING, max_seconds=0, ticket=ticket)
    _record_stream(transcript, "streamMyTables", "anne", answer)


async def _record_seeks(transcript: Transcript, players: list[Player]) -> None:
    for game in GAMES.values():
        wish: dict[str, Any] = {
            "game": game.key,
            "seats": game.seats[0],
            "clock": {"kind": "per_decision", "seconds": 120},
        }
        transcript.body("createSeek", game.key, {**wish, "rating": {"min": -5, "max": 40}})
    first, *_, last = sought = players[: game.seats[0]]
    waiting = [await player.ask("createSeek", wish) for player in sought[:-1]]
    for answer in waiting:
        _recorded(transcript, "createSeek", "waiting", answer)
    _recorded(transcript, "createSeek", "matched", await last.ask("createSeek", wish))
    own = await first.ask("getSeek", seek=waiting[0].json()["id"])
    _recorded(transcript, "getSeek", "matched", own)
    _recorded(transcript, "listSeeks", "one_seek", await first.ask("listSeeks"))


def _recorded(transcript: Transcript, operation: str, name: str, answer: httpx.Response) -> None:
    """Record an answer about seeks; the store's clock says when one expires."""
    transcript.answer(operation, name, answer)
    shown = transcript.shown(operation, name)
    for seek in shown.get("seeks", [shown]):
        seek["expires"] = seek["expires"] and FIXED["created"]


def _record_stream(
    transcript: Transcript, operation: str, name: str, answer: httpx.Response
) -> None:
    """Record the newest notice: the store's clock decides how many of the others are kept."""
    transcript.frames(operation, name, answer, newest=True)
    answers = transcript.operations[operation]["answers"]
    answers[name] = NOTICE_ID.sub(FIXED_ID, answers[name])


CURSOR = "MjUyNDY1MTI1NzAwMC0w"
STARTS = "table.started"
_CURSORS = re.compile(r'(^id: |"next":")[\w-]+', re.MULTILINE)


async def record_feed(transcript: Transcript, anne: Player) -> None:
    """Record a page and a stream of tables that have started; the first table is always one."""
    page = await anne.ask("readFeed", type=STARTS, limit=1)
    transcript.whole("readFeed", "started_tables", _masked(page))
    stream = await anne.ask("streamFeed", type=STARTS, max_seconds=0)
    transcript.frames("streamFeed", "started_tables", _masked(stream))


def _masked(answer: httpx.Response) -> httpx.Response:
    text = _CURSORS.sub(lambda found: found[1] + CURSOR, answer.text)
    return httpx.Response(200, text=text, request=answer.request)
