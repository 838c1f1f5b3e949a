"""Plays for bots through the one path; a bot that is requested twice moves once."""

import asyncio
import logging
import secrets

from application.handle import handle
from application.table_cache import TableCache
from domain.judging.bot_choice import BotTurn, Pick, choose_action, default_action, next_bot_turn
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId
from domain.kernel.messages import Command
from domain.kernel.rejection import Rejected

MOST_SECONDS = 2.0  # at one table, then others have their turn; the timers wake this one again
OVERTAKEN = {"decision_moved_on", "table_busy"}
TOO_LATE = {"too_late", "table_finished"}  # the timers decide

log = logging.getLogger(__name__)


class Bots:
    def __init__(self, tables: TableCache, pick: Pick = secrets.randbelow) -> None:
        self._tables = tables
        self._pick = pick

    async def play_on(self, table: TableId, seconds: float = MOST_SECONDS) -> int:
        """Answer while a bot of this table is awaited; return how many moves were stored."""
        clock, moves = asyncio.get_running_loop().time, 0
        until = clock() + seconds
        live = await self._tables.fresh(table)
        while clock() < until and (awaited := next_bot_turn(live.state)) is not None:
            try:
                moves += await self._answer(live, awaited)
            except Rejected as refusal:
                if refusal.code in TOO_LATE:
                    break
                raise
            live = await self._tables.find(table)
        return moves

    async def _answer(self, live: LiveTable, awaited: BotTurn) -> bool:
        """Send the bot's choice, or the default if it is rejected; return whether it was stored."""
        version, chosen = live.version, self._chosen(live.table, awaited)
        try:
            return await self._send(live.table, version, awaited, chosen)
        except Rejected as refusal:
            if refusal.code in TOO_LATE:
                raise
            log.error("table %s: a bot was rejected: %s", live.table, refusal.detail)  # noqa: TRY400
        return await self._send(live.table, version, awaited, default_action(awaited))

    def _chosen(self, table: TableId, awaited: BotTurn) -> Command:
        try:
            return choose_action(awaited, self._pick)
        except Exception:  # a heuristic may fail in any way; the table goes on
            log.exception("table %s: a bot could not choose", table)
            return default_action(awaited)

    async def _send(self, table: TableId, version: int, awaited: BotTurn, command: Command) -> bool:
        def unmoved(live: LiveTable) -> None:
            if live.version != version:
                raise Rejected("decision_moved_on", "Somebody else has acted.")

        try:
            await handle(self._tables, table, awaited.actor, command, condition=unmoved)
        except Rejected as refusal:
            if refusal.code in OVERTAKEN:
                return False
            raise
        return True
