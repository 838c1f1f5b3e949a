"""The audit bundle: the whole history of a table as one caller may see it, as a stream."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from application.ports.event_log import EventLog, StoreUnavailable
from application.slices import SLICE, Pause, let_others_run
from domain.audit import format as line
from domain.audit.format import CommandLine, Header, header_of
from domain.audit.ledger import commands_of
from domain.fairness import chain, salts
from domain.fairness.canonical import canon
from domain.fairness.chain import first_head, next_head
from domain.judging.codec import decode
from domain.judging.fold import audience
from domain.judging.stored import Entry
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value
from domain.table.state import Closed, NotOpened, seats_of
from projections.seat_view.view import TableAtVersion

AT_ONCE = 500  # events


class History(Value, frozen=True):
    """The bundle of a table; `openapi/history.md` describes the format."""

    header: Header
    events: tuple[Any, ...]
    commands: tuple[CommandLine, ...]


class Frame(NamedTuple):
    """The bytes around the header, the events and the commands."""

    header: bytes
    event: bytes
    between: bytes  # two events, or two commands
    commands: bytes
    command: bytes
    end: bytes


JSON = Frame(b'{"header":%s,"events":[', b"%s", b",", b'],"commands":[', b"%s", b"]}")
LINES = Frame(b'{"header":%s}\n', b"%s\n", b"", b"", b'{"command":%s}\n', b"")


class BundleWriter:
    """Writes the bundle of one caller; keeps the chain head and the commands seen so far."""

    def __init__(self, seen: TableAtVersion, player: PlayerId | None, frame: Frame) -> None:
        self._seen = seen
        self._player = player
        self._frame = frame
        self._public = isinstance(seen.state, Closed)
        self._seats = frozenset(seats_of(seen.state, player) if player else ())
        self._head = first_head(seen.table)
        self._first_entries: list[Entry] = []

    def header(self) -> bytes:
        state = self._seen.state
        assert not isinstance(state, NotOpened)
        said = header_of(state, self._seen.version, self._seen.head.hex())
        return self._frame.header % canon(said)

    def events(self, entries: Iterable[Entry]) -> bytes:
        """Return the lines of the next events; must be called in order."""
        lines = []
        for entry in entries:
            if entry.record is not None:
                self._first_entries.append(entry)
            between = b"" if entry.version == 1 else self._frame.between
            lines.append(between + self._frame.event % self._event(entry))
        return b"".join(lines)

    def commands(self) -> Iterator[bytes]:
        """Yield, after all events, the command behind every commit that the caller may see."""
        yield self._frame.commands
        between = b""
        for start in range(0, len(self._first_entries), SLICE):
            lines = [self._frame.command % canon(each) for each in self._visible(start)]
            if lines:
                yield between + self._frame.between.join(lines)
                between = self._frame.between
        yield self._frame.end

    def _visible(self, start: int) -> list[CommandLine]:
        """Return the commands of some commits that the caller may see."""
        entries = self._first_entries[start : start + SLICE]
        following = self._first_entries[start + SLICE : start + SLICE + 1]
        last = following[0].version - 1 if following else self._seen.version
        return [each for each in commands_of((*entries, Entry(last, b""))) if self._may_see(each)]

    def _event(self, entry: Entry) -> bytes:
        salt = salts.salt(self._seen.seed, entry.version)
        leaf = chain.leaf(salt, entry.event)
        self._head = next_head(self._head, leaf)
        if self._public or audience(decode(entry.event).event).hears(self._seats):
            return line.event_line(entry.event, salt, leaf, self._head)
        return line.sealed_line(entry.version, leaf, self._head)

    def _may_see(self, command: CommandLine) -> bool:
        return self._public or command.by == self._player


async def stream_bundle(
    log: EventLog,
    seen: TableAtVersion,
    player: PlayerId | None,
    frame: Frame,
    pause: Pause = let_others_run,
) -> AsyncIterator[bytes]:
    """Yield the bundle piece by piece: only a part of a long history is in memory.

    Raises StoreUnavailable if a failover has taken back what was seen of the table.
    """
    writer = BundleWriter(seen, player, frame)
    yield writer.header()
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
        yield b"".join(pieces)
        after = entries[-1].version
    for piece in writer.commands():
        yield piece
        await pause()


def bundle(
    seen: TableAtVersion, entries: Sequence[Entry], player: PlayerId | None, frame: Frame = JSON
) -> bytes:
    """Return the whole bundle of entries that are in memory."""
    writer = BundleWriter(seen, player, frame)
    return writer.header() + writer.events(entries) + b"".join(writer.commands())
