"""The streams of one table in one process: each new event reaches all of them.

What this process stores is handed over as it is. Only what other processes have stored is read.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from api.streaming.continuity import Continuity
from api.streaming.event_frames import EventFrames
from api.streaming.state_frames import StateFrames
from api.streaming.subscriber import Subscriber
from application.ports.event_log import EventLog, StoreUnavailable
from application.ports.feeds import Follower
from application.settings import Settings
from application.table_cache import TableCache
from domain.judging.commit import SaltedEvent, decode_events
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Seat, TableId
from domain.kernel.messages import Value
from domain.table.state import Table, seats_of

logger = logging.getLogger("ludotheque")
RETRY_SECONDS = 0.5  # between attempts while the store does not answer


class Present(Value, frozen=True):
    """The seats whose players have a stream open, at any process, and the number of spectators."""

    seats: tuple[Seat, ...]
    spectators: int


@dataclass(frozen=True)
class Sources:
    """Where a channel gets events from, and whom it reports opened and closed streams to."""

    log: EventLog
    follower: Follower
    tables: TableCache
    changed: Callable[[TableId], None]


class Channel:
    """Also the watcher of its table: `TableCache` enters it while a command is being stored."""

    def __init__(self, live: LiveTable, sources: Sources, settings: Settings) -> None:
        self.live = live
        self.table = live.table
        self.version = live.version  # the last version that is known here
        self.present = Present((), 0)  # as last sent to the streams
        self.states = StateFrames()
        self.reads = 0  # from the log
        self._sources = sources
        self._most_recent = settings.most_behind
        self._recent: list[SaltedEvent] = []
        self._frames: dict[int, EventFrames] = {}  # up to the newest event, by the version before
        self._subscribers: set[Subscriber] = set()
        self._stored_names: set[str] = set()  # of open streams, those of other processes included
        self._opened: dict[str, int] = {}  # names that the store does not know yet
        self._departed: set[str] = set()  # names still to be removed from the store
        self._newest = live.version  # the last version that was reported
        self._continuity = Continuity(live, sources.log, sources.follower)
        self._storing = 0  # commands of this process that are being stored
        self._reading: asyncio.Task[None] | None = None
        self._flushing: asyncio.Handle | None = None
        self._ended = False

    # Events

    async def open(self) -> None:
        self._sources.tables.watchers[self.table] = self
        await self._sources.follower.follow(self.table, self.heard)

    def close(self) -> None:
        """Read and send nothing more."""
        if not self._ended:
            self._ended = True
            if self._sources.tables.watchers.get(self.table) is self:
                del self._sources.tables.watchers[self.table]
                self._sources.follower.unfollow(self.table, self.heard)
        for pending in (self._reading, self._flushing):
            if pending is not None:
                pending.cancel()

    def __enter__(self) -> None:
        self._storing += 1

    def __exit__(self, *failure: object) -> None:
        self._storing -= 1
        self._read_if_behind()

    def stored(self, live: LiveTable, events: Sequence[SaltedEvent]) -> None:
        """Take the events that a command of this process has just stored."""
        self._newest = max(self._newest, events[-1].recorded.version)
        if live.version >= self.live.version:
            self.live = live
        if events[0].recorded.version == self.version + 1:
            self._extend(events)
        elif events[0].recorded.version <= self.version:
            self._continuity.doubt()  # they were read already, or replace what was sent

    def heard(self, version: int) -> bool:
        """Read up to this version, unless this process is about to hand the events over.

        Return whether it must be read, so another process has stored it.
        """
        if version <= self.version and self._continuity.is_certain:
            return False
        self._newest = max(self._newest, version)
        return self._read_if_behind()

    def events_after(self, version: int) -> Sequence[SaltedEvent] | None:
        """Return the events after this version; None if some of them are no longer kept here."""
        count = self.version - version
        if count > len(self._recent):
            return None
        return self._recent[-count:] if count > 0 else ()

    def frames_after(self, version: int) -> EventFrames | None:
        """Return what all streams share that have sent this version, which is not the newest."""
        found = self._frames.get(version)
        if found is None and (events := self.events_after(version)):
            found = self._frames[version] = EventFrames(events)
        return found

    def _read_if_behind(self) -> bool:
        is_up_to_date = self._newest <= self.version and self._continuity.is_certain
        if is_up_to_date or self._storing or self._ended:
            return False
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
            self._reading.add_done_callback(self._on_read)
        return True

    async def _read(self) -> None:
        while self._newest > self.version or not self._continuity.is_certain:
            try:
                if await self._continuity.is_broken():
                    self.end("history_rewritten")
                    return
                entries = await self._sources.log.read(self.table, self.version)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self.reads += 1
            fresh = [entry for entry in entries if entry.first > self.version]
            if fresh:
                self.live.catch_up(fresh)  # unless a command of this process has been faster
                self._extend(decode_events(fresh, self.live.seed))
            elif self._newest > self.version:
                await asyncio.sleep(RETRY_SECONDS)

    def _on_read(self, task: "asyncio.Task[None]") -> None:
        """End all streams if reading has failed; otherwise they would wait without end."""
        self._reading = None
        if task.cancelled():
            return
        if task.exception() is not None:
            logger.error("streams of table %s failed", self.table, exc_info=task.exception())
            self.end("store_unavailable")
        self._read_if_behind()

    def _extend(self, events: Sequence[SaltedEvent]) -> None:
        """Keep new events, and send all of this turn of the loop together."""
        self._recent.extend(events)
        del self._recent[: -max(self._most_recent, len(events))]
        self._frames.clear()
        self.version = events[-1].recorded.version
        self._continuity.extended(self.version, self.live)
        if self._flushing is None:
            self._flushing = asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = None
        for subscriber in self._subscribers:
            subscriber.advance()

    # Streams

    def add(self, subscriber: Subscriber) -> None:
        self._subscribers.add(subscriber)
        self._opened[subscriber.name] = subscriber.ends_ms
        self._sources.changed(self.table)

    def remove(self, subscriber: Subscriber) -> bool:
        """Remove a stream; return whether any is left."""
        self._subscribers.discard(subscriber)
        self._opened.pop(subscriber.name, None)
        self._departed.add(subscriber.name)
        self._sources.changed(self.table)
        return bool(self._subscribers)

    @property
    def tokens(self) -> set[bytes]:
        """Return the tokens with which streams were opened here."""
        return {each.token for each in self._subscribers if each.token is not None}

    def end(self, reason: str) -> None:
        """End all streams, and read nothing more."""
        self.close()
        for subscriber in self._subscribers:
            subscriber.end(reason)

    def end_streams_of(self, tokens: Collection[bytes]) -> None:
        """End the streams that were opened with tokens that are no longer valid."""
        for subscriber in self._subscribers:
            if subscriber.token in tokens:
                subscriber.end("token_unknown")

    # Presence

    def changes(self) -> tuple[dict[str, int], set[str]]:
        """Return the streams that the store has yet to add and to remove."""
        return dict(self._opened), set(self._departed)

    def changes_stored(self, opened: Iterable[str], departed: Iterable[str]) -> None:
        """Forget changes that were stored."""
        for name in opened:
            self._opened.pop(name, None)
        self._departed.difference_update(departed)

    def show_present(self, names: Iterable[str]) -> None:
        """Send who is present if that has changed, given the names in the store."""
        self._stored_names = set(names)
        if self.present != (changed := self.present_now()):
            self.present = changed
            for subscriber in self._subscribers:
                subscriber.wake()

    def present_now(self) -> Present:
        """Return who is present as far as this process knows at this moment."""
        names = self._stored_names | {subscriber.name for subscriber in self._subscribers}
        return present(names - self._departed, self.live.state)


def present(names: set[str], state: Table) -> Present:
    """Return who is present, from the names of open streams: `<stream>:<player, if any>`."""
    players = [name.partition(":")[2] for name in names]
    seated = {player: seats_of(state, player) for player in players if player}
    without_seat = sum(not seats for seats in seated.values())
    seats = sorted(seat for held in seated.values() for seat in held)
    return Present(tuple(seats), players.count("") + without_seat)
