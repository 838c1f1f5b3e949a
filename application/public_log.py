"""What a web process says about the public log: receipts, proofs and keys."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cached_property

from application.lib.shared_result import SharedResult
from application.ports.event_log import EventLog
from application.ports.public_log import LogQueue, ServedLog, short_name
from application.ports.world import World
from application.setting_values import SettingError
from domain.judging.live_table import LiveTable
from domain.judging.stored import extend
from domain.kernel.ids import TableId
from domain.kernel.refusals import Rejected
from domain.log.checkpoint import parse_checkpoint
from domain.log.entries import sign_receipt
from domain.log.note import LogError, Signer, parse_note
from domain.log.proof import prove
from domain.table.refusals import NoSuchTable

STARTED, CLOSED = "01", "02"  # kinds of entries, as tables are marked with them
KEYS_SECONDS = 10.0  # keys are rotated, but rarely
OLD_MS = 60_000  # a head of this age is durable, even if clocks differ
Sleep = Callable[[float], Awaitable[None]]


class PublicLog:
    def __init__(
        self,
        reader: ServedLog,
        queue: LogQueue,
        open_keys: Callable[[], tuple[Signer, Signer]],
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.reader = reader
        self._queue = queue
        self._open_keys = open_keys
        self._sleep = sleep
        self._verifiers = SharedResult(self._read_verifiers, KEYS_SECONDS)
        self._loses_ms = SharedResult(queue.loses_ms, KEYS_SECONDS)

    @cached_property
    def _keys(self) -> tuple[Signer, Signer]:
        """Return the keys of the log and of receipts as they were at the start."""
        return self._open_keys()

    async def verifiers(self) -> tuple[str, str]:
        """Return the keys that verify checkpoints and receipts."""
        return await self._verifiers.get()

    async def receipt(self, live: LiveTable, log: EventLog, world: World) -> str:
        """Return a signed note: which head the table has at its version, if the store keeps it.

        A store that writes to disk once a second is given the time to do so. If it has lost the
        head meanwhile, the one that it has is signed.
        """
        while True:
            version, head = await _stored(live.table, log)
            young = version != live.version or world.now() - live.at < OLD_MS
            loses_ms = await self._loses_ms.get() if young else 0
            if loses_ms == 0:
                break
            await self._sleep(loses_ms / 1000)
            if await _is_still(version, head, live, log):
                break
        return str(sign_receipt(live.table, version, head, world.now(), self._keys[1]))

    async def lateness(self, now: int) -> float:
        """Return for how many seconds the oldest commit has waited for the log."""
        oldest = await self._queue.oldest()
        return 0.0 if oldest is None else max(0.0, (now - oldest) / 1000)

    async def started_at(self, table: TableId) -> int | None:
        """Return the place of a table's `started` in the log; None if this log has none."""
        return await self._place(table, STARTED)

    async def closed_at(self, table: TableId) -> int | None:
        """Return the place of a table's `closed` in the log; None if this log has none."""
        return await self._place(table, CLOSED)

    async def _place(self, table: TableId, kind: str) -> int | None:
        [places] = await self._queue.places([table])
        place = None if places is None else places.get(kind)
        own = place is not None and place.log == short_name(self._keys[0].name)
        return place.number if place is not None and own else None

    def proof(self, place: int) -> str:
        """Return the proof that an entry is in the log, under a cosigned checkpoint if there is."""
        for raw in (self.reader.cosigned_checkpoint(), self.reader.checkpoint()):
            size = 0 if raw is None else parse_checkpoint(parse_note(raw).text).size
            if raw is not None and place < size:
                return str(prove(self.reader.tree(size), place, raw))
        raise LogError(f"no checkpoint counts entry {place}")  # it was marked before it was signed

    async def _read_verifiers(self) -> tuple[str, str]:
        try:
            log, receipts = await asyncio.to_thread(self._open_keys)
        except SettingError:
            log, receipts = self._keys  # those of the start, while the operator restores them
        return str(log.verifier), str(receipts.verifier)


async def _stored(table: TableId, log: EventLog) -> tuple[int, bytes]:
    """Return version and head as they are stored: a cache may know what the store has lost."""
    stored = await log.head(table)
    if stored is None:
        raise Rejected(NoSuchTable())
    return stored


async def _is_still(version: int, head: bytes, live: LiveTable, log: EventLog) -> bool:
    """Return whether what is stored now continues this head."""
    stored = await log.head(live.table)
    if stored is None or stored[0] < version:
        return False
    since = [entry for entry in await log.read(live.table, version) if entry.last <= stored[0]]
    return extend(head, live.seed, since) == stored[1]
