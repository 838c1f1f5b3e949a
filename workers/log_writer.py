"""The writer of the public log: appends what waits, and signs a checkpoint every few seconds.

The signed checkpoint decides. What it counts is marked at its table before anything else is
appended; so a writer that is killed at any instant leaves nothing that is appended twice. Files are
read and written in a thread: it waits for the disk, and the event loop does not.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from application.ports.public_log import (
    Locked,
    LogQueue,
    Place,
    Queued,
    Waiting,
    kind_of,
    short_name,
    subject_of,
)
from domain.log.checkpoint import Checkpoint
from domain.log.entries import (
    CLOSED,
    CONTINUES,
    STARTED,
    Continues,
    NewKey,
    decode_entry,
    encode_entry,
)
from domain.log.merkle import Range
from domain.log.note import Signature, Signer, parse_note
from store.public_log.folder import LogFolder

SECONDS = 5.0  # between two checkpoints
LEASES = 3  # a lease is this many times as long as a step
MOST = 5_000  # commits under one checkpoint

CONTRADICTED = "the public log has another entry %s of table %s, which the store has lost; it stays"
Found: TypeAlias = Mapping[bytes, tuple[int, bytes]]  # subject -> place and entry
Lost: TypeAlias = Mapping[bytes, Sequence[tuple[int, bytes]]]  # name of a table: place and entry

T = TypeVar("T")
log = logging.getLogger(__name__)


class Cosigners(Protocol):
    """The witnesses of the log."""

    async def cosign(self, folder: LogFolder) -> list[Signature]:
        """Return the cosignatures that the latest checkpoint lacks, if they can be had in time."""


class RecoversLog(Protocol):
    """Tables that the store has set back behind the log."""

    async def settle(self, name: str, lost: Lost) -> int:
        """Mark the tables of these entries of the log, and close those that are set back."""


class Choice(NamedTuple):
    """The entries to append, and each commit with the places of its entries in the log."""

    chosen: list[tuple[Queued, dict[str, Place]]]
    entries: list[bytes]
    complete: bool  # whether no table was unreachable


class LogWriting:
    def __init__(
        self,
        name: str,
        queue: LogQueue,
        folder: LogFolder,
        open_signers: Callable[[], Sequence[Signer]],
        recovery: RecoversLog,
        cosigners: Cosigners | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._name = name
        self._queue = queue
        self._folder = folder
        self._open_signers = open_signers
        self._recovery = recovery
        self._cosigners = cosigners
        self._seconds = seconds
        self._marks: Mapping[int, Place | None] | None = None  # as last seen by this process

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
                if self._cosigners is not None:  # also those that did not answer before
                    await self._cosign(self._cosigners)
                return added
        except Locked:
            log.info("another process writes the public log")
            return 0

    async def _append_waiting(self) -> int:
        signers, before, keys = await _in_thread(self._look)
        waiting = await self._queue.waiting()
        set_back = self._is_set_back(waiting)
        since = min(self._marked(before, waiting), default=before.size)
        if not waiting.items and not keys and since == before.size:
            return 0
        unmarked = await _in_thread(self._unmarked, before, since)
        found, lost = _compare(unmarked, waiting.items)
        if lost and set_back:
            await self._recovery.settle(short_name(before.origin), lost)
        begun = [each for each in waiting.items if not found.keys().isdisjoint(each.subjects)]
        fresh = [each for each in waiting.items if found.keys().isdisjoint(each.subjects)][:MOST]
        next_place = Place(short_name(before.origin), before.size + len(keys))
        choice = await self._choose(next_place, [*begun, *fresh], found)
        entries = [*keys, *choice.entries]
        append = self._folder.append
        after = await _in_thread(append, before, entries, signers) if entries else before
        complete = waiting.marked if choice.complete else ()
        await self._queue.mark(choice.chosen, next_place._replace(number=after.size), complete)
        return len(entries)

    def _look(self) -> tuple[Sequence[Signer], Checkpoint, list[bytes]]:
        """Return the keys that sign now, the latest checkpoint, and the entries of new keys."""
        signers = self._open_signers()
        before = self._folder.current(signers[0].verifier)
        return signers, before, self._new_keys(signers)

    def _marked(self, before: Checkpoint, waiting: Waiting) -> Iterator[int]:
        """Yield the sizes of this log below which partitions are marked.

        Raise LogSetBack if the store knows more than this log and the one it continues.
        """
        log = short_name(before.origin)
        marks = [Place(log, 0) if mark is None else mark for mark in waiting.marked.values()]
        former = {} if all(mark.log == log for mark in marks) else self._former(before)
        for known in marks:
            limit = before.size if known.log == log else former.get(known.log, -1)
            if known.number > limit:
                raise LogSetBack(known.number, max(limit, 0))
            yield known.number if known.log == log else 0

    def _former(self, before: Checkpoint) -> dict[str, int]:
        """Return the size of the log that this one continues, by its short name."""
        if before.size == 0:
            return {}
        [first] = self._folder.tree(before.size).entries(Range(0, 1))
        if first[:1] != CONTINUES:
            return {}
        entry = decode_entry(first)
        assert isinstance(entry, Continues)
        return {short_name(entry.checkpoint.origin): entry.checkpoint.size}

    def _new_keys(self, signers: Sequence[Signer]) -> list[bytes]:
        """Return an entry for each key that signs from now on: it has not signed before."""
        raw = self._folder.checkpoint()
        signed = parse_note(raw).signatures if raw is not None else ()
        new = [
            key.verifier for key in signers[1:] if not any(s.is_by(key.verifier) for s in signed)
        ]
        return [encode_entry(NewKey(key)) for key in new]

    def _unmarked(self, before: Checkpoint, since: int) -> list[tuple[int, bytes]]:
        """Return the entries that tables need not be marked with, and their places."""
        if since == before.size:
            return []
        entries = self._folder.tree(before.size).entries(Range(since, before.size))
        return list(enumerate(entries, since))

    def _is_set_back(self, waiting: Waiting) -> bool:
        """Return whether the store may know less than it did: by its marks, or at the start."""
        before, self._marks = self._marks, waiting.marked
        return before is None or any(
            mark is None or mark.number < known.number
            for p, mark in waiting.marked.items()
            if (known := before.get(p)) is not None
        )

    async def _choose(self, size: Place, items: Sequence[Queued], found: Found) -> Choice:
        """Choose places for the entries of these commits; those in `found` have theirs."""
        choice = Choice([], [], complete=True)
        by_table: dict[str, dict[str, Place]] = {}
        stored = await self._queue.places([each.table for each in items])
        for item, marked in zip(items, stored, strict=True):
            if marked is None:
                choice = choice._replace(complete=False)
                continue
            places = by_table.setdefault(item.table, marked)
            for entry in item.entries:
                kind = kind_of(entry)
                place, logged = found.get(subject_of(entry), (None, entry))
                if place is not None:
                    places.setdefault(kind, size._replace(number=place))
                if logged != entry or (place is None and kind in places):
                    log.error(CONTRADICTED, kind, item.table)
                elif place is None:
                    places[kind] = size._replace(number=size.number + len(choice.entries))
                    choice.entries.append(entry)
            kinds = {kind_of(entry) for entry in item.entries}
            choice.chosen.append((item, {kind: places[kind] for kind in kinds}))
        return choice

    async def _cosign(self, cosigners: Cosigners) -> None:
        if cosignatures := await cosigners.cosign(self._folder):
            await _in_thread(self._folder.cosigned, cosignatures)


async def _in_thread(work: Callable[..., T], *arguments: object) -> T:
    """Return what a function returns; if cancelled, wait for its end: the folder is locked."""
    task = asyncio.ensure_future(asyncio.to_thread(work, *arguments))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def _compare(
    unmarked: Sequence[tuple[int, bytes]], items: Sequence[Queued]
) -> tuple[Found, dict[bytes, list[tuple[int, bytes]]]]:
    """Return which of these entries wait, and by the name of their table those that do not."""
    waiting = {subject for each in items for subject in each.subjects}
    found, lost = dict[bytes, tuple[int, bytes]](), dict[bytes, list[tuple[int, bytes]]]()
    for place, entry in unmarked:
        subject = subject_of(entry)
        if subject in waiting:
            found[subject] = (place, entry)
        elif subject[:1] in (STARTED, CLOSED):
            lost.setdefault(subject[1:], []).append((place, entry))
    return found, lost


class LogSetBack(Exception):
    """The folder of the log is older than the store: to go on would fork the log."""

    def __init__(self, marked: int, size: int) -> None:
        super().__init__(
            f"The store knows {marked} entries of the public log, but its folder holds {size}."
            " Restore the folder; a log that is continued from an older state has forked."
        )
