"""The audit bundle: the whole history of a table as one caller may hear it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import json

from domain.kernel.ids import Moment, PlayerId, Seat, Version
from domain.kernel.messages import Value
from domain.kernel.outcome import Outcome
from domain.play.commit import Told, retold
from domain.play.log import Entry
from domain.table.events import TableOpened
from domain.table.state import Closed, Open, Running, seats_of
from projections.table_for_seat import Seen, encode, event_seen, status

FORMAT = "ludotheque/history/1"


class Header(Value, frozen=True, kw_only=True):
    """What the events are about, and how far they go."""

    format: str
    table: str
    game: str
    rules_version: str
    components: str
    options: Any
    players: tuple[PlayerId, ...]
    commitment: str
    status: str
    version: Version
    head: str
    seed: str | None
    outcome: Outcome | None


class CommandSeen(Value, frozen=True):
    """A command and the events it caused; only its own player's before the end."""

    first: Version
    last: Version
    at: Moment
    by: str
    seat: Seat | None
    key: str | None
    command: Any


class History(Value, frozen=True):
    """The whole bundle."""

    header: Header
    events: tuple[Any, ...]
    commands: tuple[CommandSeen, ...]


class _Record(Value, frozen=True):
    at: str
    by: str
    command: msgspec.Raw
    key: str | None
    seat: Seat | None


_records = json.Decoder(_Record)


def header(seen: Seen, opened: TableOpened) -> Header:
    state = seen.state
    assert isinstance(state, Open | Running | Closed)
    return Header(
        format=FORMAT,
        table=state.setup.table,
        game=state.setup.game,
        rules_version=state.setup.rules_version,
        components=opened.components,
        options=state.setup.options,
        players=tuple(sitter.player for sitter in state.sitters),
        commitment=state.setup.commitment,
        status=status(state),
        version=seen.version,
        head=seen.head.hex(),
        seed=state.seed if isinstance(state, Closed) else None,
        outcome=state.outcome if isinstance(state, Closed) else None,
    )


def commands(entries: Sequence[Entry], player: PlayerId | None, public: bool) -> list[CommandSeen]:
    """The command behind every commit that the caller may know."""
    starts = [entry for entry in entries if entry.record is not None]
    ends = [entry.version - 1 for entry in starts[1:]] + [entries[-1].version]
    seen = (_command(start, last) for start, last in zip(starts, ends, strict=True))
    return [command for command in seen if public or command.by == player]


def _command(start: Entry, last: int) -> CommandSeen:
    assert start.record is not None
    record = _records.decode(start.record)
    return CommandSeen(
        start.version, last, record.at, record.by, record.seat, record.key, record.command
    )


def lines(seen: Seen, entries: Sequence[Entry], player: PlayerId | None) -> Iterator[bytes]:
    """NDJSON: the header, then every event, then every command, one object a line."""
    told = retold(entries, seen.seed)
    yield encode({"header": _header(seen, told)})
    public = isinstance(seen.state, Closed)
    for event in _events(seen, told, player, public):
        yield b'{"event":' + event + b"}"
    for command in commands(entries, player, public):
        yield encode({"command": command})


def bundle(seen: Seen, entries: Sequence[Entry], player: PlayerId | None) -> bytes:
    """The same as one JSON document."""
    told = retold(entries, seen.seed)
    public = isinstance(seen.state, Closed)
    return b'{"header":%s,"events":[%s],"commands":%s}' % (
        encode(_header(seen, told)),
        b",".join(_events(seen, told, player, public)),
        encode(commands(entries, player, public)),
    )


def _header(seen: Seen, told: Sequence[Told]) -> Header:
    opened = told[0].happened.event
    assert isinstance(opened, TableOpened)
    return header(seen, opened)


def _events(
    seen: Seen, told: Iterable[Told], player: PlayerId | None, public: bool
) -> Iterator[bytes]:
    own = frozenset(seats_of(seen.state, player) if player else ())
    return (event_seen(each, own, public, None) for each in told)
