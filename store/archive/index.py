"""The index of archived tables on one machine: a SQLite file that footers can rebuild any time."""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import msgpack

from application.ports.archive import Archived
from application.ports.table_list import StoredRow, list_position
from domain.kernel.ids import TableId
from store.archive.segment import Footer

SCHEMA_VERSION = 2
WAIT_SECONDS = 30.0  # for another process that writes
# The rows of `tables` are about 1 KB: `without rowid`, each would take a page of its own.
SCHEMA = """
create table segments (name text primary key, size integer not null, tables integer not null);
create table tables (
  id text primary key, segment text not null, start integer not null, length integer not null,
  version integer not null, head blob not null, place integer, sort text not null,
  body blob not null, indexes blob not null, result blob not null, logged blob not null
);
create index places on tables (place) where place is not null;
create table listed (name text, position text, primary key (name, position)) without rowid;
"""
NEWEST_FIRST = """
select position, body from listed
join tables on tables.id = substr(position, instr(position, '|') + 1)
where name = ? and (? is null or position < ?) order by position desc limit ?
"""
OLDEST_FIRST = NEWEST_FIRST.replace("position <", "position >").replace(" desc", "")
COLUMNS = "segment, start, length, id, version, head, place, sort, body, indexes, result, logged"


class Indexed(NamedTuple):
    """A table in the archive, and where it is."""

    segment: str
    offset: int
    length: int
    archived: Archived


class ArchiveIndex:
    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._opened: sqlite3.Connection | None = None

    def segments(self) -> set[str]:
        """Return the segments that the index knows."""
        return {name for (name,) in self._run("select name from segments")}

    def totals(self) -> tuple[int, int, int]:
        """Return the number of segments, of tables, and the bytes of all segments."""
        found = self._run(
            "select count(*), coalesce(sum(tables), 0), coalesce(sum(size), 0) from segments"
        )
        return found[0] if found else (0, 0, 0)

    def find(self, table: TableId) -> Indexed | None:
        found = self._run(f"select {COLUMNS} from tables where id = ?", table)  # noqa: S608
        return _indexed(found[0]) if found else None

    def tables(self) -> list[TableId]:
        """Return every table of the archive."""
        return [table for (table,) in self._run("select id from tables order by id")]

    def page(
        self, name: str, after: str | None, limit: int, oldest_first: bool = False
    ) -> list[tuple[str, bytes]]:
        """Return position and row of the tables in a list, the greatest position first, or last."""
        return self._run(OLDEST_FIRST if oldest_first else NEWEST_FIRST, name, after, after, limit)

    def ids(self, name: str) -> list[TableId]:
        """Return all tables in a list."""
        found = self._run("select position from listed where name = ?", name)
        return [position.rpartition("|")[2] for (position,) in found]

    def places(self, tables: Sequence[TableId]) -> list[int | None]:
        found = [self._run("select place from tables where id = ?", table) for table in tables]
        return [rows[0][0] if rows else None for rows in found]

    def after(self, place: int, limit: int) -> list[tuple[int, TableId]]:
        """Return places and tables of the order of finished tables, after a place."""
        return self._run(
            "select place, id from tables where place > ? order by place limit ?", place, limit
        )

    def add(self, name: str, size: int, footer: Footer) -> None:
        """Add a segment in one step; a table that is known already keeps its place."""
        with closing(self._connect()) as connection, connection:
            connection.execute("begin immediate")
            connection.executemany(
                f"insert or ignore into tables ({COLUMNS}) values ({'?,' * 11}?)",  # noqa: S608
                [_values(name, each.offset, each.length, each.archived) for each in footer.tables],
            )
            connection.executemany(
                "insert or ignore into listed values (?, ?)",
                (
                    (list_name, list_position(row.order, row.table))
                    for row in (each.archived.row for each in footer.tables)
                    for list_name in row.indexes
                ),
            )
            connection.execute(
                "insert or ignore into segments values (?, ?, ?)", (name, size, len(footer.tables))
            )

    def clear(self) -> None:
        """Forget everything."""
        with closing(self._connect()) as connection, connection:
            for table in ("segments", "tables", "listed"):
                connection.execute(f"delete from {table}")  # noqa: S608

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def _run(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query; none if there is no index, which is not created here."""
        if self._opened is None:
            if not self._path.exists():
                return []
            self._opened = self._connect()
        return self._opened.execute(query, values).fetchall()

    def _connect(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(
            self._path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
        )
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = normal")
        _prepare(connection)
        return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Create the tables of the index, or replace those of another version of the server."""
    if _version(connection) == SCHEMA_VERSION:
        return
    connection.execute("begin immediate")
    if _version(connection) != SCHEMA_VERSION:
        for table in ("segments", "tables", "listed"):
            connection.execute(f"drop table if exists {table}")
        for statement in SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"pragma user_version = {SCHEMA_VERSION}")
    connection.execute("commit")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("pragma user_version").fetchone()[0])


def _values(segment: str, offset: int, length: int, archived: Archived) -> tuple[object, ...]:
    row = archived.row
    return (
        segment,
        offset,
        length,
        row.table,
        row.version,
        archived.head,
        archived.place,
        row.order,
        row.body,
        msgpack.encode(row.indexes),
        archived.result,
        msgpack.encode(archived.logged),
    )


def _indexed(row: Iterable[Any]) -> Indexed:
    segment, offset, length, table, version, head, place, order, body, indexes, result, logged = row
    stored_row = StoredRow(
        table, version, order, body, msgpack.decode(indexes, type=tuple[str, ...])
    )
    logged_at = msgpack.decode(logged, type=dict[str, str])
    return Indexed(segment, offset, length, Archived(stored_row, head, result, place, logged_at))
