"""The writer of the public log: appends what waits, and signs a checkpoint every few seconds.

The signed checkpoint decides. What it counts is marked at its table before anything else is
appended; so a writer that is killed at any instant leaves nothing that is appended twice.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from application.ports.public_log import Locked, LogQueue, LogWriter, Queued, kind_of
from domain.log.checkpoint import Checkpoint
from domain.log.entries import NewKey, encode_entry
from domain.log.merkle import Range
from domain.log.note import Signature, Signer, parse_note

SECONDS = 5.0  # between two checkpoints
LEASES = 3  # a lease is this many times as long as a step
MOST = 5_000  # commits under one checkpoint

log = logging.getLogger(__name__)


class Cosigners(Protocol):
    """The witnesses of the log."""

    async def cosign(self, folder: LogWriter) -> list[Signature]:
        """Return the cosignatures of the latest checkpoint that can be had in time."""


class Choice(NamedTuple):
    """The entries to append, and each commit with the places of its entries in the log."""

    chosen: list[tuple[Queued, dict[str, int]]]
    entries: list[bytes]
    complete: bool  # whether no table was unreachable


class LogWriting:
    def __init__(
        self,
        name: str,
        queue: LogQueue,
        folder: LogWriter,
        open_signers: Callable[[], Sequence[Signer]],
        cosigners: Cosigners | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._name = name
        self._queue = queue
        self._folder = folder
        self._open_signers = open_signers
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
        signers = self._open_signers()
        before = self._folder.current(signers[0].verifier)
        waiting = await self._queue.waiting()
        if max(waiting.marked.values(), default=0) > before.size:
            raise LogSetBack(max(waiting.marked.values()), before.size)
        keys = self._new_keys(signers)
        since = min(waiting.marked.values(), default=before.size)
        if not waiting.items and not keys and since == before.size:
            return 0
        found = self._find(before, since, waiting.items)
        begun = [each for each in waiting.items if any(entry in found for entry in each.entries)]
        fresh = [each for each in waiting.items if each not in begun][:MOST]
        choice = await self._choose(before.size + len(keys), [*begun, *fresh], found)
        entries = [*keys, *choice.entries]
        after = self._folder.append(before, entries, signers) if entries else before
        complete = waiting.marked if choice.complete else ()
        await self._queue.mark(choice.chosen, after.size, complete)
        return len(entries)

    def _new_keys(self, signers: Sequence[Signer]) -> list[bytes]:
        """Return an entry for each key that signs from now on: it has not signed before."""
        raw = self._folder.checkpoint()
        signed = parse_note(raw).signatures if raw is not None else ()
        new = [
            key.verifier for key in signers[1:] if not any(s.is_by(key.verifier) for s in signed)
        ]
        return [encode_entry(NewKey(key)) for key in new]

    def _find(self, before: Checkpoint, since: int, items: Sequence[Queued]) -> dict[bytes, int]:
        """Return the places of what waits and is in the log already, though not marked."""
        if since == before.size:
            return {}
        wanted = {entry for each in items for entry in each.entries}
        entries = self._folder.tree(before.size).entries(Range(since, before.size))
        return {entry: place for place, entry in enumerate(entries, since) if entry in wanted}

    async def _choose(
        self, size: int, items: Sequence[Queued], found: Mapping[bytes, int]
    ) -> Choice:
        """Choose places for the entries of these commits; those in `found` have theirs."""
        choice = Choice([], [], complete=True)
        by_table: dict[str, dict[str, int]] = {}
        stored = await self._queue.places([each.table for each in items])
        for item, marked in zip(items, stored, strict=True):
            if marked is None:
                choice = choice._replace(complete=False)
                continue
            places = by_table.setdefault(item.table, marked)
            for entry in item.entries:
                kind = kind_of(entry)
                if entry in found:
                    places.setdefault(kind, found[entry])
                elif kind in places:
                    log.error("table %s has an entry %s in the log already", item.table, kind)
                else:
                    places[kind] = size + len(choice.entries)
                    choice.entries.append(entry)
            kinds = {kind_of(entry) for entry in item.entries}
            choice.chosen.append((item, {kind: places[kind] for kind in kinds}))
        return choice

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
