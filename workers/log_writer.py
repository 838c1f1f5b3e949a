"""The writer of the public log: appends what waits, and signs a checkpoint every few seconds.

The signed checkpoint decides. What it counts is marked at its table before anything else is
appended; so a writer that is killed at any instant leaves nothing that is appended twice.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from application.ports.public_log import Locked, LogQueue, LogWriter, Queued, kind_of
from domain.log.checkpoint import Checkpoint
from domain.log.merkle import Range
from domain.log.note import Signature, Signer

SECONDS = 5.0  # between two checkpoints
LEASES = 3  # a lease is this many times as long as a step
MOST = 5_000  # commits under one checkpoint

log = logging.getLogger(__name__)


class Cosigners(Protocol):
    """The witnesses of the log."""

    async def cosign(self, folder: LogWriter) -> list[Signature]:
        """Return the cosignatures of the latest checkpoint that can be had in time."""


class Chosen(NamedTuple):
    """A commit with the places that its entries get in the log, or have there already."""

    item: Queued
    places: dict[str, int]


class LogWriting:
    def __init__(
        self,
        name: str,
        queue: LogQueue,
        folder: LogWriter,
        signers: Sequence[Signer],
        cosigners: Cosigners | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._name = name
        self._queue = queue
        self._folder = folder
        self._signers = signers
        self._cosigners = cosigners
        self._seconds = seconds

    async def step(self) -> None:
        """Write what waits if this process has the lease; then wait for more."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        if await self._queue.lease(self._name, round(LEASES * self._seconds * 1000)):
            await self.write()
        await asyncio.sleep(max(0.0, self._seconds - (loop.time() - began)))

    async def write(self) -> int:
        """Append what waits under one checkpoint; return how many entries were added."""
        try:
            with self._folder.locked():
                added = await self._append_waiting()
                if added and self._cosigners is not None:
                    await self._cosign(self._cosigners)
                return added
        except Locked:
            log.info("another process writes the public log")
            return 0

    async def _append_waiting(self) -> int:
        before = self._folder.current(self._signers[0].verifier)
        waiting = await self._queue.waiting()
        since = min(waiting.marked.values(), default=0)
        if since > before.size:
            raise LogSetBack(since, before.size)
        if not waiting.items and since == before.size:
            return 0
        logged = self._find(before, since, waiting.items)
        known = {each.item.id + each.item.table for each in logged}
        fresh = [each for each in waiting.items if each.id + each.table not in known][:MOST]
        chosen, entries = await self._choose(before.size, fresh)
        after = self._folder.append(before, entries, self._signers) if entries else before
        await self._queue.mark([*logged, *chosen], after.size, waiting.marked)
        return len(entries)

    def _find(self, before: Checkpoint, since: int, items: Sequence[Queued]) -> list[Chosen]:
        """Return the commits that the log has already, though their tables are not marked."""
        if since == before.size:
            return []
        wanted = {entry for each in items for entry in each.entries}
        entries = self._folder.tree(before.size).entries(Range(since, before.size))
        found = {entry: place for place, entry in enumerate(entries, since) if entry in wanted}
        return [
            Chosen(each, {kind_of(entry): found[entry] for entry in each.entries})
            for each in items
            if all(entry in found for entry in each.entries)
        ]

    async def _choose(self, size: int, items: Sequence[Queued]) -> tuple[list[Chosen], list[bytes]]:
        """Return commits with the places of their entries, and the entries to append."""
        chosen: list[Chosen] = []
        entries: list[bytes] = []
        by_table: dict[str, dict[str, int]] = {}
        for item, stored in zip(
            items, await self._queue.places([each.table for each in items]), strict=True
        ):
            if stored is None:
                continue
            places = by_table.setdefault(item.table, stored)
            for kind, entry in self._unplaced(item, places):
                places[kind] = size + len(entries)
                entries.append(entry)
            kinds = {kind_of(entry) for entry in item.entries}
            chosen.append(Chosen(item, {kind: places[kind] for kind in kinds}))
        return chosen, entries

    def _unplaced(self, item: Queued, places: dict[str, int]) -> Iterator[tuple[str, bytes]]:
        for entry in item.entries:
            kind = kind_of(entry)
            if kind in places:
                log.error("table %s has an entry %s in the public log already", item.table, kind)
            else:
                yield kind, entry

    async def _cosign(self, cosigners: Cosigners) -> None:
        cosignatures = await cosigners.cosign(self._folder)
        if cosignatures:
            self._folder.cosigned(cosignatures)


class LogSetBack(Exception):
    """The folder of the log is older than the store: to go on would fork the log."""

    def __init__(self, marked: int, size: int) -> None:
        super().__init__(
            f"The store knows {marked} entries of the public log, but its folder holds {size}."
            " Restore the folder; a log that is continued from an older state has forked."
        )
