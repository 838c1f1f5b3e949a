"""Exports the closed tables of a month as open data: games, events and results in Parquet files."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from msgspec import json

from application.ports.event_log import EventLog
from application.setting_values import SettingError
from domain.judging.codec import Envelope, RecordedEvent, decoded
from domain.judging.rows.codec import decode_archived_row
from domain.judging.rows.notices import is_in_feed
from domain.judging.rows.row import Row, fold_row
from domain.judging.stored import Stored
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.table.end_events import TableClosed
from domain.table.opening_events import TableOpened
from projections.leaderboard.results import sitters
from store.archive.archive import Archive
from store.tables.table_registry import RegistryScan

MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])", re.ASCII)
AT_ONCE = 100  # tables in one row group
_envelopes = json.Decoder(Envelope)


class ExportReport(Value, frozen=True):
    month: str
    tables: int
    events: int
    files: tuple[str, ...]


class Export:
    """Writes the public tables of a month without names; no private table, fork or sandbox."""

    def __init__(self, scan: RegistryScan, log: EventLog, archive: Archive) -> None:
        self._scan = scan
        self._log = log
        self._archive = archive

    async def run(self, month: str, folder: Path) -> ExportReport:
        """Write three files; raises SettingError if the month is none, or pyarrow is missing."""
        if MONTH.fullmatch(month) is None:
            raise SettingError(f"The month is {month!r}; it must look like 2026-11.")
        with _Files(month, folder) as files:
            async for stored in self._tables(month):
                files.add(stored)
        return ExportReport(month, files.tables, files.events, tuple(map(str, files.paths)))

    async def _tables(self, month: str) -> AsyncIterator[Stored]:
        """Yield the histories of the month, those of the archive first."""
        await self._archive.refresh()
        archived = self._archive.indexed_tables()
        for table in sorted(archived):
            found = self._archive.indexed(table)
            row = None if found is None else decode_archived_row(found.row.body)
            if row is not None and _wanted(row, month):
                yield await self._loaded(table)
        async for table in self._scan.tables():
            if table not in archived:
                stored = await self._loaded(table)
                row = fold_row(None, decoded(stored.entries))
                if row is not None and _wanted(row, month):
                    yield stored

    async def _loaded(self, table: TableId) -> Stored:
        stored = await self._log.load(table)
        assert stored is not None
        return stored


def _wanted(row: Row, month: str) -> bool:
    closed = row.finished_at
    return closed is not None and closed.startswith(month) and is_in_feed(row)


class _Files:
    """The three files of an export; tables are written in groups."""

    def __init__(self, month: str, folder: Path) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise SettingError(
                "pyarrow is not installed. Run `pip install pyarrow` in the environment of the"
                " server."
            ) from None
        self._arrow, self._parquet = pyarrow, parquet
        folder.mkdir(parents=True, exist_ok=True)
        self.paths = [folder / f"{name}-{month}.parquet" for name in SCHEMAS]
        self._rows: dict[str, list[dict[str, Any]]] = {name: [] for name in SCHEMAS}
        self._writers: dict[str, Any] = {}
        self.tables = self.events = 0

    def __enter__(self) -> "_Files":
        for path, (name, columns) in zip(self.paths, SCHEMAS.items(), strict=True):
            types = [(column, getattr(self._arrow, type_)()) for column, type_ in columns.items()]
            schema = self._arrow.schema(types)
            self._writers[name] = self._parquet.ParquetWriter(path, schema, compression="zstd")
        return self

    def __exit__(self, *failure: object) -> None:
        self._flush()
        for writer in self._writers.values():
            writer.close()

    def add(self, stored: Stored) -> None:
        history = decoded(stored.entries)
        self._rows["games"].append(_game(history, stored))
        self._rows["events"] += [_event(history, event) for event in stored.events]
        self._rows["results"] += _results(history)
        self.tables += 1
        self.events += stored.version
        if self.tables % AT_ONCE == 0:
            self._flush()

    def _flush(self) -> None:
        for name, writer in self._writers.items():
            if self._rows[name]:
                table = self._arrow.Table.from_pylist(self._rows[name], schema=writer.schema)
                writer.write_table(table)
                self._rows[name] = []


SCHEMAS: dict[str, dict[str, str]] = {
    "games": {
        "table": "string",
        "game": "string",
        "rules_version": "string",
        "options": "string",
        "seats": "int32",
        "opened_at": "string",
        "closed_at": "string",
        "status": "string",
        "events": "int32",
        "head": "string",
        "seed": "string",
    },
    "events": {
        "table": "string",
        "version": "int32",
        "at": "string",
        "seat": "int32",
        "type": "string",
        "rule": "string",
        "data": "string",
    },
    "results": {
        "table": "string",
        "seat": "int32",
        "player": "string",
        "bot": "bool_",
        "place": "int32",
        "points": "int32",
    },
}


def _game(history: list[RecordedEvent], stored: Stored) -> dict[str, Any]:
    opened, closed = history[0], history[-1]
    assert isinstance(opened.event, TableOpened)
    assert isinstance(closed.event, TableClosed)
    return {
        "table": opened.event.table,
        "game": opened.event.game,
        "rules_version": opened.event.rules_version,
        "options": json.encode(opened.event.options).decode(),
        "seats": len(sitters(history)),
        "opened_at": opened.at,
        "closed_at": closed.at,
        "status": closed.event.reason,
        "events": stored.version,
        "head": stored.head.hex(),
        "seed": stored.seed.hex(),
    }


def _event(history: list[RecordedEvent], raw: bytes) -> dict[str, Any]:
    opened, envelope = history[0].event, _envelopes.decode(raw)
    assert isinstance(opened, TableOpened)
    return {
        "table": opened.table,
        "version": envelope.version,
        "at": envelope.at,
        "seat": envelope.seat,
        "type": envelope.type,
        "rule": envelope.rule,
        "data": json.encode(envelope.data).decode(),
    }


def _results(history: list[RecordedEvent]) -> list[dict[str, Any]]:
    opened, closed = history[0].event, history[-1].event
    assert isinstance(opened, TableOpened)
    assert isinstance(closed, TableClosed)
    outcome = closed.outcome
    return [
        {
            "table": opened.table,
            "seat": seat,
            "player": sitter.player,
            "bot": sitter.bot is not None,
            "place": None if outcome is None else outcome.places[seat],
            "points": None if outcome is None else outcome.scores[seat],
        }
        for seat, sitter in enumerate(sitters(history))
    ]
