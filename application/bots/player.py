"""Plays for bots in the process that has stored what they must answer.

A bot that is asked twice moves once: who loses a race stops, for the winner plays on. What a
crash has left is met by the timers a second later.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable

from application.administration.watch import AdministrationWatch
from application.bots.turns import Turns
from application.handle import handle
from application.ports.event_log import OutcomeUnknown, StoreUnavailable
from application.ports.jobs import Jobs
from application.refusals.reasons import DecisionChanged
from application.table_cache import Bots, TableCache
from domain.judging.actors import ByBot
from domain.judging.bot_choice import next_bot
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId
from domain.kernel.refusals import Rejected
from domain.table.state import Running

SLICE_SECONDS = 0.002  # of moves, then others get their turn on the event loop
AT_ONCE = 4  # moves that are being stored
SLOW_SECONDS = 0.005  # of the processor for one choice
SLOW_TIMES = 3  # in a row; a single one may be the garbage collector's
JOB = "play_bots"
OVERTAKEN = {"decision_moved_on", "not_due", "table_busy", "table_finished"}

log = logging.getLogger(__name__)


async def next_turn() -> None:
    """Let other tasks run."""
    await asyncio.sleep(0)


class BotPlayer(Bots):
    """A game whose bots choose slowly is left to the worker of rq from then on."""

    def __init__(
        self,
        tables: TableCache,
        administration: AdministrationWatch,
        jobs: Jobs,
        give_way: Callable[[], Awaitable[None]] = next_turn,
        slow_times: int | None = SLOW_TIMES,
    ) -> None:
        """`give_way` returns when it is the turn of bots again: commands of people go first.

        Without `slow_times` it plays slow games, too.
        """
        self._slow_times = slow_times
        self._tables, self._administration, self._jobs = tables, administration, jobs
        self._give_way = give_way
        self._turns = Turns()
        self._playing: dict[asyncio.Task[None], None] = {}
        self._until = 0.0  # when the present slice ends
        self._slow: Counter[str] = Counter()  # slow choices in a row, by game
        tables.bots = self

    def wake(self, live: LiveTable) -> None:
        """Answer soon for the bots of a table, if any of them must."""
        if next_bot(live.state) is None:
            return
        assert isinstance(live.state, Running)
        self._turns.add(live.state.setup.host, live.table, _person_waits(live.state))
        if len(self._playing) < AT_ONCE:
            task = asyncio.create_task(self._play())
            self._playing[task] = None

    async def idle(self) -> None:
        """Return when no bot is awaited any more."""
        while self._playing:
            await asyncio.wait(list(self._playing))

    async def aclose(self) -> None:
        for task in list(self._playing):
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)

    async def _play(self) -> None:
        """Play at the tables that wait, a move at each, until none does."""
        clock, task = asyncio.get_running_loop().time, asyncio.current_task()
        assert task is not None
        try:
            while (table := self._turns.take()) is not None:
                if clock() >= self._until:
                    await self._give_way()
                    self._until = clock() + SLICE_SECONDS
                await self._play_safely(table)
        finally:
            del self._playing[task]  # at once: the next table needs another task

    async def _play_safely(self, table: TableId) -> None:
        """Make a move; a table that fails does not keep the others waiting."""
        try:
            if (await self._administration.believed()).maintenance is None:
                await self._move(await self._tables.find(table))
        except (StoreUnavailable, OutcomeUnknown) as failure:
            log.warning("table %s: no answer for its bots (%r); the timers retry", table, failure)
        except Exception:
            log.exception("table %s: its bots cannot be played", table)

    async def _move(self, live: LiveTable) -> None:
        """Let a bot choose and play; once it is stored, the table waits for the next bot."""
        seat, version = next_bot(live.state), live.version
        if seat is None:
            return
        assert isinstance(live.state, Running)
        if self._slow_times and self._slow[live.state.setup.game] >= self._slow_times:
            await self._jobs.enqueue_once(JOB, live.table, job_id=f"{JOB}-{live.table}")
            return

        def unmoved(live: LiveTable) -> None:
            if live.version != version:
                raise Rejected(DecisionChanged())

        try:
            await handle(self._tables, live.table, ByBot(seat), None, condition=unmoved)
        except Rejected as refusal:
            if refusal.code not in OVERTAKEN:
                raise

    def judged(self, game: str, seconds: float) -> None:
        self._slow[game] = self._slow[game] + 1 if seconds > SLOW_SECONDS else 0


def _person_waits(state: Running) -> bool:
    """Return whether anybody sits at a table for whom the server does not play."""
    played_for = {*state.bots, *state.autopilot, *state.out_of_time}
    return len(played_for) < len(state.sitters)
