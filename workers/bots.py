"""Bots answer as everybody does, at the version they looked at; asked twice they move once."""

import asyncio
import logging
import secrets
from contextlib import suppress

from application.handle import handle
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.bot_choice import Pick, Turn, choice, fallback, turn
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId
from domain.kernel.messages import Command
from domain.kernel.rejection import Rejected
from store.client.factory import pipe_to
from store.log import RedisEventLog

MOST_SECONDS = 2.0  # at one table, then others have their turn; the clock wakes this one again
OVERTAKEN = {"decision_moved_on", "table_busy"}
TOO_LATE = {"too_late", "table_finished"}  # the clock has the word

log = logging.getLogger(__name__)


class Bots:
    def __init__(self, tables: TableCache, pick: Pick = secrets.randbelow) -> None:
        self._tables = tables
        self._pick = pick

    async def play_on(self, table: TableId, seconds: float = MOST_SECONDS) -> int:
        """Answer while a bot of this table is asked; how often one did."""
        clock, moves = asyncio.get_running_loop().time, 0
        until = clock() + seconds
        live = await self._tables.fresh(table)
        while clock() < until and (asked := turn(live.state)) is not None:
            try:
                moves += await self._answer(live, asked)
            except Rejected as refusal:
                if refusal.code in TOO_LATE:
                    break
                raise
            live = await self._tables.find(table)
        return moves

    async def _answer(self, live: LiveTable, asked: Turn) -> bool:
        """Whether it counted; if what the bot has thought up cannot be played, the default is."""
        version, chosen = live.version, self._chosen(live.table, asked)
        try:
            return await self._send(live.table, version, asked, chosen)
        except Rejected as refusal:
            if refusal.code in TOO_LATE:
                raise
            log.error("table %s: a bot was refused: %s", live.table, refusal.detail)  # noqa: TRY400
        return await self._send(live.table, version, asked, fallback(asked))

    def _chosen(self, table: TableId, asked: Turn) -> Command:
        try:
            return choice(asked, self._pick)
        except Exception:  # a heuristic may fail in any way; the table goes on
            log.exception("table %s: a bot could not choose", table)
            return fallback(asked)

    async def _send(self, table: TableId, version: int, asked: Turn, command: Command) -> bool:
        def unmoved(live: LiveTable) -> None:
            if live.version != version:
                raise Rejected("decision_moved_on", "Somebody else has acted.")

        try:
            await handle(self._tables, table, asked.actor, command, condition=unmoved)
        except Rejected as refusal:
            if refusal.code in OVERTAKEN:
                return False
            raise
        return True


class _House:
    """What stays from job to job in one worker: a loop, a connection, the tables it knows."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._runner = asyncio.Runner()
        self._pipe = pipe_to(url)
        self._bots = Bots(TableCache(RedisEventLog(self._pipe), RealWorld()))

    def move(self, table: TableId) -> int:
        return self._runner.run(self._bots.play_on(table))

    def close(self) -> None:
        with suppress(Exception):
            self._runner.run(self._pipe.aclose())
        self._runner.close()


_houses: list[_House] = []  # at most one


def move(url: str, table: TableId) -> int:
    """The chore: whatever goes wrong, the next one begins anew."""
    if not _houses or _houses[0].url != url:
        leave()
        _houses.append(_House(url))
    try:
        return _houses[0].move(table)
    except BaseException:
        leave()
        raise


def leave() -> None:
    while _houses:
        _houses.pop().close()
