"""Who is present at tables, over all processes; a room that does not change costs nothing."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress

from application.ports.event_log import StoreUnavailable
from application.ports.presence import Presence, RoomChange
from application.ports.world import World
from domain.kernel.ids import Seat, TableId
from domain.kernel.messages import Value
from domain.table.state import Table, seats_of

GATHER_SECONDS = 0.25  # streams that open and close within this time are reported together
LOOK_SECONDS = 2.0  # between two looks at the changes of other processes: one command for all
LEASES_KEPT = 3  # heartbeats after which a process counts as ended
ASKED = 1_000  # tables in one request to the store


class PresenceSeen(Value, frozen=True):
    """The seats whose players have a stream open, at any process, and the number of spectators."""

    seats: tuple[Seat, ...]
    """The seats, each by its number."""
    spectators: int
    """How many watch without a seat."""


class Room:
    """The streams at one table, by name: `<stream>:<player, if any>`."""

    def __init__(
        self, table: TableId, state: Callable[[], Table], wake: Callable[[], None]
    ) -> None:
        """`wake` is called when the streams have something new to show."""
        self.table = table
        self.present = PresenceSeen((), 0)  # as last sent to the streams
        self._state = state
        self._wake = wake
        self._here: set[str] = set()  # streams of this process
        self._stored: set[str] = set()  # those of other processes included
        self._opened: dict[str, int] = {}  # streams that the store does not know yet
        self._departed: set[str] = set()  # streams still to be removed from the store

    def add(self, name: str, ends_ms: int) -> None:
        self._here.add(name)
        self._opened[name] = ends_ms

    def remove(self, name: str) -> None:
        self._here.discard(name)
        self._opened.pop(name, None)
        self._departed.add(name)

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
        self._stored = set(names)
        if self.present != (changed := self.present_now()):
            self.present = changed
            self._wake()

    def present_now(self) -> PresenceSeen:
        """Return who is present as far as this process knows at this moment."""
        names = (self._stored | self._here) - self._departed
        players = [name.partition(":")[2] for name in names]
        seated = {player: seats_of(self._state(), player) for player in players if player}
        without_seat = sum(not seats for seats in seated.values())
        seats = sorted(seat for held in seated.values() for seat in held)
        return PresenceSeen(tuple(seats), players.count("") + without_seat)


class PresenceKeeper:
    """Stores which streams are open in the rooms of this process, and reads those of others."""

    def __init__(self, presence: Presence, world: World, heartbeat_seconds: float) -> None:
        self._presence = presence
        self._world = world
        self._heartbeat_seconds = heartbeat_seconds
        self._rooms: dict[TableId, Room] = {}
        self._changed: set[Room] = set()  # also those that were closed
        self._writing: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None

    async def open(self, room: Room) -> None:
        """Track a room; return when it shows the streams of all processes."""
        self._rooms[room.table] = room
        if self._looking is None:
            with suppress(StoreUnavailable):  # presence is only shown; nothing depends on it
                await self._renew_lease()
            self._looking = self._looking or asyncio.create_task(self._look())
        await self._write([room])

    def close(self, room: Room) -> None:
        """Stop tracking the room; its streams are removed from the store shortly."""
        if self._rooms.get(room.table) is room:
            del self._rooms[room.table]
        self._changed.add(room)
        self._gather()

    def changed(self, room: Room) -> None:
        """Store soon that streams were opened or closed in a room."""
        if self._rooms.get(room.table) is room:
            self._changed.add(room)
            self._gather()

    async def aclose(self) -> None:
        """Store what is left to store; then end."""
        for task in (self._looking, self._writing):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self._write(set(self._changed))

    def _gather(self) -> None:
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_gathered())

    async def _write_gathered(self) -> None:
        await asyncio.sleep(GATHER_SECONDS)
        self._writing = None
        await self._write(set(self._changed))

    async def _write(self, rooms: Collection[Room]) -> None:
        """Store the changes in these rooms, and show who is present there now."""
        taken = {room: room.changes() for room in rooms}
        self._changed.difference_update(rooms)
        changes = [RoomChange(room.table, *found) for room, found in taken.items() if any(found)]
        try:
            if changes:
                await self._presence.change(changes, self._world.now())
        except StoreUnavailable:  # the next look tries again
            self._changed.update(rooms)
            return
        for room, found in taken.items():
            room.changes_stored(*found)
        await self._show_at({room.table for room in rooms})

    async def _show_at(self, tables: Iterable[TableId]) -> None:
        """Show who is present in the rooms of these tables; a closed one may have a successor."""
        wanted = [self._rooms[table] for table in tables if table in self._rooms]
        for start in range(0, len(wanted), ASKED):
            some = wanted[start : start + ASKED]
            with suppress(StoreUnavailable):
                found = await self._presence.names([each.table for each in some], self._world.now())
                for room, names in zip(some, found, strict=True):
                    room.show_present(names)

    async def _look(self) -> None:
        """Show what other processes have changed; renew the lease of this one."""
        now = asyncio.get_running_loop().time
        renewed_at = now()
        while True:
            await asyncio.sleep(min(LOOK_SECONDS, self._heartbeat_seconds))
            with suppress(StoreUnavailable):
                await self._show_at(await self._presence.announced())
                if self._changed:
                    self._gather()
                if now() >= renewed_at + self._heartbeat_seconds:
                    renewed_at = now()
                    if await self._renew_lease():
                        await self._show_at(set(self._rooms))

    async def _renew_lease(self) -> bool:
        keep_ms = int(1000 * LEASES_KEPT * self._heartbeat_seconds)
        return await self._presence.renew_lease(self._world.now(), keep_ms)
