"""Snapshots in a hash beside each table: a state of 2 KB takes about half of that."""

import asyncio
import struct
from collections.abc import Sequence
from contextlib import suppress

from zstandard import ZstdCompressor, ZstdDecompressor, ZstdError

from application.ports.event_log import StoreUnavailable
from application.ports.snapshots import Near, Snapshots
from domain.judging.saved_state import UNREADABLE, SavedState, decode_state, encode_state
from domain.kernel.ids import TableId, Version
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument
from store.lua import functions

KEPT_MS = 24 * 3_600_000  # without use
NEWEST = 10**15 - 1  # a version that no table has
MOST_BYTES = 16 << 20  # of a decompressed state
_HEADER = struct.Struct(">32sQ")  # head and time; the state follows, compressed


class RedisSnapshots(Snapshots):
    def __init__(self, client: StoreClient, fingerprint: str) -> None:
        self._client = client
        self._fingerprint = fingerprint
        self._touching: set[asyncio.Task[None]] = set()

    async def near(self, table: TableId, version: Version | None = None) -> Near:
        keys: list[Argument] = [self._key(table)]
        reply = await functions.call(
            self._client, "snapshots_near", keys, NEWEST if version is None else version
        )
        before, body, after, head = reply
        if not before and not after:
            return Near()
        self._touch(table)
        return Near(
            _decoded(int(before), body) if before else None, (int(after), head) if after else None
        )

    async def save(self, table: TableId, snapshots: Sequence[SavedState]) -> None:
        bodies = [part for each in snapshots for part in (each.version, _encoded(each))]
        keys: list[Argument] = [self._key(table), keyspace.meta(table)]
        await functions.call(self._client, "save_snapshots", keys, KEPT_MS, *bodies)

    async def drop(self, table: TableId) -> None:
        await self._client.execute("UNLINK", self._key(table))

    def _key(self, table: TableId) -> str:
        return keyspace.snapshots(table, self._fingerprint)

    def _touch(self, table: TableId) -> None:
        """Let the snapshots expire later; a store that takes no writes may be read all the same."""
        task = asyncio.create_task(self._renew(table))
        self._touching.add(task)
        task.add_done_callback(self._touching.discard)

    async def _renew(self, table: TableId) -> None:
        with suppress(StoreUnavailable):
            await self._client.execute("PEXPIRE", self._key(table), KEPT_MS)


def _encoded(snapshot: SavedState) -> bytes:
    packed = ZstdCompressor(level=3, write_checksum=True).compress(encode_state(snapshot.state))
    return _HEADER.pack(snapshot.head, snapshot.at) + packed


def _decoded(version: Version, body: bytes) -> SavedState | None:
    """Return a snapshot; None if it is damaged."""
    try:
        head, at = _HEADER.unpack_from(body)
        packed = body[_HEADER.size :]
        raw = ZstdDecompressor().decompress(packed, max_output_size=MOST_BYTES)
        return SavedState(version, head, at, decode_state(raw))
    except (struct.error, ZstdError, *UNREADABLE):
        return None
