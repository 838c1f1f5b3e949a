"""Compares what the streams of a table have seen with its stored history, after each gap."""

from application.ports.event_log import EventLog
from application.ports.feeds import Follower
from application.rewriting import is_rewritten
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Version


class Continuity:
    def __init__(self, live: LiveTable, log: EventLog, follower: Follower) -> None:
        self._table, self._seed = live.table, live.seed
        self._log, self._follower = log, follower
        self._link = (live.version, live.head)  # the last version whose head is known
        self._gaps: int | None = follower.gaps  # when the link was last compared

    @property
    def is_certain(self) -> bool:
        """Return whether nothing can have been lost since the last comparison."""
        return self._gaps == self._follower.gaps

    def doubt(self) -> None:
        """Let the next reader compare."""
        self._gaps = None

    def extended(self, version: Version, live: LiveTable) -> None:
        """Note that the streams have the events up to this version."""
        if live.version == version:
            self._link = (version, live.head)

    async def is_broken(self) -> bool:
        """Return whether the store has lost events; it is asked only if that is not certain."""
        gaps = self._follower.gaps
        if self._gaps != gaps:
            if await is_rewritten(self._log, self._table, self._seed, *self._link):
                return True
            self._gaps = gaps
        return False
