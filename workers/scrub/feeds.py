"""Checks the feed of a partition: every commit of its tables stands there once."""

from collections.abc import Mapping

from application.ports.inspection import FeedLine, Inspection
from domain.kernel.ids import TableId, is_id
from domain.kernel.moments import millis
from workers.scrub.histories import Histories, SoundTable
from workers.scrub.report import REPAIR, DamagedKey, Finding, MendFeed

CLOCKS_MS = 60_000  # by which the clocks of a server and of the store may differ


class Feeds:
    def __init__(self, inspection: Inspection, histories: Histories) -> None:
        self._inspection = inspection
        self._histories = histories

    async def check(
        self, partition: int, key: str, sound: dict[TableId, SoundTable], damaged: set[TableId]
    ) -> list[Finding]:
        """Compare a feed with the histories, which were read before; read again what differs.

        Commits of damaged tables are left as they are.
        """
        lines = await self._inspection.feed(partition)
        until = await self._inspection.trimmed_until(partition)
        suspects = {one.table for one in _wrong(lines, sound, damaged)}
        suspects |= {table for table, _, _ in _missing(lines, sound, until)}
        for table in suspects - damaged - {""}:
            again = await self._histories.reload(table)
            if again is not None:
                sound[table] = again
        if suspects:
            lines = await self._inspection.feed(partition)
            until = await self._inspection.trimmed_until(partition)
        findings = []
        for line in _wrong(lines, sound, damaged):
            why = f"Entry {line.entry_id} names no commit, or one that is there already."
            damage = DamagedKey(key, "feed", why, REPAIR, line.table or None)
            findings.append(Finding(damage, MendFeed(partition, wrong=(line.entry_id,))))
        for table, first, last in _missing(lines, sound, until):
            why = f"The commit of versions {first} to {last} is missing."
            remedy = MendFeed(partition, missing=((table, first, last),))
            findings.append(Finding(DamagedKey(key, "feed", why, REPAIR, table), remedy))
        return findings

    async def named(self, partition: int) -> set[TableId]:
        """Return the tables that have commits in a feed; archived ones may be among them."""
        return {line.table for line in await self._inspection.feed(partition)}

    async def lost(
        self, partition: int, known: set[TableId], sound: Mapping[TableId, SoundTable]
    ) -> set[TableId]:
        """Return the tables of which only the feed knows: every key of theirs is gone.

        An entry that bears the commit of another table, which misses it, has a wrong name instead.
        """
        lines = await self._inspection.feed(partition)
        until = await self._inspection.trimmed_until(partition)
        missed = {commit[1:] for commit in _missing(lines, sound, until)}
        named = [line for line in lines if line.table not in known and is_id(line.table)]
        return {line.table for line in named if (line.first, line.last) not in missed}

    async def taken(
        self, partition: int, group: str, sound: Mapping[TableId, SoundTable]
    ) -> dict[TableId, int]:
        """Return up to which version a group has taken each table; what was trimmed, it has."""
        lines = await self._inspection.feed(partition)
        until = await self._inspection.trimmed_until(partition)
        found = _trimmed(lines, sound, until)
        for line in lines:
            if group in line.taken:
                found[line.table] = max(line.last, found.get(line.table, 0))
        return found


def _wrong(
    lines: list[FeedLine], sound: Mapping[TableId, SoundTable], damaged: set[TableId]
) -> list[FeedLine]:
    """Return entries that are no commit, or one that an earlier entry names."""
    commits = {t: {(one.first, one.last) for one in s.commits} for t, s in sound.items()}
    seen: set[tuple[TableId, int, int]] = set()
    wrong = []
    for line in lines:
        commit = (line.table, line.first, line.last)
        if line.table in damaged:
            continue
        if line.table not in sound or commit[1:] not in commits[line.table] or commit in seen:
            wrong.append(line)
        seen.add(commit)
    return wrong


def _missing(
    lines: list[FeedLine], sound: Mapping[TableId, SoundTable], until: int
) -> list[tuple[TableId, int, int]]:
    """Return the commits that should be in the feed, which was trimmed until some time."""
    named = {(line.table, line.first, line.last) for line in lines}
    trimmed = _trimmed(lines, sound, until)
    return [
        (table, one.first, one.last)
        for table, history in sound.items()
        for one in history.commits
        if one.last > trimmed.get(table, 0) and (table, one.first, one.last) not in named
    ]


def _trimmed(
    lines: list[FeedLine], sound: Mapping[TableId, SoundTable], until: int
) -> dict[TableId, int]:
    """Return up to which version the commits of each table may have been trimmed.

    They are older than the trimming, by clocks that may differ, and than any that is there.
    """
    first: dict[TableId, int] = {}
    for line in lines:
        first[line.table] = min(line.first, first.get(line.table, line.first))
    found: dict[TableId, int] = {}
    for table, history in sound.items() if until else ():
        for one in history.commits:
            if one.first >= first.get(table, one.last + 1) or millis(one.at) > until + CLOCKS_MS:
                break
            found[table] = one.last
    return found
