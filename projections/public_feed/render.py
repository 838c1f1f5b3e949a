"""Renders the commits of the feed, each once: what spectators could see when it was stored."""

import asyncio
import logging
from collections.abc import Sequence

from application.lib.lru import Lru
from application.ports.event_log import BrokenTable, EventLog, UnreadableTable
from application.ports.feeds import FeedEntry, Id
from domain.judging.commit import SaltedEvent, decode_events
from domain.judging.rows.notices import Notes, decode_notes
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected
from domain.table.state import Status
from projections.seat_view.events import encode_visible_event

MOST_BYTES = 16 << 20  # of rendered commits that a process keeps
MOST_TABLES = 20_000  # whose seeds a process keeps
NO_EVENTS = 2**53  # a version that no table reaches
OVERHEAD = 300  # bytes of memory of a commit without lines

log = logging.getLogger(__name__)


class FeedLine(Value, frozen=True):
    """One event as JSON; `type` is None if nobody may see it."""

    type: str | None
    content: bytes


class RenderedCommit(Value, frozen=True):
    """What the feed shows of one commit: nothing of one that only the lobby announces."""

    id: Id
    game: str = ""
    status: Status = "open"  # of the table after the commit
    lines: tuple[FeedLine, ...] = ()


class FeedFilter(Value, frozen=True):
    """Which lines a caller wants; None for all."""

    game: str | None = None
    status: Status | None = None
    types: frozenset[str] | None = None

    def matches(self, notes: Notes) -> bool:
        """Return whether the caller wants any line of a commit with these notes."""
        types = self.types is None or not self.types.isdisjoint(notes.types)
        return bool(notes.status) and types and self._selects(notes.game, notes.status)

    def _selects(self, game: str, status: str) -> bool:
        return self.game in (None, game) and self.status in (None, status)

    def lines(self, commit: RenderedCommit) -> list[bytes]:
        """Return the lines of a commit that the caller wants."""
        if not commit.lines or not self._selects(commit.game, commit.status):
            return []
        types = self.types
        return [each.content for each in commit.lines if types is None or each.type in types]


class FeedRenderer:
    def __init__(self, tables: EventLog) -> None:
        self._log = tables
        self._seeds: Lru[TableId, bytes] = Lru(MOST_TABLES)
        self._kept: Lru[Id, RenderedCommit] = Lru(MOST_BYTES, _size)
        self.rendered = 0  # how often a commit was rendered

    async def render(self, entries: Sequence[FeedEntry]) -> list[RenderedCommit]:
        """Return commits as spectators see them; the reads of all of them share round trips."""
        return list(await asyncio.gather(*map(self._commit, entries)))

    async def _commit(self, entry: FeedEntry) -> RenderedCommit:
        if (kept := self._kept.used(entry.id)) is not None:
            return kept
        rendered = RenderedCommit(entry.id)
        # A damaged table, or one whose rules are not installed, shows nothing and stops nobody.
        try:
            rendered = await self._render(entry)
        except (BrokenTable, UnreadableTable, Rejected) as why:
            log.warning("table %s is left out of the feed: %r", entry.table, why)
        self._kept.put(entry.id, rendered)
        return rendered

    async def _render(self, entry: FeedEntry) -> RenderedCommit:
        empty, notes = RenderedCommit(entry.id), decode_notes(entry.notes)
        if not notes.status or (seed := await self._seed(entry.table)) is None:
            return empty
        count = entry.last_version - entry.first_version + 1
        stored = await self._log.read(entry.table, entry.first_version - 1, count)
        if not stored or stored[-1].last < entry.last_version:
            return empty  # the store was reset to an earlier state
        self.rendered += 1
        lines = tuple(_line(entry.table, notes, each) for each in decode_events(stored, seed))
        return RenderedCommit(entry.id, notes.game, notes.status, lines)

    async def _seed(self, table: TableId) -> bytes | None:
        """Return the seed of a table; None if it does not exist."""
        seed = self._seeds.used(table)
        if seed is None and (stored := await self._log.load(table, NO_EVENTS)) is not None:
            self._seeds.put(table, seed := stored.seed)
        return seed


def _size(rendered: RenderedCommit) -> int:
    return OVERHEAD + sum(len(line.content) for line in rendered.lines)


def _line(table: TableId, notes: Notes, event: SaltedEvent) -> FeedLine:
    visible = event.recorded.event.audience().hears(frozenset())
    content = b'{"table":"%s","game":"%s","status":"%s","event":%s}' % (
        table.encode(),
        notes.game.encode(),
        notes.status.encode(),
        encode_visible_event(event, frozenset(), False, None),
    )
    return FeedLine(event.recorded.event.type if visible else None, content)
