"""Decodes the entries of feeds."""

from typing import Any

from application.ports.feeds import FeedEntry
from domain.kernel.ids import TableId


def decode_versions(entries: list[Any]) -> list[tuple[TableId, int]]:
    """Return the newest version of each table, for readers of all feeds."""
    newest = {fields[1]: fields[5] for _, fields in entries if fields}
    return [(table.decode(), int(version)) for table, version in newest.items()]


def decode_entries(partition: int, entries: list[Any]) -> list[FeedEntry]:
    """Return the commits that stream entries of a feed hold; deleted entries are left out."""
    return [
        FeedEntry(partition, id_, fields[1].decode(), int(fields[5]), int(fields[3]), *fields[7:8])
        for id_, fields in entries
        if fields
    ]
