"""What players and addresses may hold and do: tables, webhooks, streams …, over all processes."""

import math
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Literal, NamedTuple, Protocol, TypeAlias

from application.caller_network import players_at
from application.ports.event_log import EventLog, StoreUnavailable
from application.ports.seeks import SeekLimits
from application.refusals.reasons import (
    TooManyAtAddress,
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
from domain.kernel.refusals import Rejected
from domain.table.state import Open

Held: TypeAlias = Literal["tables", "bot_tables", "streams", "webhooks"]
Spent: TypeAlias = Literal["seat_changes", "audits", "forks", "webhook_tests"]
Kind: TypeAlias = Held | Spent
OF_TABLES = ("tables", "bot_tables")
NO_LIMIT = 10**6  # seeks, if there is no limit
LOOKED_AT = 100  # tables that are held, when one more is refused

OPENING_SECONDS = 60.0  # a place is held so long until the table or webhook is stored
STORED_SECONDS = 7 * 24 * 3600.0  # then it counts no longer, even if it is not closed
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

    async def some_held(self, kind: Kind, caller: str, limit: int) -> list[str]:
        """Return what the caller holds; a random part of it, if it is more than the limit."""

    async def spend(self, kind: Kind, caller: str, quota: Quota) -> float:
        """Count one use; return 0, or after how many seconds the next one is allowed."""


class Place(NamedTuple):
    """Where something that is held is counted."""

    caller: str
    most: int
    refusal: Refusal


class Quotas:
    def __init__(
        self,
        store: QuotaStore,
        log: EventLog,
        settings: SettingFields,
        address: Callable[[], str] = str,
    ) -> None:
        """`address` returns that of the caller whose request is answered, or an empty text."""
        self._store = store
        self._log = log
        self._settings = settings
        self._address = address

    @asynccontextmanager
    async def new_table(
        self, host: PlayerId, table: TableId, address: str = ""
    ) -> AsyncIterator[None]:
        """Count a table of this host while it is stored; raises `too_many_tables`."""
        most = self._settings.tables_per_player
        places = [*_counted(host, most, TooManyTables), *self._at_address(most, address)]
        async with self._stored("tables", table, places):
            yield

    @asynccontextmanager
    async def bot_table(self, host: PlayerId, table: TableId) -> AsyncIterator[None]:
        """Count a table of bots only while it is started; raises `too_many_bot_tables`."""
        most = self._settings.bot_tables_per_player
        places = [*_counted(host, most, TooManyBotTables), *self._at_address(most)]
        async with self._stored("bot_tables", table, places):
            yield

    @asynccontextmanager
    async def new_webhook(self, webhook: str) -> AsyncIterator[None]:
        """Count a webhook for its address; the store counts those of a player."""
        places = self._at_address(self._settings.webhooks_per_player)
        async with self._stored("webhooks", webhook, places):
            yield

    async def webhook_deleted(self, webhook: str) -> None:
        """Give the place at this address back."""
        await self._release("webhooks", webhook, self._at_address(1))

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

    def seeks(self) -> SeekLimits:
        """Return how many seeks the caller and the address of the request may have."""
        most = self._settings.seeks_per_player
        there = [place.most for place in self._at_address(most)] or [NO_LIMIT]
        lease_ms = int(1000 * self._settings.seek_seconds)
        return SeekLimits(most or NO_LIMIT, self._address(), there[0], lease_ms)

    def too_many_seeks(self) -> QuotaExceeded:
        """Return the refusal of one more seek at the address of the request."""
        [place] = self._at_address(self._settings.seeks_per_player)
        return QuotaExceeded(place.refusal, place.most)

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
        settings = self._settings
        places = [
            *_counted(player, settings.streams_per_token, TooManyStreams),
            *self._at_address(settings.streams_per_token, address, TooManyStreamsOfAddress),
            *_counted(table, settings.streams_per_table, TooManyStreamsOfTable),
        ]
        await self._hold("streams", name, places, seconds + STREAM_SLACK)
        try:
            yield
        finally:
            await self._release("streams", name, places)

    def _at_address(
        self,
        per_player: int | None,
        address: str = "",
        refusal: Callable[[int], Refusal] | None = None,
    ) -> Sequence[Place]:
        """Return where the address counts: it may have so many times what a player may."""
        address = address or self._address()
        players = players_at(self._settings, address)
        if players is None or per_player is None:
            return ()
        most = players * per_player
        return _counted(address, most, refusal or (lambda most: TooManyAtAddress(most, players)))

    @asynccontextmanager
    async def _stored(
        self, kind: Kind, member: str, places: Sequence[Place]
    ) -> AsyncIterator[None]:
        """Hold places for something; they are given back if it is not stored."""
        await self._hold(kind, member, places, OPENING_SECONDS)
        try:
            yield
        except Exception:
            await self._release(kind, member, places)
            raise
        for place in places:
            await self._store.hold(kind, place.caller, member, place.most, STORED_SECONDS)

    async def _hold(self, kind: Kind, member: str, places: Sequence[Place], seconds: float) -> None:
        """Hold all of these places, or none of them and raise."""
        async with AsyncExitStack() as held:
            for place in places:
                if not await self._hold_one(kind, member, place, seconds):
                    raise QuotaExceeded(place.refusal, place.most)
                held.push_async_callback(self._release, kind, member, [place])
            held.pop_all()

    async def _release(self, kind: Kind, member: str, places: Sequence[Place]) -> None:
        with suppress(StoreUnavailable):  # places end by themselves
            for place in places:
                await self._store.release(kind, place.caller, [member])

    async def _hold_one(self, kind: Kind, member: str, place: Place, seconds: float) -> bool:
        """Hold a place for a while; tables that are closed by now make room for it."""
        caller, most, _ = place
        if await self._store.hold(kind, caller, member, most, seconds):
            return True
        if kind not in OF_TABLES:
            return False
        rows = await self._log.rows(await self._store.some_held(kind, caller, LOOKED_AT))
        closed = [row.id for row in rows if row is not None and row.finished_at is not None]
        await self._store.release(kind, caller, closed)
        return bool(closed) and await self._store.hold(kind, caller, member, most, seconds)

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


def _counted(
    caller: str | None, most: int | None, refusal: Callable[[int], Refusal]
) -> Sequence[Place]:
    return [Place(caller, most, refusal(most))] if caller and most is not None else ()
