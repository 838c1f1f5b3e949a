"""Keeps presence for all channels of a process; a room that does not change costs nothing."""

import asyncio
from collections.abc import Collection, Iterable
from contextlib import suppress

from api.streaming.channel import Channel
from api.streaming.token_check import lost_tokens
from application.ports.accounts import Accounts
from application.ports.event_log import StoreUnavailable
from application.ports.presence import Presence, RoomChange
from application.ports.world import World
from domain.kernel.ids import TableId

GATHER_SECONDS = 0.25  # streams that open and close within this time are reported together
LOOK_SECONDS = 2.0  # between two looks at the changes of other processes: one command for all
LEASES_KEPT = 3  # heartbeats after which a process counts as ended
ASKED = 1_000  # tables in one request to the store


class PresenceKeeper:
    def __init__(
        self, presence: Presence, accounts: Accounts, world: World, heartbeat_seconds: float
    ) -> None:
        self._presence = presence
        self._accounts = accounts
        self._world = world
        self._heartbeat_seconds = heartbeat_seconds
        self._channels: dict[TableId, Channel] = {}
        self._changed: set[TableId] = set()
        self._left: dict[TableId, set[str]] = {}  # the streams of channels that were closed
        self._writing: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None

    async def open(self, channel: Channel) -> None:
        """Keep the presence at a channel; return when it shows the streams of all processes."""
        self._channels[channel.table] = channel
        if self._looking is None:
            with suppress(StoreUnavailable):  # presence is only shown; nothing depends on it
                await self._renew_lease()
            self._looking = self._looking or asyncio.create_task(self._look())
        await self._write([channel.table])

    def close(self, channel: Channel) -> None:
        """Keep it no more; its streams are removed from the store soon."""
        self._channels.pop(channel.table, None)
        self._left.setdefault(channel.table, set()).update(channel.changes()[1])
        self._changed.add(channel.table)
        self._gather()

    def changed(self, table: TableId) -> None:
        """Store soon that streams were opened or closed at a table."""
        if table in self._channels:
            self._changed.add(table)
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

    async def _write(self, tables: Collection[TableId]) -> None:
        """Store the changes at these tables, and show who is present there now."""
        here = self._here(tables)
        left = {table: self._left.pop(table) for table in tables if table in self._left}
        taken = {channel: channel.changes() for channel in here}
        changes = [RoomChange(table, {}, names) for table, names in left.items()]
        changes += [RoomChange(channel.table, *found) for channel, found in taken.items()]
        self._changed.difference_update(tables)
        try:
            if changes := [change for change in changes if change.opened or change.closed]:
                await self._presence.change(changes, self._world.now())
        except StoreUnavailable:  # the next look tries again
            self._changed.update(tables)
            for table, names in left.items():
                self._left.setdefault(table, set()).update(names)
            return
        for channel, found in taken.items():
            channel.changes_stored(*found)
        await self._show(here)

    async def _show(self, channels: Iterable[Channel]) -> None:
        """Show at these channels who is present."""
        wanted = list(channels)
        for start in range(0, len(wanted), ASKED):
            some = wanted[start : start + ASKED]
            with suppress(StoreUnavailable):
                tables = [channel.table for channel in some]
                found = await self._presence.names(tables, self._world.now())
                for channel, names in zip(some, found, strict=True):
                    channel.show_present(names)

    async def _look(self) -> None:
        """Show what other processes have changed; renew the lease of this one."""
        now = asyncio.get_running_loop().time
        renewed_at = now()
        while True:
            await asyncio.sleep(min(LOOK_SECONDS, self._heartbeat_seconds))
            with suppress(StoreUnavailable):
                await self._show(self._here(await self._presence.announced()))
                if self._changed:
                    self._gather()
                if now() >= renewed_at + self._heartbeat_seconds:
                    renewed_at = now()
                    if await self._renew_lease():
                        await self._show(list(self._channels.values()))
                    await self._end_streams_without_token()

    def _here(self, tables: Iterable[TableId]) -> list[Channel]:
        return [self._channels[table] for table in tables if table in self._channels]

    async def _renew_lease(self) -> bool:
        keep_ms = int(1000 * LEASES_KEPT * self._heartbeat_seconds)
        return await self._presence.renew_lease(self._world.now(), keep_ms)

    async def _end_streams_without_token(self) -> None:
        """End the streams whose tokens have expired, or were revoked without notice."""
        used = {token for channel in self._channels.values() for token in channel.tokens}
        lost = await lost_tokens(self._accounts, used)
        for channel in list(self._channels.values()) if lost else ():
            channel.end_streams_of(lost)
