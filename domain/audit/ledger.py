"""A whole history with its seed, decoded from a bundle or from the store."""

from collections.abc import Iterable

from msgspec import MsgspecError, Raw, json

from domain.audit.finding import CheckFailed
from domain.audit.format import CommandLine
from domain.judging.codec import RecordedEvent, decode
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import Seat
from domain.kernel.messages import Value
from domain.kernel.rejection import Rejected
from domain.table.events import TableOpened


class Ledger(Value, frozen=True):
    """Everything needed to repeat the draws and the judgements of a table."""

    table: str
    seed: bytes
    events: tuple[bytes, ...]
    recorded: tuple[RecordedEvent, ...]
    commands: tuple[CommandLine, ...]


def ledger_of(table: str, stored: Stored) -> Ledger:
    """Return the ledger of a stored table."""
    events = tuple(entry.event for entry in stored.entries)
    return Ledger(table, stored.seed, events, decode_all(events), commands_of(stored.entries))


def opening_of(ledger: Ledger) -> TableOpened:
    """Return the first event; raise CheckFailed if it does not open a table."""
    opened = ledger.recorded[0].event
    if not isinstance(opened, TableOpened):
        raise CheckFailed("rules", 1, "The first event is not the opening of the table.")
    return opened


def decode_all(events: Iterable[bytes]) -> tuple[RecordedEvent, ...]:
    """Decode the events; raise CheckFailed for one that this server does not know."""
    recorded: list[RecordedEvent] = []
    for version, raw in enumerate(events, 1):
        try:
            recorded.append(decode(raw))
        except Rejected as unknown:
            raise CheckFailed("rules", version, unknown.detail) from None
        except (MsgspecError, KeyError) as wrong:
            raise CheckFailed("rules", version, f"No game has such an event ({wrong}).") from None
    return tuple(recorded)


def commands_of(entries: Iterable[Entry]) -> tuple[CommandLine, ...]:
    """Return the command of every commit, with the versions of the events it caused."""
    first_entries: list[Entry] = []  # of each commit
    last = 0
    for entry in entries:
        if entry.record is not None:
            first_entries.append(entry)
        last = entry.version
    ends = [*(entry.version - 1 for entry in first_entries[1:]), last]
    return tuple(command_line(entry, end) for entry, end in zip(first_entries, ends, strict=False))


class _Record(Value, frozen=True):
    """`Record` with the command left as bytes."""

    at: str
    by: str
    command: Raw
    key: str | None
    seat: Seat | None


_records = json.Decoder(_Record)


def command_line(entry: Entry, last: int) -> CommandLine:
    """Return the command stored with this entry, which caused the events up to `last`."""
    assert entry.record is not None
    try:
        record = _records.decode(entry.record)
    except MsgspecError as wrong:
        raise CheckFailed(
            "form", entry.version, f"Its command cannot be decoded: {wrong}."
        ) from None
    return CommandLine(
        at=record.at,
        by=record.by,
        command=record.command,
        first=entry.version,
        key=record.key,
        last=last,
        seat=record.seat,
    )
