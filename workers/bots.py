"""Plays for bots through the one path; a bot that is requested twice moves once.

The owners of the tables take turns: a worker plays a moment at one table of each.
"""

import asyncio
import logging
import secrets
from typing import NamedTuple

from application.handle import handle
from application.ports.jobs import BotWakeup, Jobs
from application.table_cache import TableCache
from domain.judging.bot_choice import BotTurn, Pick, choose_action, default_action, next_bot_turn
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId
from domain.kernel.messages import Command
from domain.kernel.rejection import Rejected
from projections.leaderboard.results import UNREADABLE

SLICE_SECONDS = 0.1  # at one table, then it is the turn of another owner
ROUND_SECONDS = 2.0  # in one job
OVERTAKEN = {"decision_moved_on", "table_busy"}
TOO_LATE = {"too_late", "table_finished"}  # the timers decide

log = logging.getLogger(__name__)


class Played(NamedTuple):
    moves: int  # that were stored
    unfinished: bool  # a bot is still awaited


class Bots:
    def __init__(self, tables: TableCache, pick: Pick = secrets.randbelow) -> None:
        self._tables = tables
        self._pick = pick

    async def play_round(self, jobs: Jobs, seconds: float = ROUND_SECONDS) -> int:
        """Play at the tables that wait, a moment at each; return how many moves were stored."""
        clock, moves = asyncio.get_running_loop().time, 0
        until = clock() + seconds
        unfinished: BotWakeup | None = None
        while clock() < until:
            wakeup = await jobs.next_wakeup(unfinished)
            if wakeup is None:
                return moves
            played = await self._play_safely(wakeup)
            moves += played.moves
            unfinished = wakeup if played.unfinished else None
        await jobs.wake_bots([unfinished] if unfinished else [])  # the next job goes on
        return moves

    async def play_on(self, table: TableId, seconds: float = SLICE_SECONDS) -> Played:
        """Answer while a bot of this table is awaited, at least once."""
        clock, moves = asyncio.get_running_loop().time, 0
        live = await self._tables.fresh(table)
        until = clock() + seconds
        while (awaited := next_bot_turn(live.state)) is not None:
            try:
                moves += await self._answer(live, awaited)
            except Rejected as refusal:
                if refusal.code in TOO_LATE:
                    break
                raise
            live = await self._tables.find(table)
            if clock() >= until:
                return Played(moves, next_bot_turn(live.state) is not None)
        return Played(moves, unfinished=False)

    async def _play_safely(self, wakeup: BotWakeup) -> Played:
        """Play at a table; one that fails does not keep the others waiting."""
        try:
            return await self.play_on(wakeup.table)
        except UNREADABLE as failure:
            log.error("table %s: its bots cannot be played: %r", wakeup.table, failure)  # noqa: TRY400
            return Played(0, unfinished=False)

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
