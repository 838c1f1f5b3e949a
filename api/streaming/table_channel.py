"""The streams of one table in one process: each new event reaches all of them.

What this process stores is handed over as it is. Only what other processes have stored is read.
"""

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from api.streaming.channel import RETRY_SECONDS, Channel, Subscriber
from api.streaming.event_frames import EventFrame, StateFrames
from api.streaming.presence import PresenceKeeper, Room
from application.lost_events import is_rewritten
from application.player_names import PlayerNames
from application.ports.event_log import EventLog, StoreUnavailable
from application.ports.feeds import Follower
from application.table_cache import TableCache
from domain.judging.commit import SaltedEvent, decode_events
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Version


class GapCheck:
    """Compares what the streams have seen with the stored history, after each gap."""

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


@dataclass(frozen=True)
class TableStreams:
    """What the streams of all tables share."""

    log: EventLog
    follower: Follower
    tables: TableCache
    presence: PresenceKeeper
    names: PlayerNames
    most_behind: int


class TableChannel(Channel[EventFrame]):
    """Also the watcher of its table: `TableCache` enters it while a command is being stored.

    The number of an item is the version of its event.
    """

    def __init__(self, live: LiveTable, shared: TableStreams) -> None:
        super().__init__(live.table, shared.most_behind, live.version)
        self.live = live
        self.table = live.table
        self.room = Room(live.table, lambda: self.live.state, self.wake)
        self.states = StateFrames()
        self.pending: dict[Hashable, Any] = {}  # what streams with the same cursor send now
        self.reads = 0  # from the log
        self._shared = shared
        self._newest = live.version  # the last version that was reported
        self._gap_check = GapCheck(live, shared.log, shared.follower)
        self._storing = 0  # commands of this process that are being stored

    async def open(self) -> None:
        self._shared.tables.watchers[self.table] = self
        await self._shared.follower.follow(self.table, self.heard)
        await self._shared.presence.open(self.room)

    def close(self) -> None:
        super().close()
        watchers = self._shared.tables.watchers
        if watchers.get(self.table) is self:
            del watchers[self.table]
            self._shared.follower.unfollow(self.table, self.heard)

    def add(self, subscriber: Subscriber) -> None:
        super().add(subscriber)
        self.room.add(subscriber.name, subscriber.ends_ms)
        self._shared.presence.changed(self.room)

    def remove(self, subscriber: Subscriber) -> None:
        super().remove(subscriber)
        self.room.remove(subscriber.name)
        if self.subscribers:
            self._shared.presence.changed(self.room)
        else:
            self._shared.presence.close(self.room)

    def __enter__(self) -> None:
        self._storing += 1

    def __exit__(self, *failure: object) -> None:
        self._storing -= 1
        self.read_if_behind()

    def stored(self, live: LiveTable, events: Sequence[SaltedEvent]) -> None:
        """Take the events that a command of this process has just stored."""
        self._newest = max(self._newest, events[-1].recorded.version)
        if live.version >= self.live.version:
            self.live = live
        if events[0].recorded.version == self.position + 1:
            self._take(events)
        elif events[0].recorded.version <= self.position:
            self._gap_check.doubt()  # they were read already, or replace what was sent

    def heard(self, version: int) -> bool:
        """Read up to this version, unless this process is about to hand the events over.

        Return whether it must be read, so another process has stored it.
        """
        if version <= self.position and self._gap_check.is_certain:
            return False
        self._newest = max(self._newest, version)
        return self.read_if_behind()

    def is_behind(self) -> bool:
        is_certain = self._gap_check.is_certain
        return not self._storing and (self._newest > self.position or not is_certain)

    async def read(self) -> None:
        while self._newest > self.position or not self._gap_check.is_certain:
            try:
                if await self._gap_check.is_broken():
                    self.end("history_rewritten")
                    return
                entries = await self._shared.log.read(self.table, self.position)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self.reads += 1
            fresh = [entry for entry in entries if entry.first > self.position]
            if fresh:
                self.live.catch_up(fresh)  # unless a command of this process has been faster
                self._take(decode_events(fresh, self.live.seed))
            elif self._newest > self.position:
                await asyncio.sleep(RETRY_SECONDS)

    def _take(self, events: Sequence[SaltedEvent]) -> None:
        self.pending.clear()
        self.extend([EventFrame(event) for event in events])
        self._gap_check.extended(self.position, self.live)
