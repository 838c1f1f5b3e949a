"""One table in one process: what is new is read once and heard by all who listen here."""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from application.ports.accounts import Accounts
from application.ports.event_log import EventLog, StoreUnavailable
from application.ports.feeds import Follower
from application.ports.presence import Presence
from application.ports.world import World
from application.settings import Settings
from domain.judging.commit import SaltedEvent, decode_events
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.messages import Value
from domain.table.state import Table, seats_of

logger = logging.getLogger("ludotheque")
WAIT = 60.0  # seconds; then the reader is asked again
PAUSE = 0.5  # seconds without a store
BREATH = 0.25  # seconds in which those who come and go are told of together
LOOK = 2.0  # seconds between two looks at who listens at other processes


class Present(Value, frozen=True):
    """Who has a stream open, on any process: seats by number, everybody else counted."""

    seats: tuple[Seat, ...]
    spectators: int


@dataclass(frozen=True)
class Sources:
    """Where a room hears from."""

    log: EventLog
    follower: Follower
    presence: Presence
    accounts: Accounts
    world: World


class Listener:
    """One open stream: whose it is, and why it must end."""

    def __init__(self, player: PlayerId | None, hurry: Callable[[], None]) -> None:
        self.player = player
        self.name = f"{secrets.token_hex(8)}:{player or ''}"
        self.reason: str | None = None
        self._hurry = hurry
        self._woken = asyncio.Event()

    def wake(self) -> None:
        self._woken.set()

    def end(self, reason: str) -> None:
        self.reason = self.reason or reason
        self._woken.set()
        self._hurry()

    async def wait(self, until: float) -> None:
        """Until woken, or until this moment of the loop's clock."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self._woken.wait()
        self._woken.clear()


class Room:
    def __init__(self, live: LiveTable, sources: Sources, settings: Settings) -> None:
        self.live = live
        self.table = live.table
        self.version = live.version  # the last that was heard here
        self.present = Present((), 0)  # as everybody was last told
        self._sources = sources
        self._renewal = settings.heartbeat_seconds
        self._remembered = settings.most_behind
        self._recent: deque[SaltedEvent] = deque()
        self._listeners: set[Listener] = set()
        self._elsewhere: set[str] = set()  # names of those who listen at other processes, too
        self._departed: set[str] = set()
        self._stirred = asyncio.Event()  # somebody came or went
        self._renewed = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self._tasks = [asyncio.create_task(self._follow()), asyncio.create_task(self._attend())]
        for task in self._tasks:
            task.add_done_callback(self._failed)
        await self._renew()

    def close(self) -> "asyncio.Task[None]":
        """Nobody is here any more; what is left to do is to say so."""
        for task in self._tasks:
            task.cancel()
        return asyncio.create_task(self._renew())

    def _failed(self, task: "asyncio.Task[None]") -> None:
        """Rather no stream than one that hears nothing."""
        if not task.cancelled():
            logger.error("nothing is heard of table %s", self.table, exc_info=task.exception())
            self.end("store_unavailable")

    def join(self, listener: Listener) -> None:
        self._listeners.add(listener)
        self._stirred.set()

    def part(self, listener: Listener) -> bool:
        """Is anybody left?"""
        self._listeners.discard(listener)
        self._departed.add(listener.name)
        self._stirred.set()
        return bool(self._listeners)

    def end(self, reason: str) -> None:
        """For good: nothing is heard here any more."""
        for task in self._tasks:
            task.cancel()
        for listener in self._listeners:
            listener.end(reason)

    def dismiss(self, players: Collection[PlayerId]) -> None:
        """Their tokens are nobody's any more."""
        for listener in self._listeners:
            if listener.player in players:
                listener.end("token_unknown")

    def since(self, version: int) -> Sequence[SaltedEvent] | None:
        """What was heard after this version; None if that is longer ago than is remembered."""
        count = self.version - version
        if count > len(self._recent):
            return None
        return list(islice(self._recent, len(self._recent) - count, None)) if count > 0 else ()

    def here(self) -> Present:
        """As far as this process knows at this moment."""
        names = self._elsewhere | {listener.name for listener in self._listeners}
        return present(names - self._departed, self.live.state)

    async def _follow(self) -> None:
        """The process's one reader tells when to look; whatever came is read once, for all."""
        while True:
            try:
                if await self._sources.follower.wait(self.table, self.version, WAIT):
                    await self._hear()
            except StoreUnavailable:
                await asyncio.sleep(PAUSE)

    async def _hear(self) -> None:
        entries = await self._sources.log.read(self.table, self.version)
        if not entries:
            await asyncio.sleep(PAUSE)  # it was woken for nothing: the store was set back
            return
        self.live.catch_up(entries)  # unless a command of this process has been faster
        self._recent.extend(decode_events(entries, self.live.seed))
        while len(self._recent) > max(self._remembered, len(entries)):
            self._recent.popleft()
        self.version = entries[-1].version
        self._wake()

    async def _attend(self) -> None:
        """Keep those who are here from being forgotten, and tell when somebody came or went."""
        clock = asyncio.get_running_loop().time
        asked = clock()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._stirred.wait()
                    await asyncio.sleep(BREATH)
            await self._renew()
            if clock() >= asked + self._renewal:
                asked = clock()
                await self._recognise()

    async def _recognise(self) -> None:
        """Whoever was erased at another process is not told secrets for long."""
        players = list({each.player for each in self._listeners if each.player is not None})
        with suppress(StoreUnavailable):  # then nothing can be told, either
            names = await self._sources.accounts.names(players)
            erased = [player for player, name in zip(players, names, strict=True) if name is None]
            self.dismiss(erased)

    async def _renew(self) -> None:
        now = asyncio.get_running_loop().time()
        due = self._stirred.is_set() or now >= self._renewed + self._renewal
        self._stirred.clear()
        here = [listener.name for listener in self._listeners] if due else []
        gone = list(self._departed)
        keep = int(3000 * self._renewal)
        with suppress(StoreUnavailable):  # it is only said who is here; nothing depends on it
            found = await self._sources.presence.renew(
                self.table, here, gone, self._sources.world.now(), keep
            )
            self._elsewhere = set(found)
            self._renewed = now if due else self._renewed
            self._departed -= set(gone)
        if self.present != (known := self.here()):
            self.present = known
            self._wake()

    def _wake(self) -> None:
        for listener in self._listeners:
            listener.wake()


def present(names: set[str], state: Table) -> Present:
    """From the names of open streams: `<stream>:<player, if any>`."""
    players = [name.partition(":")[2] for name in names]
    seated = {player: seats_of(state, player) for player in players if player}
    strangers = sum(not seats for seats in seated.values())
    seats = sorted(seat for held in seated.values() for seat in held)
    return Present(tuple(seats), players.count("") + strangers)
