"""The audit bundle: the whole history of a table as one caller may see it, as a stream."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from application.lib.slices import SLICE, Pause, in_slices, let_others_run
from application.play.ancestors import ancestors_of
from application.ports.event_log import EventLog, StoreUnavailable
from domain.audit import format as line
from domain.audit.decoded_history import decode_record
from domain.audit.format import AncestorLine, Header, header_of
from domain.fairness.chain import FORMAT_3, Format, canon, first_head
from domain.judging.codec import decode_without_rules
from domain.judging.live_table import ChainBroken
from domain.judging.stored import Ancestor, Entry
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value
from domain.table.commands import ForkOf
from domain.table.state import Closed, NotOpened, Table, seats_of
from projections.seat_view.view import TableAtVersion

AT_ONCE = 500  # events, at least


class History(Value, frozen=True):
    """The bundle of a table; `openapi/history.md` describes the format."""

    header: Header
    """The header of the bundle."""
    ancestors: tuple[AncestorLine, ...]
    """The histories that a fork continues."""
    events: tuple[Any, ...]
    """The events, the oldest first."""
    commands: tuple[Any, ...]
    """The commands of the table, oldest first."""


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
        self._commands: list[tuple[bytes, bytes]] = []  # record and salt of each commit

    def header(self, ancestors: Iterable[Ancestor], format_: Format = FORMAT_3) -> bytes:
        """Return everything before the events."""
        lines = (self._frame.ancestor % line.ancestor_line(each) for each in ancestors)
        state = self._seen.state
        assert not isinstance(state, NotOpened)
        assert self._seen.head is not None
        said = header_of(state, self._seen.version, self._seen.head.hex(), format_.name)
        return (
            self._frame.header % canon(said) + self._frame.between.join(lines) + self._frame.events
        )

    def events(self, entries: Iterable[Entry]) -> bytes:
        """Return the lines of the next entries; must be called in order."""
        lines = []
        for entry in entries:
            for version, raw in enumerate(self._lines(entry), entry.first):
                between = b"" if version == 1 else self._frame.between
                lines.append(between + self._frame.event % raw)
        return b"".join(lines)

    def _lines(self, entry: Entry) -> Iterator[bytes]:
        seals = entry.seals(self._seen.seed)
        command, of = seals.command, entry.format
        heads = of.heads(self._head, command, seals.leaves) if of.heads else ()
        self._head = of.next_head(self._head, command, seals.leaves)
        if entry.record is not None and seals.command_salt is not None:
            self._commands.append((entry.record, seals.command_salt))
        shown = dict(enumerate(heads, entry.first))
        if entry.head:
            shown[entry.last] = self._head
        rows = zip(entry.events, seals.salts, seals.leaves, strict=True)
        for version, (event, salt, leaf) in enumerate(rows, entry.first):
            if self._public or decode_without_rules(event).event.audience().hears(self._seats):
                yield line.event_line(event, salt, leaf, shown.get(version), command)
            else:
                yield line.sealed_line(version, leaf, shown.get(version), command)
            command = None

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

    def _command(self, record: bytes, salt: bytes) -> bytes | None:
        """Return the line of a command, or None if the caller may not see it."""
        if not self._may_see(record):
            return None
        return self._frame.command % line.command_line(record, salt)

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
    after, ancestors = 0, await ancestors_of(log, fork_of(seen.state))
    while after < seen.version:
        entries = await log.read(seen.table, after, min(AT_ONCE, seen.version - after))
        if not entries or entries[-1].last > seen.version:
            raise StoreUnavailable("the history has changed")
        pieces = [writer.header(ancestors, entries[0].format)] if after == 0 else []
        for some in in_slices(entries):
            await pause()
            pieces.append(writer.events(some))
        after = entries[-1].last
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
    writer, made = BundleWriter(seen, player, frame), entries[0].format
    return writer.header(ancestors, made) + writer.events(entries) + b"".join(writer.commands())
