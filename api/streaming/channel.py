"""The streams of one table in one process: new events are read once and sent to all of them."""

import asyncio
import logging
from collections import deque
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from api.streaming.state_frames import StateFrames
from api.streaming.subscriber import Subscriber
from application.ports.accounts import Accounts
from application.ports.event_log import EventLog, StoreUnavailable
from application.ports.feeds import Follower
from application.ports.presence import Presence
from application.ports.world import World
from application.settings import Settings
from domain.judging.commit import SaltedEvent, decode_events
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Seat
from domain.kernel.messages import Value
from domain.table.state import Table, seats_of

logger = logging.getLogger("ludotheque")
FOLLOW_SECONDS = 60.0  # then the follower is asked again
RETRY_SECONDS = 0.5  # between attempts while the store does not answer
GATHER_SECONDS = 0.25  # streams that open and close within this time are reported together
PRESENCE_SECONDS = 2.0  # between two looks at the streams of other processes


class Present(Value, frozen=True):
    """The seats whose players have a stream open, at any process, and the number of spectators."""

    seats: tuple[Seat, ...]
    spectators: int


@dataclass(frozen=True)
class Sources:
    """The ports a channel reads from."""

    log: EventLog
    follower: Follower
    presence: Presence
    accounts: Accounts
    world: World


class Channel:
    def __init__(self, live: LiveTable, sources: Sources, settings: Settings) -> None:
        self.live = live
        self.table = live.table
        self.version = live.version  # the last version that was read here
        self.present = Present((), 0)  # as last sent to the streams
        self._sources = sources
        self._renew_seconds = settings.heartbeat_seconds
        self._most_recent = settings.most_behind
        self.states = StateFrames()
        self._recent: deque[SaltedEvent] = deque()
        self._subscribers: set[Subscriber] = set()
        self._stored_names: set[str] = set()  # of open streams, those of other processes included
        self._departed: set[str] = set()  # names still to be removed from the store
        self._changed = asyncio.Event()  # a stream was opened or closed here
        self._renewed_at = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self._tasks = [
            asyncio.create_task(self._follow()),
            asyncio.create_task(self._keep_presence()),
        ]
        for task in self._tasks:
            task.add_done_callback(self._on_task_done)
        await self._renew_presence()

    def close(self) -> "asyncio.Task[None]":
        """Stop reading; the returned task removes the departed streams from the store."""
        for task in self._tasks:
            task.cancel()
        return asyncio.create_task(self._renew_presence())

    def _on_task_done(self, task: "asyncio.Task[None]") -> None:
        """End all streams if a task has failed; otherwise they would wait without end."""
        if not task.cancelled():
            logger.error("streams of table %s failed", self.table, exc_info=task.exception())
            self.end("store_unavailable")

    def add(self, subscriber: Subscriber) -> None:
        self._subscribers.add(subscriber)
        self._changed.set()

    def remove(self, subscriber: Subscriber) -> bool:
        """Remove a stream; return whether any is left."""
        self._subscribers.discard(subscriber)
        self._departed.add(subscriber.name)
        self._changed.set()
        return bool(self._subscribers)

    def end(self, reason: str) -> None:
        """End all streams, and read nothing more."""
        for task in self._tasks:
            task.cancel()
        for subscriber in self._subscribers:
            subscriber.end(reason)

    def end_streams_of(self, tokens: Collection[bytes]) -> None:
        """End the streams that were opened with tokens that are no longer valid."""
        for subscriber in self._subscribers:
            if subscriber.token in tokens:
                subscriber.end("token_unknown")

    def events_after(self, version: int) -> Sequence[SaltedEvent] | None:
        """Return the events after this version; None if some of them are no longer kept here."""
        count = self.version - version
        if count > len(self._recent):
            return None
        return list(islice(self._recent, len(self._recent) - count, None)) if count > 0 else ()

    def present_now(self) -> Present:
        """Return who is present as far as this process knows at this moment."""
        names = self._stored_names | {subscriber.name for subscriber in self._subscribers}
        return present(names - self._departed, self.live.state)

    async def _follow(self) -> None:
        """Read new events whenever the follower reports some."""
        while True:
            try:
                if await self._sources.follower.wait(self.table, self.version, FOLLOW_SECONDS):
                    await self._read_new_events()
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)

    async def _read_new_events(self) -> None:
        entries = await self._sources.log.read(self.table, self.version)
        if not entries:
            await asyncio.sleep(RETRY_SECONDS)  # the store was reset to an earlier state
            return
        self.live.catch_up(entries)  # unless a command of this process has been faster
        self._recent.extend(decode_events(entries, self.live.seed))
        while len(self._recent) > max(self._most_recent, len(entries)):
            self._recent.popleft()
        self.version = entries[-1].version
        self._wake_all()

    async def _keep_presence(self) -> None:
        """Renew the streams of this process in the store, and look for those of others."""
        now = asyncio.get_running_loop().time
        checked_at = now()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(PRESENCE_SECONDS):
                    await self._changed.wait()
                    await asyncio.sleep(GATHER_SECONDS)
            await self._renew_presence()
            if now() >= checked_at + self._renew_seconds:
                checked_at = now()
                await self._end_streams_without_token()

    async def _end_streams_without_token(self) -> None:
        """End the streams whose tokens have expired, or were revoked without notice."""
        tokens = list({each.token for each in self._subscribers if each.token is not None})
        with suppress(StoreUnavailable):  # then no events can be read, either
            valid = await self._sources.accounts.are_valid(tokens)
            self.end_streams_of(
                [each for each, is_valid in zip(tokens, valid, strict=True) if not is_valid]
            )

    async def _renew_presence(self) -> None:
        now = asyncio.get_running_loop().time()
        due = self._changed.is_set() or now >= self._renewed_at + self._renew_seconds
        self._changed.clear()
        here = [subscriber.name for subscriber in self._subscribers] if due else []
        gone = list(self._departed)
        keep_ms = int(3000 * self._renew_seconds)
        with suppress(StoreUnavailable):  # presence is only shown; nothing depends on it
            names = await self._sources.presence.renew(
                self.table, here, gone, self._sources.world.now(), keep_ms
            )
            self._stored_names = set(names)
            self._renewed_at = now if due else self._renewed_at
            self._departed -= set(gone)
        if self.present != (changed := self.present_now()):
            self.present = changed
            self._wake_all()

    def _wake_all(self) -> None:
        for subscriber in self._subscribers:
            subscriber.wake()


def present(names: set[str], state: Table) -> Present:
    """Return who is present, from the names of open streams: `<stream>:<player, if any>`."""
    players = [name.partition(":")[2] for name in names]
    seated = {player: seats_of(state, player) for player in players if player}
    without_seat = sum(not seats for seats in seated.values())
    seats = sorted(seat for held in seated.values() for seat in held)
    return Present(tuple(seats), players.count("") + without_seat)
