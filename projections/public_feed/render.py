"""Renders the commits of the feed, each once: what spectators could see when it was stored."""

import asyncio
import logging
from collections.abc import Sequence

from application.lib.lru import Lru
from application.ports.event_log import BrokenTable, EventLog, UnreadableTable
from application.ports.feeds import FeedEntry, Id
from domain.judging.commit import SaltedEvent, decode_events
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.kernel.rejection import Rejected
from domain.table.access import is_shown_to_all
from domain.table.end_events import TableClosed
from domain.table.opening_events import LuckSealed, SeatLeft, SeatTaken, TableOpened
from domain.table.state import Status
from projections.public_feed.facts import FactsOfTables, TableFacts
from projections.seat_view.events import encode_visible_event

MOST_BYTES = 16 << 20  # of rendered commits that a process keeps
BEFORE_START = (TableOpened, SeatTaken, LuckSealed, SeatLeft)  # the events of an open table
OVERHEAD = 300  # bytes of memory of a commit without lines

log = logging.getLogger(__name__)


class FeedLine(Value, frozen=True):
    """One event as JSON; `type` is None if nobody may see it."""

    type: str | None
    content: bytes


class RenderedCommit(Value, frozen=True):
    """What the feed shows of one commit: nothing of one that is not public."""

    partition: int
    id: Id
    game: str = ""
    status: Status = "open"  # of the table after the commit
    lines: tuple[FeedLine, ...] = ()


class FeedFilter(Value, frozen=True):
    """Which lines a caller wants; None for all."""

    game: str | None = None
    status: Status | None = None
    types: frozenset[str] | None = None

    def matches(self, commit: RenderedCommit) -> bool:
        wanted = self.game is None or commit.game == self.game
        return wanted and (self.status is None or commit.status == self.status)

    def lines(self, commit: RenderedCommit) -> list[bytes]:
        """Return the lines of a commit that the caller wants."""
        if not commit.lines or not self.matches(commit):
            return []
        types = self.types
        return [each.content for each in commit.lines if types is None or each.type in types]


class FeedRenderer:
    def __init__(self, tables: EventLog) -> None:
        self._log = tables
        self._facts = FactsOfTables(tables)
        self._kept: Lru[tuple[int, Id], RenderedCommit] = Lru(MOST_BYTES, _size)
        self.rendered = 0  # how often a commit was rendered

    async def render(self, entries: Sequence[FeedEntry]) -> list[RenderedCommit]:
        """Return commits as spectators see them; the reads of all of them share round trips."""
        return list(await asyncio.gather(*map(self._commit, entries)))

    async def _commit(self, entry: FeedEntry) -> RenderedCommit:
        key = (entry.partition, entry.id)
        if (kept := self._kept.used(key)) is not None:
            return kept
        rendered = RenderedCommit(*key)
        # A damaged table, or one whose rules are not installed, shows nothing and stops nobody.
        try:
            rendered = await self._render(entry)
        except (BrokenTable, UnreadableTable, Rejected) as why:
            log.warning("table %s is left out of the feed: %r", entry.table, why)
        self._kept.put(key, rendered)
        return rendered

    async def _render(self, entry: FeedEntry) -> RenderedCommit:
        empty = RenderedCommit(entry.partition, entry.id)
        facts = await self._facts.of(entry.table)
        if facts is None or not facts.is_listed:
            return empty
        count = entry.last_version - entry.first_version + 1
        stored = await self._log.read(entry.table, entry.first_version - 1, count)
        if not stored or stored[-1].last < entry.last_version:
            return empty  # the store was reset to an earlier state
        events = decode_events(stored, facts.seed)
        status = _status(events)
        if not is_shown_to_all(facts.watch, status):
            return empty
        self.rendered += 1
        lines = tuple(_line(entry.table, facts, status, each) for each in events)
        return RenderedCommit(entry.partition, empty.id, facts.game, status, lines)


def _size(rendered: RenderedCommit) -> int:
    return OVERHEAD + sum(len(line.content) for line in rendered.lines)


def _status(events: Sequence[SaltedEvent]) -> Status:
    """Return the status of the table after a commit: its last event belongs to one."""
    last = events[-1].recorded.event
    if isinstance(last, TableClosed):
        return last.reason
    return "open" if isinstance(last, BEFORE_START) else "running"


def _line(table: TableId, facts: TableFacts, status: Status, event: SaltedEvent) -> FeedLine:
    visible = event.recorded.event.audience().hears(frozenset())
    content = b'{"table":"%s","game":"%s","status":"%s","event":%s}' % (
        table.encode(),
        facts.game.encode(),
        status.encode(),
        encode_visible_event(event, frozenset(), False, None),
    )
    return FeedLine(event.recorded.event.type if visible else None, content)
