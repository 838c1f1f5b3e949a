"""The audit bundle: the whole history of a table as one caller may see it, as a stream."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from application.ancestors import ancestors_of
from application.ports.event_log import EventLog, StoreUnavailable
from application.slices import SLICE, Pause, let_others_run
from domain.audit import format as line
from domain.audit.decoded_history import decode_record
from domain.audit.format import AncestorLine, Header, header_of
from domain.fairness import chain, salts
from domain.fairness.canonical import canon
from domain.fairness.chain import command_head, command_leaf, first_head, next_head
from domain.fairness.salts import command_salt
from domain.judging.codec import decode_without_rules
from domain.judging.live_table import ChainBroken
from domain.judging.stored import Ancestor, Entry
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value
from domain.table.commands import ForkOf
from domain.table.state import Closed, NotOpened, Table, seats_of
from projections.seat_view.view import TableAtVersion

AT_ONCE = 500  # events


class History(Value, frozen=True):
    """The bundle of a table; `openapi/history.md` describes the format."""

    header: Header
    ancestors: tuple[AncestorLine, ...]
    events: tuple[Any, ...]
    commands: tuple[Any, ...]


class Frame(NamedTuple):
    """The bytes around the header, the ancestors, the events and the commands."""

    header: bytes
    ancestor: bytes
    events: bytes
    event: bytes
    between: bytes  # two ancestors, events or commands
    commands: bytes
    command: bytes
    end: bytes


JSON = Frame(
    header=b'{"header":%s,"ancestors":[',
    ancestor=b"%s",
    events=b'],"events":[',
    event=b"%s",
    between=b",",
    commands=b'],"commands":[',
    command=b"%s",
    end=b"]}",
)
LINES = Frame(
    header=b'{"header":%s}\n',
    ancestor=b'{"ancestor":%s}\n',
    events=b"",
    event=b"%s\n",
    between=b"",
    commands=b"",
    command=b"%s\n",
    end=b"",
)


class BundleWriter:
    """Writes the bundle of one caller; keeps the chain head and the commands seen so far."""

    def __init__(self, seen: TableAtVersion, player: PlayerId | None, frame: Frame) -> None:
        self._seen = seen
        self._player = player
        self._frame = frame
        self._public = isinstance(seen.state, Closed)
        self._seats = frozenset(seats_of(seen.state, player) if player else ())
        self._head = first_head(seen.table)
        self._commands: list[tuple[int, bytes]] = []  # first version and record of each commit

    def header(self, ancestors: Iterable[Ancestor]) -> bytes:
        """Return everything before the events."""
        lines = (self._frame.ancestor % line.ancestor_line(each) for each in ancestors)
        state = self._seen.state
        assert not isinstance(state, NotOpened)
        said = header_of(state, self._seen.version, self._seen.head.hex())
        return (
            self._frame.header % canon(said) + self._frame.between.join(lines) + self._frame.events
        )

    def events(self, entries: Iterable[Entry]) -> bytes:
        """Return the lines of the next events; must be called in order."""
        lines = []
        for entry in entries:
            if entry.record is not None:
                self._commands.append((entry.version, entry.record))
            between = b"" if entry.version == 1 else self._frame.between
            lines.append(between + self._frame.event % self._event(entry))
        return b"".join(lines)

    def require_head(self) -> None:
        """Raise ChainBroken unless the events have led to the head of the table."""
        if self._head != self._seen.head:
            raise ChainBroken(self._seen.table)

    def commands(self) -> Iterator[bytes]:
        """Yield, after all events, the command behind every commit that the caller may see."""
        yield self._frame.commands
        between = b""
        for start in range(0, len(self._commands), SLICE):
            lines = [self._command(*each) for each in self._commands[start : start + SLICE]]
            visible = [line for line in lines if line is not None]
            if visible:
                yield between + self._frame.between.join(visible)
                between = self._frame.between
        yield self._frame.end

    def _command(self, first: int, record: bytes) -> bytes | None:
        """Return the line of a command, or None if the caller may not see it."""
        if not self._may_see(record):
            return None
        return self._frame.command % line.command_line(record, command_salt(self._seen.seed, first))

    def _event(self, entry: Entry) -> bytes:
        salt = salts.salt(self._seen.seed, entry.version)
        leaf = chain.leaf(salt, entry.event)
        command = self._command_leaf(entry)
        if command is not None:
            self._head = command_head(self._head, command)
        self._head = next_head(self._head, leaf)
        if self._public or decode_without_rules(entry.event).event.audience().hears(self._seats):
            return line.event_line(entry.event, salt, leaf, self._head, command)
        return line.sealed_line(entry.version, leaf, self._head, command)

    def _command_leaf(self, entry: Entry) -> bytes | None:
        if entry.record is None:
            return None
        return command_leaf(command_salt(self._seen.seed, entry.version), entry.record)

    def _may_see(self, record: bytes) -> bool:
        return self._public or decode_record(record).by == self._player


def fork_of(state: Table) -> ForkOf | None:
    """Return where a table left another one, if it is a fork."""
    return None if isinstance(state, NotOpened) else state.setup.fork


async def stream_bundle(
    log: EventLog,
    seen: TableAtVersion,
    player: PlayerId | None,
    frame: Frame,
    pause: Pause = let_others_run,
) -> AsyncIterator[bytes]:
    """Yield the bundle piece by piece: only a part of a long history is in memory.

    Raises StoreUnavailable if a failover has taken back what was seen of the table, and ChainBroken
    if the events do not lead to its head.
    """
    writer = BundleWriter(seen, player, frame)
    yield writer.header(await ancestors_of(log, fork_of(seen.state)))
    after = 0
    while after < seen.version:
        asked = min(AT_ONCE, seen.version - after)
        entries = await log.read(seen.table, after, asked)
        if len(entries) < asked and (not entries or entries[-1].version < seen.version):
            raise StoreUnavailable("the history has become shorter")
        pieces = []
        for start in range(0, len(entries), SLICE):
            await pause()
            pieces.append(writer.events(entries[start : start + SLICE]))
        after = entries[-1].version
        if after >= seen.version:
            writer.require_head()
        yield b"".join(pieces)
    for piece in writer.commands():
        yield piece
        await pause()


def bundle(
    seen: TableAtVersion,
    entries: Sequence[Entry],
    player: PlayerId | None,
    frame: Frame = JSON,
    ancestors: Iterable[Ancestor] = (),
) -> bytes:
    """Return the whole bundle of entries that are in memory."""
    writer = BundleWriter(seen, player, frame)
    return writer.header(ancestors) + writer.events(entries) + b"".join(writer.commands())
