"""Plays for bots through the one path; a bot that is requested twice moves once.

The owners of the tables take turns: a worker plays a moment at one table of each.
"""

import asyncio
import logging
from typing import NamedTuple

from application.administration.watch import AdministrationWatch
from application.handle import handle
from application.ports.jobs import BotWakeup, Jobs
from application.refusals.reasons import DecisionChanged
from application.table_cache import TableCache
from domain.judging.actors import ByBot
from domain.judging.bot_choice import next_bot
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Seat, TableId
from domain.kernel.rejection import Rejected
from projections.leaderboard.results import UNREADABLE

SLICE_SECONDS = 0.1  # at one table, then it is the turn of another owner
ROUND_SECONDS = 2.0
WAIT_SECONDS = 5.0  # for a table
PAUSED_SECONDS = 0.5  # between two looks during maintenance
OVERTAKEN = {"decision_moved_on", "not_due", "table_busy", "table_finished"}

log = logging.getLogger(__name__)


class Played(NamedTuple):
    moves: int  # that were stored
    unfinished: bool  # a bot is still awaited


class Bots:
    def __init__(
        self, tables: TableCache, administration: AdministrationWatch | None = None
    ) -> None:
        self._tables = tables
        self._administration = administration

    async def step(self, jobs: Jobs) -> None:
        """Play a round; if no table waits, wait for one."""
        if await self._is_paused():
            await asyncio.sleep(PAUSED_SECONDS)
        elif not await self.play_round(jobs):
            await jobs.await_wakeup(WAIT_SECONDS)

    async def play_round(self, jobs: Jobs, seconds: float = ROUND_SECONDS) -> int:
        """Play at the tables that wait, a moment at each; return how many moves were stored."""
        clock, moves = asyncio.get_running_loop().time, 0
        until = clock() + seconds
        unfinished: BotWakeup | None = None
        while clock() < until:
            if await self._is_paused():
                return moves
            wakeup = await jobs.next_wakeup(unfinished)
            if wakeup is None:
                return moves
            played = await self._play_safely(wakeup)
            moves += played.moves
            unfinished = wakeup if played.unfinished else None
        await jobs.wake_bots([unfinished] if unfinished else [])  # the next round goes on
        return moves

    async def play_on(self, table: TableId, seconds: float = SLICE_SECONDS) -> Played:
        """Answer while a bot of this table is awaited, at least once."""
        clock, moves = asyncio.get_running_loop().time, 0
        live = await self._tables.fresh(table)
        until = clock() + seconds
        while (seat := next_bot(live.state)) is not None:
            moves += await self._answer(live, seat)
            live = await self._tables.find(table)
            if clock() >= until:
                return Played(moves, next_bot(live.state) is not None)
        return Played(moves, unfinished=False)

    async def _is_paused(self) -> bool:
        """Return whether bots must wait: after the maintenance, the timers wake them again."""
        if self._administration is None:
            return False
        return (await self._administration.believed()).maintenance is not None

    async def _play_safely(self, wakeup: BotWakeup) -> Played:
        """Play at a table; one that fails does not keep the others waiting."""
        try:
            return await self.play_on(wakeup.table)
        except UNREADABLE as failure:
            log.error("table %s: its bots cannot be played: %r", wakeup.table, failure)  # noqa: TRY400
            return Played(0, unfinished=False)

    async def _answer(self, live: LiveTable, seat: Seat) -> bool:
        """Let the bot choose and play; return whether its move was stored."""
        version = live.version

        def unmoved(live: LiveTable) -> None:
            if live.version != version:
                raise Rejected(DecisionChanged())

        try:
            await handle(self._tables, live.table, ByBot(seat), None, condition=unmoved)
        except Rejected as refusal:
            if refusal.code in OVERTAKEN:
                return False
            raise
        return True
