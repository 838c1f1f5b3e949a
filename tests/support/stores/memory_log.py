"""The event log as a dictionary: it passes the same contract tests as the one on Redis."""

import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from application.ports.event_log import (
    MOST_COMMIT_BYTES,
    Appended,
    Conflict,
    Duplicate,
    Early,
    EventLog,
    KeyReused,
    Late,
    Reply,
)
from domain.judging.commit import Commit
from domain.judging.stored import Entry, Stored, entries_of_commit
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Value
from domain.table.commands import Outage


class _Kept(Value, frozen=True):
    entry: Entry
    id: bytes | None


def _wall_clock() -> int:
    return int(time.time() * 1000)


class MemoryLog(EventLog):
    def __init__(self, now_ms: Callable[[], int] = _wall_clock) -> None:
        self.now_ms = now_ms
        self.due: dict[TableId, int] = {}
        self.away: tuple[Outage, ...] = ()
        self.seeds: dict[TableId, bytes] = {}
        self.claims: dict[tuple[TableId, PlayerId], TableId] = {}
        self._kept: dict[TableId, list[_Kept]] = {}
        self._interruptions = 0
        self._heads: dict[TableId, bytes] = {}
        self._keys: dict[tuple[TableId, bytes], tuple[bytes, Duplicate]] = {}

    @property
    def interruptions(self) -> int:
        return self._interruptions

    def fail_over(self, table: TableId, head: bytes, version: int) -> None:
        """Lose the events after a version that had this head, as a lagging replica does."""
        self._kept[table] = [k for k in self._kept[table] if k.entry.last <= version]
        self._heads[table] = head
        self._interruptions += 1

    async def append(self, commit: Commit) -> Reply:
        if not commit.events or (commit.seed is None) == (commit.expected == 0):
            raise ValueError("no events, or a seed anywhere but at the opening")
        if sum(map(len, commit.events)) > MOST_COMMIT_BYTES:
            raise ValueError("size of all events")
        return self._known(commit) or self._judged(commit) or self._write(commit)

    async def recall(
        self, table: TableId, key: bytes, digest: bytes
    ) -> Duplicate | KeyReused | None:
        known = self._keys.get((table, key))
        if known is None:
            return None
        return known[1] if known[0] == digest else KeyReused()

    def is_archived(self, table: TableId) -> bool:
        return False

    async def claim_rewards(
        self, earlier: TableId, players: Sequence[PlayerId], table: TableId
    ) -> dict[PlayerId, TableId]:
        return {who: self.claims.setdefault((earlier, who), table) for who in players}

    async def release_reward(self, earlier: TableId, player: PlayerId, table: TableId) -> None:
        if self.claims.get((earlier, player)) == table:
            del self.claims[earlier, player]

    async def load(self, table: TableId, after: int = 0) -> Stored | None:
        kept = self._kept.get(table)
        if kept is None:
            return None
        entries = tuple(k.entry for k in kept if k.entry.last > after)
        return Stored(self.seeds[table], kept[-1].entry.last, self._heads[table], entries)

    async def read(
        self, table: TableId, after: int = 0, limit: int | None = None
    ) -> Sequence[Entry]:
        since = [k.entry for k in self._kept.get(table, []) if k.entry.last > after]
        if limit is None:
            return tuple(since)
        return tuple(e for e in since if limit > 0 and e.first <= after + limit)

    async def head(self, table: TableId) -> tuple[int, bytes] | None:
        kept = self._kept.get(table)
        return None if kept is None else (kept[-1].entry.last, self._heads[table])

    async def outages(self, table: TableId) -> tuple[Outage, ...]:
        return self.away

    def known_outages(self, table: TableId) -> tuple[Outage, ...]:
        return self.away

    def _known(self, commit: Commit) -> Reply | None:
        known = self._keys.get((commit.table, commit.key)) if commit.key else None
        if known is None:
            return None
        return known[1] if known[0] == commit.digest else KeyReused()

    def _judged(self, commit: Commit) -> Reply | None:
        kept = self._kept.get(commit.table, [])
        since = [k for k in kept if k.entry.last > commit.expected]
        if since and since[0].id == commit.id:
            last = commit.expected + len(commit.events)
            return Duplicate(commit.expected + 1, last, commit.next_head)
        if since:
            return Conflict(tuple(k.entry for k in since))
        version = kept[-1].entry.last if kept else 0
        if version < commit.expected or (kept and self._heads[commit.table] != commit.head):
            return Conflict(())
        return self._untimely(commit)

    def _untimely(self, commit: Commit) -> Reply | None:
        now = self.now_ms()
        if commit.not_after is not None and now > commit.not_after:
            return Late()
        if commit.not_before is not None and now < commit.not_before:
            return Early()
        return None

    def _write(self, commit: Commit) -> Appended:
        first, last = commit.expected + 1, commit.expected + len(commit.events)
        kept = self._kept.setdefault(commit.table, [])
        begin, *others = entries_of_commit(first, commit.events, commit.record)
        digest = commit.digest if commit.key else b""
        parts = [replace(begin, digest=digest, key=commit.key), *others]
        parts[-1] = replace(parts[-1], head=commit.next_head)
        kept += (_Kept(entry, commit.id) for entry in parts)
        self._heads[commit.table] = commit.next_head
        if commit.key:
            told = Duplicate(first, last, commit.next_head)
            self._keys[commit.table, commit.key] = (commit.digest, told)
        if commit.seed is not None:
            self.seeds[commit.table] = commit.seed
        if commit.due is None:
            self.due.pop(commit.table, None)
        else:
            self.due[commit.table] = commit.due
        return Appended(first, last)
