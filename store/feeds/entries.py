"""Decodes the entries of feeds."""

from typing import Any

from application.ports.feeds import FeedEntry
from domain.kernel.ids import TableId


def decode_versions(entries: list[Any]) -> list[tuple[TableId, int]]:
    """Return only the table and the last version of each commit, for readers of all feeds."""
    return [(fields[1].decode(), int(fields[5])) for _, fields in entries if fields]


def decode_entries(partition: int, entries: list[Any]) -> list[FeedEntry]:
    """Return the commits that stream entries of a feed hold; deleted entries are left out."""
    return [
        FeedEntry(partition, id_, fields[1].decode(), int(fields[5]), int(fields[3]), *fields[7:8])
        for id_, fields in entries
        if fields
    ]
