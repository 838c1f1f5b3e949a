"""The index of archived tables: small, and replaced if another version of the server made it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from application.ports.archive import Archived
from application.ports.table_list import StoredRow
from domain.kernel.ids import TableId
from store.archive.index import ArchiveIndex
from store.archive.segment import Footer, Located

TABLES, MOST_BYTES = 1_000, 2_500
LISTS = ("all", "game:gumball_rally", "status:finished", "game:gumball_rally+status:finished")


def archived(number: int) -> Archived:
    """Return a table whose row is as long as usual."""
    table = TableId(f"{number * 7919 % TABLES:026}")
    row = StoredRow(table, 400, f"{number:020}", b"x" * 640, LISTS)
    return Archived(row, bytes(32), b"y" * 120, number, {"started": "0", "closed": "1"})


def filled(path: Path) -> ArchiveIndex:
    index = ArchiveIndex(str(path))
    tables = [Located(number, 1, archived(number)) for number in range(TABLES)]
    index.add("a" * 64, 1, Footer("gumball_rally", 0, tables))
    return index


def test_a_table_takes_little_more_than_its_row(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite")
    index.close()
    with closing(sqlite3.connect(tmp_path / "index.sqlite")) as file:
        file.execute("pragma wal_checkpoint(truncate)")
    assert (tmp_path / "index.sqlite").stat().st_size / TABLES < MOST_BYTES


def test_an_index_of_another_version_is_replaced(tmp_path: Path) -> None:
    filled(tmp_path / "index.sqlite").close()
    with closing(sqlite3.connect(tmp_path / "index.sqlite")) as file:
        file.execute("pragma user_version = 1")
    again = ArchiveIndex(str(tmp_path / "index.sqlite"))
    assert again.tables() == []
    assert again.segments() == set()  # the segments are read again
    again.close()
    with closing(filled(tmp_path / "index.sqlite")) as refilled:
        assert len(refilled.tables()) == TABLES
