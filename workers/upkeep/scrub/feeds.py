"""Checks the feed of a partition: every commit of its tables stands there once."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from domain.kernel.ids import TableId, is_id, millis
from store import keyspace
from workers.upkeep.keys.derived_keys import DerivedKeys
from workers.upkeep.keys.found import FoundEntry
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.scrub.histories import Histories, SoundTable
from workers.upkeep.scrub.report import REPAIR, DamagedKey, DamageFound

CLOCKS_MS = 60_000  # by which the clocks of a server and of the store may differ


class Feed(NamedTuple):
    """The feed of a partition as it was read: its entries, and when it was trimmed."""

    lines: list[FoundEntry]
    until: int  # in ms since 1970; 0 for never

    @property
    def tables(self) -> set[TableId]:
        """The tables that have commits in it; archived ones may be among them."""
        return {line.table for line in self.lines}


class Feeds:
    def __init__(self, inspection: Inspection, histories: Histories) -> None:
        self._inspection = inspection
        self._histories = histories

    async def read(self, partition: int) -> Feed:
        """Read a feed: the histories that it is compared with must have been read before."""
        lines = await self._inspection.feed(partition)
        return Feed(lines, await self._inspection.trimmed_until(partition))

    async def check(
        self,
        partition: int,
        feed: Feed,
        sound: dict[TableId, SoundTable],
        damaged: set[TableId],
    ) -> list[DamageFound]:
        """Compare a feed with the histories; read both again where they differ.

        Commits of damaged tables are left as they are.
        """
        suspects = {one.table for one in _wrong(feed.lines, sound, damaged)}
        suspects |= {table for table, _, _ in _missing(feed, sound)}
        if not suspects:
            return []
        for table in suspects - damaged - {""}:
            again = await self._histories.reload(table)
            if again is not None:
                sound[table] = again
        return self._findings(partition, await self.read(partition), sound, damaged)

    def _findings(
        self,
        partition: int,
        feed: Feed,
        sound: Mapping[TableId, SoundTable],
        damaged: set[TableId],
    ) -> list[DamageFound]:
        key, findings = keyspace.feed(partition), []
        for line in _wrong(feed.lines, sound, damaged):
            why = f"Entry {line.entry_id} names no commit, or one that is there already."
            damage = DamagedKey(key, "feed", why, REPAIR, line.table or None)
            remedy = partial(DerivedKeys.mend_feed, partition=partition, wrong=[line.entry_id])
            findings.append(DamageFound(damage, remedy))
        for table, first, last in _missing(feed, sound):
            why = f"The commit of versions {first} to {last} is missing."
            commit = (table, first, last)
            remedy = partial(DerivedKeys.mend_feed, partition=partition, missing=[commit])
            findings.append(DamageFound(DamagedKey(key, "feed", why, REPAIR, table), remedy))
        return findings


def lost_tables(
    feed: Feed, known: set[TableId], sound: Mapping[TableId, SoundTable]
) -> set[TableId]:
    """Return the tables of which only the feed knows: every key of theirs is gone.

    An entry that bears the commit of another table, which misses it, has a wrong name instead.
    """
    named = [line for line in feed.lines if line.table not in known and is_id(line.table)]
    if not named:
        return set()
    missed = {commit[1:] for commit in _missing(feed, sound)}
    return {line.table for line in named if (line.first, line.last) not in missed}


def taken_until(feed: Feed, group: str, sound: Mapping[TableId, SoundTable]) -> dict[TableId, int]:
    """Return up to which version a group has taken each table; what was trimmed, it has."""
    found = _trimmed(feed, sound)
    for line in feed.lines:
        if group in line.taken:
            found[line.table] = max(line.last, found.get(line.table, 0))
    return found


def _wrong(
    lines: list[FoundEntry], sound: Mapping[TableId, SoundTable], damaged: set[TableId]
) -> list[FoundEntry]:
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


def _missing(feed: Feed, sound: Mapping[TableId, SoundTable]) -> list[tuple[TableId, int, int]]:
    """Return the commits that should be in the feed, which was trimmed until some time."""
    named = {(line.table, line.first, line.last) for line in feed.lines}
    trimmed = _trimmed(feed, sound)
    return [
        (table, one.first, one.last)
        for table, history in sound.items()
        for one in history.commits
        if one.last > trimmed.get(table, 0) and (table, one.first, one.last) not in named
    ]


def _trimmed(feed: Feed, sound: Mapping[TableId, SoundTable]) -> dict[TableId, int]:
    """Return up to which version the commits of each table may have been trimmed.

    They are older than the trimming, by clocks that may differ, and than any that is there.
    """
    if not feed.until:
        return {}
    first: dict[TableId, int] = {}
    for line in feed.lines:
        first[line.table] = min(line.first, first.get(line.table, line.first))
    found: dict[TableId, int] = {}
    latest = feed.until + CLOCKS_MS
    for table, history in sound.items():
        for one in history.commits:
            if one.first >= first.get(table, one.last + 1) or millis(one.at) > latest:
                break
            found[table] = one.last
    return found
