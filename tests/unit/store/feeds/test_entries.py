"""Entries of feeds are decoded; those deleted since are left out."""

from application.ports.feeds import FeedEntry
from store.feeds.entries import decode_entries, decode_versions


def test_an_entry_names_the_table_and_its_versions() -> None:
    stored = [[b"17-0", [b"t", b"table", b"f", b"3", b"l", b"5"]], [b"18-0", None]]
    [entry] = decode_entries(7, stored)
    assert entry == FeedEntry(7, b"17-0", "table", last_version=5, first_version=3)
    assert entry.at == 17


def test_a_reader_of_all_feeds_gets_the_last_versions_of_tables() -> None:
    stored = [[b"17-0", [b"t", b"table", b"f", b"3", b"l", b"5"]], [b"18-0", None]]
    assert decode_versions(stored) == [("table", 5)]
