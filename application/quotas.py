"""The quotas of one caller: tables, seats, audits, forks and streams, over all processes."""

import math
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Literal, NamedTuple, Protocol, TypeAlias

from application.ports.event_log import EventLog, StoreUnavailable
from application.refusals.reasons import (
    TooManyAudits,
    TooManyBotTables,
    TooManyEvents,
    TooManyForks,
    TooManySeatChanges,
    TooManyStreams,
    TooManyStreamsOfAddress,
    TooManyStreamsOfTable,
    TooManyTables,
    TooManyTests,
)
from application.setting_fields import SettingFields
from application.setting_values import Quota
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Refusal
from domain.kernel.rejection import Rejected
from domain.table.state import Open, Table

Kind: TypeAlias = Literal[
    "tables", "bot_tables", "seat_changes", "audits", "forks", "streams", "webhook_tests"
]

OPENING_SECONDS = 60.0  # a table is held so long until it is stored
TABLE_SECONDS = 7 * 24 * 3600.0  # then it counts no longer, even if it is not closed
STREAM_SLACK = 30.0  # seconds that a stream may take to end


class QuotaExceeded(Rejected):
    """A quota is used up; the refusal says which, and what to do."""

    def __init__(self, refusal: Refusal, limit: int, retry_after: int | None = None) -> None:
        super().__init__(refusal)
        self.limit = limit
        self.retry_after = retry_after  # seconds


class QuotaStore(Protocol):
    """Counts in the store, in one step each, so that processes cannot race."""

    async def hold(self, kind: Kind, caller: str, member: str, most: int, seconds: float) -> bool:
        """Hold one of `most` places until it is released or time is up; False if all are held."""

    async def release(self, kind: Kind, caller: str, members: Sequence[str]) -> None:
        """Release places that are held; unknown ones are ignored."""

    async def held(self, kind: Kind, caller: str) -> list[str]:
        """Return what the caller holds, the oldest first."""

    async def spend(self, kind: Kind, caller: str, quota: Quota) -> float:
        """Count one use; return 0, or after how many seconds the next one is allowed."""


class StreamPlace(NamedTuple):
    """Where an open stream is counted."""

    caller: str
    most: int
    refusal: Refusal


class Quotas:
    def __init__(self, store: QuotaStore, log: EventLog, settings: SettingFields) -> None:
        self._store = store
        self._log = log
        self._settings = settings

    @asynccontextmanager
    async def new_table(self, host: PlayerId, table: TableId) -> AsyncIterator[None]:
        """Count a table of this host while it is stored; raises `too_many_tables`."""
        most = self._settings.tables_per_player
        async with self._table("tables", host, table, most, TooManyTables):
            yield

    @asynccontextmanager
    async def bot_table(self, host: PlayerId, table: TableId) -> AsyncIterator[None]:
        """Count a table of bots only while it is started; raises `too_many_bot_tables`."""
        most = self._settings.bot_tables_per_player
        async with self._table("bot_tables", host, table, most, TooManyBotTables):
            yield

    async def change_seat(self, player: PlayerId) -> None:
        """Count a seat that a player takes, leaves or fills; raises `too_many_seat_changes`."""
        most = self._settings.seat_changes
        await self._spend("seat_changes", player, most, TooManySeatChanges)

    async def audit(self, caller: str) -> None:
        """Count an audit that was requested; raises `too_many_audits`."""
        await self._spend("audits", caller, self._settings.audits, TooManyAudits)

    async def fork(self, player: PlayerId) -> None:
        """Count a fork; raises `too_many_forks`."""
        await self._spend("forks", player, self._settings.forks, TooManyForks)

    async def test_webhook(self, player: PlayerId) -> None:
        """Count a test of a webhook; raises `too_many_tests`."""
        most = self._settings.webhook_tests
        await self._spend("webhook_tests", player, most, TooManyTests)

    def require_seating(self, live: LiveTable) -> None:
        """Raise `too_many_events` if so much happened before the start that nobody may sit."""
        most = self._settings.events_before_start
        if most is not None and isinstance(live.state, Open) and live.version >= most:
            raise QuotaExceeded(TooManyEvents(live.version, most), most)

    @asynccontextmanager
    async def stream(
        self,
        player: PlayerId | None,
        address: str,
        table: TableId | None,
        name: str,
        seconds: float,
    ) -> AsyncIterator[None]:
        """Count a stream while it is open; raises `too_many_streams`."""
        places = self._stream_places(player, address, table)
        held: list[str] = []
        try:
            for place in places:
                lasts = seconds + STREAM_SLACK
                if not await self._store.hold("streams", place.caller, name, place.most, lasts):
                    raise QuotaExceeded(place.refusal, place.most)
                held.append(place.caller)
            yield
        finally:
            with suppress(StoreUnavailable):  # its places end by themselves
                for caller in held:
                    await self._store.release("streams", caller, [name])

    def _stream_places(
        self, player: PlayerId | None, address: str, table: TableId | None
    ) -> Sequence[StreamPlace]:
        settings = self._settings
        wanted = (
            (player, settings.streams_per_token, TooManyStreams),
            (address, settings.streams_per_address, TooManyStreamsOfAddress),
            (table, settings.streams_per_table, TooManyStreamsOfTable),
        )
        return [
            StreamPlace(caller, most, refusal(most))
            for caller, most, refusal in wanted
            if caller and most is not None
        ]

    @asynccontextmanager
    async def _table(
        self,
        kind: Kind,
        host: PlayerId,
        table: TableId,
        most: int | None,
        refusal: Callable[[int], Refusal],
    ) -> AsyncIterator[None]:
        """Hold a place for a table; it is given back if the table is not stored."""
        if most is None:
            yield
            return
        if not await self._hold_table(kind, host, table, most):
            raise QuotaExceeded(refusal(most), most)
        try:
            yield
        except Exception:
            with suppress(StoreUnavailable):  # it ends by itself
                await self._store.release(kind, host, [table])
            raise
        await self._store.hold(kind, host, table, most, TABLE_SECONDS)

    async def _hold_table(self, kind: Kind, host: PlayerId, table: TableId, most: int) -> bool:
        """Hold a place for a while; tables that are closed by now make room for it."""
        if await self._store.hold(kind, host, table, most, OPENING_SECONDS):
            return True
        tables = await self._store.held(kind, host)
        rows = await self._log.rows(tables)
        closed = [row.id for row in rows if row is not None and row.finished_at is not None]
        await self._store.release(kind, host, closed)
        return bool(closed) and await self._store.hold(kind, host, table, most, OPENING_SECONDS)

    async def _spend(
        self,
        kind: Kind,
        caller: str,
        quota: Quota | None,
        refusal: Callable[[int, int, int], Refusal],
    ) -> None:
        if quota is None:
            return
        wait = await self._store.spend(kind, caller, quota)
        if wait:
            again = max(1, math.ceil(wait))
            raise QuotaExceeded(refusal(quota.most, quota.seconds, again), quota.most, again)


def only_bots(state: Table, host: PlayerId) -> bool:
    """Return whether a table of this host has not started yet and has bots at all of its seats."""
    return (
        isinstance(state, Open)
        and state.setup.host == host
        and bool(state.sitters)
        and all(sitter.bot is not None for sitter in state.sitters)
    )
