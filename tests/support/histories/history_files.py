"""Files of recorded tables: writing and reading what was stored, line by line."""

from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import json

from domain.fairness.canonical import canon
from domain.games import GAMES
from domain.judging.codec import RecordedEvent, decode
from domain.judging.commit import Record
from domain.judging.decision_clock import game_of
from domain.judging.fold import NOTHING, fold
from domain.judging.stored import Entry, Stored
from domain.kernel.messages import Command, Value
from domain.table.commands import TableCommand
from domain.table.state import Closed, Running, Table

COMMANDS: Any = reduce(
    or_, (*get_args(TableCommand), *(c for g in GAMES.values() for c in g.commands))
)


class _Head(Value, frozen=True):
    table: str
    seed: str


class _Line(Value, frozen=True):
    event: msgspec.Raw
    record: msgspec.Raw = msgspec.Raw()


class _Foot(Value, frozen=True):
    head: str
    views: Any


class Asked(Value, frozen=True):
    """A command as it was recorded, and the events it caused."""

    record: Record
    command: Command
    recorded: tuple[RecordedEvent, ...]


class History(Value, frozen=True):
    table: str
    stored: Stored
    views: Any  # of the spectator and of every seat at the end, as they were when recorded

    @property
    def recorded(self) -> list[RecordedEvent]:
        return [decode(entry.event) for entry in self.stored.entries]

    @property
    def asked(self) -> list[Asked]:
        runs: list[tuple[bytes, list[RecordedEvent]]] = []
        for entry in self.stored.entries:
            if entry.record is not None:
                runs.append((entry.record, []))
            runs[-1][1].append(decode(entry.event))
        return [_asked(record, recorded) for record, recorded in runs]


def _asked(raw: bytes, recorded: list[RecordedEvent]) -> Asked:
    record = json.decode(raw, type=Record)
    return Asked(record, msgspec.convert(record.command, COMMANDS), tuple(recorded))


def views(state: Table) -> dict[str, Any]:
    """Return what a spectator and every seat see."""
    assert isinstance(state, Running | Closed)
    seats = range(len(state.sitters))
    view = game_of(state).view
    return {"spectator": view(state.play, None)} | {f"seat_{s}": view(state.play, s) for s in seats}


def written(table: str, stored: Stored) -> bytes:
    """Return the file: a line for the table, one for each event, one for the final views."""
    end = fold(NOTHING, (decode(entry.event).event for entry in stored.entries))
    lines = [canon(_Head(table, stored.seed.hex()))]
    lines += (_line(entry) for entry in stored.entries)
    lines.append(canon(_Foot(stored.head.hex(), views(end))))
    return b"\n".join(lines) + b"\n"


def _line(entry: Entry) -> bytes:
    record = b"" if entry.record is None else b',"record":' + entry.record
    return b'{"event":' + entry.event + record + b"}"


def read(path: Path) -> History:
    first, *lines, last = path.read_bytes().splitlines()
    head, foot = json.decode(first, type=_Head), json.decode(last, type=_Foot)
    said = [json.decode(line, type=_Line) for line in lines]
    entries = tuple(
        Entry(version, bytes(line.event), bytes(line.record) if line.record else None)
        for version, line in enumerate(said, 1)
    )
    stored = Stored(bytes.fromhex(head.seed), len(entries), bytes.fromhex(foot.head), entries)
    return History(head.table, stored, foot.views)
