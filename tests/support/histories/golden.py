"""Golden tables: how each is played, the files of what was stored, the sentences of events."""

from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import json

from domain.fairness.chain import canon, first_head
from domain.games import GAMES
from domain.judging.codec import EVENT_TYPES, RecordedEvent, decode
from domain.judging.commit import Record
from domain.judging.decision_clock import game_of
from domain.judging.fold import NOTHING, fold
from domain.judging.stored import Entry, Stored, entries_from, with_heads
from domain.kernel.messages import Audience, Command, Event, Value
from domain.table.commands import TableCommand
from domain.table.state import Closed, Running, Table
from tests.support.paths import TESTS

# A golden table: all that is needed to play it again.

GOLDEN = TESTS / "golden"


class Golden(NamedTuple):
    game: str
    name: str
    seats: int
    options: dict[str, Any]
    number: int  # everything else follows from it
    sleepy: bool = False  # with timeouts, and a player who leaves and comes back
    eager: bool = False  # everybody plays to win, as the bots do
    bots: int = 0  # the last so many players are bots, greedy and random by turns
    sealed: bool = False  # people give sealed luck

    @property
    def history(self) -> Path:
        return GOLDEN / self.game / f"{self.name}.ndjson"


# Files of recorded tables: writing and reading what was stored, line by line.

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
        return [decode(event) for event in self.stored.events]

    @property
    def asked(self) -> list[Asked]:
        return [
            _asked(entry.record or b"", [decode(event) for event in entry.events])
            for entry in self.stored.entries
        ]


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
    end = fold(NOTHING, (decode(event).event for event in stored.events))
    lines = [canon(_Head(table, stored.seed.hex()))]
    lines += (line for entry in stored.entries for line in _lines(entry))
    lines.append(canon(_Foot(stored.head.hex(), views(end))))
    return b"\n".join(lines) + b"\n"


def _lines(entry: Entry) -> Iterator[bytes]:
    record = b"" if entry.record is None else b',"record":' + entry.record
    for event in entry.events:
        yield b'{"event":' + event + record + b"}"
        record = b""


def read(path: Path) -> History:
    first, *lines, last = path.read_bytes().splitlines()
    head, foot = json.decode(first, type=_Head), json.decode(last, type=_Foot)
    said = [json.decode(line, type=_Line) for line in lines]
    records = {version: bytes(line.record) for version, line in enumerate(said, 1) if line.record}
    entries, seed = [*entries_from([bytes(line.event) for line in said], records)], head.seed
    linked = with_heads(first_head(head.table), bytes.fromhex(seed), entries)
    stored = Stored(bytes.fromhex(seed), len(said), bytes.fromhex(foot.head), linked)
    return History(head.table, stored, foot.views)


# The golden histories of a game: generated ones and those of bug reports.


def goldens(key: str) -> list[Path]:
    return sorted((GOLDEN / key).glob("*.ndjson"))


@cache
def history(path: Path) -> History:
    return read(path)


def recorded_events(key: str) -> list[Event]:
    """Return every event of the golden histories of a game."""
    return [each.event for path in goldens(key) for each in history(path).recorded]


# The golden sentences: events as data, the rule each cites, who may see it, what people read.


class Sentence(NamedTuple):
    event: Event
    facts: str  # the rule and the audience
    english: str
    french: str


def sentences(folder: str) -> list[Sentence]:
    """Return the golden sentences of a game, or of the table."""
    blocks = (GOLDEN / folder / "sentences.txt").read_text().split("\n\n")
    return [_sentence(*block.splitlines()) for block in blocks]


def _sentence(event: str, facts: str, english: str, french: str) -> Sentence:
    kind, _, data = event.partition(" ")
    return Sentence(json.decode(data, type=EVENT_TYPES[kind]), facts, english, french)


def facts(event: Event) -> str:
    """`GB-12, seat 0`, `no rule, everyone`"""
    return f"{event.cites() or 'no rule'}, {_seen_by(event.audience())}"


def _seen_by(audience: Audience) -> str:
    if audience.seats is None:
        return "everyone"
    return f"seat {', '.join(map(str, sorted(audience.seats)))}" if audience.seats else "nobody"
