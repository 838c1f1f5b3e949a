"""Reads the feeds once for all readers; each goes on from its own stored position."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol

from msgspec import MsgspecError

from application.ports.event_log import OutcomeUnknown, StoreUnavailable
from application.ports.feeds import FeedEntry, FeedTail, Id, Move, Overtaken, Positions, Resumed
from application.ports.jobs import Jobs
from domain.judging.rows.notices import Notes, decode_notes

AT_ONCE = 20  # commits of each partition
TOGETHER = 100  # commits of all partitions
BLOCK_MS = 1_000
FLUSH_SECONDS = 0.5  # after which a position is stored though nothing had to be written
PACE_SECONDS = 0.25  # between two reads while only moves come: several share one write and its sync
STANDBY_SECONDS = 1.0  # between two attempts to get the lease
IDLE_SECONDS = 5.0  # between two calls of readers without commits
RETRY_SECONDS = 2.0  # until a reader whose part of the store does not respond tries again
FAR_MS = 5_000  # by which a reader is far behind
ANYTHING = Notes(2)  # of a commit whose notes another version has written

log = logging.getLogger(__name__)


class Noted(NamedTuple):
    """A commit, and what it changes beside the history."""

    entry: FeedEntry
    notes: Notes


class Reader(Protocol):
    """Keeps something up to date with the commits."""

    name: str
    rebuild: str | None  # the job that makes up for commits that were trimmed unread

    async def take(self, commits: Sequence[Noted], move: Move) -> bool:
        """Process commits in order; return whether the move was stored with what was written.

        Raises Overtaken if another reader was faster. It may be called again with the same
        commits, and is called now and then without any.
        """


class ReaderPositions(Protocol):
    """How far a reader has come; they are stored beside what it writes."""

    async def resume(self) -> Resumed:
        """Return where to read on."""

    async def advance(self, move: Move) -> None:
        """Move on; raises Overtaken."""


class _Progress:
    """How far one reader has come here, and in the store."""

    def __init__(self, reader: Reader, positions: ReaderPositions) -> None:
        self.reader, self.positions = reader, positions
        self.stored: Positions | None = None  # None: it must resume first
        self.done: list[Id] = []
        self.moved: set[int] = set()  # partitions whose positions are not stored
        self._commits = 0  # that were processed since the positions were stored
        self.missed = False
        self.retry_at = 0.0  # when to resume after a failure of its part of the store

    async def resume(self) -> None:
        self.stored, begin, self.missed = await self.positions.resume()
        self.done, self.moved, self._commits = list(begin), set(), 0

    async def take(self, commits: Sequence[Noted]) -> None:
        own = [one for one in commits if one.entry.id > self.done[one.entry.partition]]
        if not own:
            return
        for one in own:
            self.done[one.entry.partition] = one.entry.id
            self.moved.add(one.entry.partition)
        self._commits += len(own)
        if await self.reader.take(own, self._move()):
            self._stored()

    async def idle(self) -> None:
        if self.stored is not None and not self.moved:
            await self.reader.take((), Move(0, {}))

    async def flush(self) -> None:
        if self.stored is not None and self.moved:
            await self.positions.advance(self._move())
            self._stored()

    def _move(self) -> Move:
        assert self.stored is not None
        steps = {p: (self.stored[p], self.done[p]) for p in sorted(self.moved)}
        return Move(self._commits, steps)

    def _stored(self) -> None:
        assert self.stored is not None
        both = enumerate(zip(self.stored, self.done, strict=True))
        self.stored = tuple(done if p in self.moved else kept for p, (kept, done) in both)
        self.moved, self._commits = set(), 0


class FeedLoop:
    def __init__(
        self,
        tails: tuple[FeedTail, FeedTail],
        readers: Sequence[tuple[Reader, ReaderPositions]],
        jobs: Jobs,
        hold: Callable[[], Awaitable[bool]],
    ) -> None:
        """`hold` returns whether this process has the lease: the others stand by.

        The second tail is for readers that are far behind: they delay no other.
        """
        self._tails, self._jobs, self._hold = tails, jobs, hold
        self._all = [_Progress(*each) for each in readers]
        self._interruptions = 0
        self._flush_at = self._idle_at = 0.0
        self._is_hasty = True  # whether what was read last asks for the next read at once

    async def step(self, block_ms: int = BLOCK_MS) -> int:
        """Hand out what has been added to the feeds; return how many commits."""
        try:
            return await self._step(block_ms)
        except Exception:
            self._forget()  # a fail-over may have lost what was read last
            raise

    async def _step(self, block_ms: int) -> int:
        if not await self._hold():
            self._forget()
            await asyncio.sleep(STANDBY_SECONDS)
            return 0
        interruptions = sum(tail.interruptions for tail in self._tails)
        if self._interruptions != interruptions:
            self._interruptions = interruptions
            self._forget()
        now = asyncio.get_running_loop().time()
        ready = [each for each in self._all if each.stored or now >= each.retry_at]
        if not ready:
            await asyncio.sleep(min(each.retry_at for each in self._all) - now)
            return 0
        self._is_hasty = False
        current, behind = _divided(await self._each(ready, self._resumed))
        commits = await self._hand_out(behind, self._tails[1], 1)
        commits += await self._hand_out(
            current or behind, self._tails[0], 1 if commits else block_ms
        )
        await self._keep_up(idle=not commits)
        if commits and not self._is_hasty:
            await asyncio.sleep(PACE_SECONDS)
        return commits

    async def _hand_out(self, some: Sequence[_Progress], tail: FeedTail, block_ms: int) -> int:
        """Read what follows the first of their positions; return how many commits."""
        if not some:
            return 0
        if any(each.moved for each in self._all):
            block_ms = min(block_ms, int(1000 * FLUSH_SECONDS))
        after = tuple(map(min, zip(*(each.done for each in some), strict=True)))
        read = sorted(await tail.read(after, AT_ONCE, block_ms), key=lambda one: one.id)
        found = read[:TOGETHER]  # one call of the store writes what follows from them
        commits = [Noted(each, _notes(each)) for each in found]
        counts = Counter(each.partition for each in found).values()
        is_full = len(read) > len(found) or max(counts, default=0) >= AT_ONCE
        if is_full or any(one.notes.row for one in commits):
            self._is_hasty = True
        if commits:
            await self._each(some, lambda each: each.take(commits))
        return len(commits)

    def _forget(self) -> None:
        """Let every reader begin from its stored position again."""
        for each in self._all:
            each.stored = None

    async def _resumed(self, each: _Progress) -> None:
        if each.stored is None:
            await each.resume()
        if each.missed and each.reader.rebuild is not None:
            log.warning("commits were trimmed before %s took them: rebuilding", each.reader.name)
            await self._jobs.enqueue("rebuild", each.reader.rebuild)
        each.missed = False

    async def _each(
        self, some: Sequence[_Progress], work: Callable[[_Progress], Awaitable[None]]
    ) -> list[_Progress]:
        """Do this for each; return those that it did not fail for. Raises if it failed for all."""
        results = await asyncio.gather(*map(work, some), return_exceptions=True)
        failed = {each.reader.name: why for each, why in zip(some, results, strict=True) if why}
        for each in some:
            if each.reader.name in failed:
                each.stored = None
        for name, why in failed.items():
            if isinstance(why, Overtaken):
                log.debug("%s: another reader was faster", name)
            elif not isinstance(why, StoreUnavailable | OutcomeUnknown) or len(failed) == len(some):
                raise why
        for each in some:
            if each.reader.name in failed:
                each.retry_at = asyncio.get_running_loop().time() + RETRY_SECONDS
        return [each for each in some if each.reader.name not in failed]

    async def flush(self) -> None:
        """Store positions that have only moved on."""
        await self._each(self._all, _Progress.flush)

    async def _keep_up(self, idle: bool) -> None:
        """Do now and then what new commits do not ask for."""
        now = asyncio.get_running_loop().time()
        if now >= self._flush_at:
            self._flush_at = now + FLUSH_SECONDS
            await self.flush()
        if idle and now >= self._idle_at:
            self._idle_at = now + IDLE_SECONDS
            await self._each(self._all, lambda each: each.idle())


def _divided(some: Sequence[_Progress]) -> tuple[list[_Progress], list[_Progress]]:
    """Return those at the front, and those that are far behind in any partition."""
    front = [max(ids) for ids in zip(*(each.done for each in some), strict=True)]
    behind = [
        each
        for each in some
        if any(lead[0] - own[0] > FAR_MS for lead, own in zip(front, each.done, strict=True))
    ]
    return [each for each in some if each not in behind], behind


def _notes(entry: FeedEntry) -> Notes:
    try:
        return decode_notes(entry.notes)
    except MsgspecError:
        return ANYTHING
