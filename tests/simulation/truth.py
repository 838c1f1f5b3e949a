"""What really happened: an observer inside the store that follows every table on its own."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import json

from domain.fairness.chain import first_head
from domain.games import GAMES
from domain.judging.codec import RecordedEvent, decode
from domain.judging.fold import NOTHING, evolve
from domain.judging.stored import entries_of_commit, extend
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.table.state import Closed, NotOpened, Table
from ludotheque.laws.knowledge import knowledge
from tests.simulation.store.engine import Engine

COUNT = 2  # the word of FCALL that says how many keys follow it
FIRST_PART = 16  # of its arguments
WORDS = re.compile(rb'"((?:[^"\\]|\\.)*)"')  # every string of a JSON text
SECRETS = {
    key: frozenset(each.encode() for alike in knowledge(key).ALIKE for each in alike)
    for key in GAMES
}
Viewer = Seat | None  # None: a spectator


class Written(NamedTuple):
    """One commit, as it was stored."""

    table: TableId
    id: bytes
    first: int
    last: int
    head: bytes
    by: str
    key: bytes | None  # as a digest
    record: bytes
    command: Any
    events: tuple[RecordedEvent, ...]
    before: Table
    after: Table
    true_time: float  # seconds on the clock that never jumps
    store_ms: int  # by the store's clock


class TableTruth:
    """One table: its commits, heads and state, and which secrets each viewer has been shown."""

    def __init__(self, table: TableId, seed: bytes) -> None:
        self.table = table
        self.seed = seed
        self.version = 0
        self.heads = {0: first_head(table)}  # by version: after each commit
        self.commits: list[Written] = []
        self.state: Table = NOTHING
        self.floor = 0  # the newest version that anyone was shown
        self.shown: defaultdict[Viewer, set[bytes]] = defaultdict(set)
        self._waiters: list[asyncio.Future[None]] = []

    @property
    def game(self) -> str:
        assert not isinstance(self.state, NotOpened)
        return self.state.setup.game

    async def changed(self, seconds: float) -> None:
        """Wait for the next commit, or so long."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        await asyncio.wait([waiter], timeout=seconds)

    def wake(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def hidden_in(self, text: bytes, viewers: Iterable[Viewer]) -> set[bytes]:
        """Return the secrets named in these bytes that none of these viewers may know."""
        if isinstance(self.state, Closed | NotOpened):
            return set()
        named = SECRETS[self.game].intersection(WORDS.findall(text))
        for viewer in viewers:
            named = named - self.shown[viewer]
        return set(named)


class Truth:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.tables: dict[TableId, TableTruth] = {}
        self.lost: dict[bytes, Written] = {}  # by id: commits that a failover has taken back
        self.problems: list[str] = []
        self.on_commit: list[Any] = []

    def observe(self, words: list[bytes], reply: Any) -> None:
        """Follow an append that was executed."""
        appends = words[0] == b"FCALL" and words[1].endswith(b"_append")
        if appends and isinstance(reply, list) and reply[0] == b"OK":
            self._follow(words[COUNT + 1 + int(words[COUNT]) :], reply[1], reply[2])

    def _follow(self, args: list[bytes], first: int, last: int) -> None:
        table = args[0].decode()
        if first == 1:
            self.tables[table] = TableTruth(table, args[11])
        truth = self.tables[table]
        raw = [event for part in args[FIRST_PART:] for event in part.split(b"\n")]
        if first != truth.version + 1 or last - first + 1 != len(raw):
            self.problems.append(f"table {table}: versions {first} to {last} leave a gap")
        written = self._written(truth, args, first, last, raw)
        before = (truth.version, truth.state, len(truth.commits))
        self._take_over(truth, written, raw)
        self._engine.on_undo(lambda: self._undo(truth, written, before))
        if truth.heads[last] != args[3]:
            self.problems.append(f"table {table}: version {last} breaks the chain of heads")
        for each in self.on_commit:
            each(truth, written)
        truth.wake()

    def _written(
        self, truth: TableTruth, args: list[bytes], first: int, last: int, raw: list[bytes]
    ) -> Written:
        record = json.decode(args[5])
        events = tuple(decode(each) for each in raw)
        state = truth.state
        for each in events:
            state = evolve(state, each.event)
        return Written(
            truth.table,
            args[4],
            first,
            last,
            args[3],
            record["by"],
            args[6] or None,
            args[5],
            record["command"],
            events,
            truth.state,
            state,
            asyncio.get_running_loop().time(),
            self._engine.keys.now_ms(),
        )

    def _take_over(self, truth: TableTruth, written: Written, raw: list[bytes]) -> None:
        truth.state = written.after
        entries = entries_of_commit(written.first, raw, written.record)
        truth.heads[written.last] = extend(truth.heads[truth.version], truth.seed, entries)
        truth.version = written.last
        truth.commits.append(written)
        secrets = SECRETS[truth.game]
        seats = range(len(getattr(truth.state, "sitters", ())))
        for each, text in zip(written.events, raw, strict=True):
            named = secrets.intersection(WORDS.findall(text))
            if named:
                heard = each.event.audience()
                for viewer in (None, *seats):
                    if heard.hears(() if viewer is None else (viewer,)):
                        truth.shown[viewer] |= named

    def _undo(self, truth: TableTruth, written: Written, before: tuple[int, Table, int]) -> None:
        truth.version, truth.state, commits = before
        del truth.commits[commits:], truth.heads[written.last]
        truth.floor = min(truth.floor, truth.version)
        self.lost[written.id] = written
        if truth.version == 0:
            self.tables.pop(truth.table, None)
        truth.wake()

    def seats_of(self, table: TableId, player: PlayerId | None) -> list[Viewer]:
        """Return through whose eyes a player sees this table."""
        sitters = getattr(self.tables[table].state, "sitters", ())
        own = [seat for seat, each in enumerate(sitters) if each.player == player]
        return [None, *own]
