"""Who listens in this process, and how much of that is too much."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from api.problems.handlers import ApiProblem
from api.streaming.channel import Listener, Room, Sources
from application.settings import Settings
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, TableId


class StreamRegistry:
    """The rooms of this process: one for every table somebody listens to."""

    def __init__(self, sources: Sources, settings: Settings) -> None:
        self._sources = sources
        self._settings = settings
        self._rooms: dict[TableId, Room] = {}
        self._places: Counter[str] = Counter()
        self._farewells: set[asyncio.Task[None]] = set()
        self._closing = False

    @property
    def open(self) -> int:
        """Streams."""
        return self._places.total()

    @contextmanager
    def place(self, player: PlayerId | None, address: str) -> Iterator[None]:
        """A stream of this caller, while there is room for it."""
        caller = player or f"at {address}"
        settings = self._settings
        most = settings.streams_per_token if player else settings.streams_per_address
        if self._places[caller] >= most:
            raise ApiProblem("too_many_streams", f"You have {most} streams open; close one.")
        if self.open >= settings.streams:
            raise ApiProblem("too_many_streams", "This process has no room for another stream.")
        self._places[caller] += 1
        try:
            yield
        finally:
            self._places[caller] -= 1
            if not self._places[caller]:
                del self._places[caller]

    async def enter(self, live: LiveTable, listener: Listener) -> Room:
        """Everything that happens from the present version on will be heard in this room."""
        room = self._rooms.get(live.table)
        new = room is None
        if room is None:
            room = self._rooms[live.table] = Room(live, self._sources, self._settings)
        elif room.live.version < live.version:
            room.live = live  # nobody is shown less than he may have seen already
        room.join(listener)
        if self._closing:
            listener.end("shutdown")
        elif new:
            try:
                await room.open()
            except BaseException:
                self.leave(room, listener)
                raise
        return room

    def leave(self, room: Room, listener: Listener) -> None:
        if room.part(listener):
            return
        del self._rooms[room.table]
        farewell = room.close()
        self._farewells.add(farewell)
        farewell.add_done_callback(self._farewells.discard)

    def dismiss(self, player: PlayerId) -> None:
        """End the streams of somebody who was erased."""
        for room in self._rooms.values():
            room.dismiss([player])

    def close(self) -> None:
        """End every stream, now and from now on: the process is about to end."""
        self._closing = True
        for room in self._rooms.values():
            room.end("shutdown")

    async def aclose(self) -> None:
        self.close()
        await asyncio.gather(*self._farewells)
