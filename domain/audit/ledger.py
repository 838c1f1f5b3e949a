"""A whole history with its seed, wherever it comes from: a bundle, the store, a test."""

from collections.abc import Iterable

from msgspec import MsgspecError, Raw, json

from domain.audit.finding import Flawed
from domain.audit.format import CommandLine
from domain.judging.codec import RecordedEvent, decode
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import Seat
from domain.kernel.messages import Value
from domain.kernel.rejection import Rejected


class Ledger(Value, frozen=True):
    """What is needed to draw and to judge again."""

    table: str
    seed: bytes
    events: tuple[bytes, ...]
    recorded: tuple[RecordedEvent, ...]
    commands: tuple[CommandLine, ...]


def ledger_of(table: str, stored: Stored) -> Ledger:
    events = tuple(entry.event for entry in stored.entries)
    return Ledger(table, stored.seed, events, understood(events), commands_of(stored.entries))


def understood(events: Iterable[bytes]) -> tuple[RecordedEvent, ...]:
    """The events as the rules of this server read them."""
    recorded: list[RecordedEvent] = []
    for version, raw in enumerate(events, 1):
        try:
            recorded.append(decode(raw))
        except Rejected as unknown:
            raise Flawed("rules", version, unknown.detail) from None
        except (MsgspecError, KeyError) as wrong:
            raise Flawed("rules", version, f"It is no event of any game here ({wrong}).") from None
    return tuple(recorded)


def commands_of(entries: Iterable[Entry]) -> tuple[CommandLine, ...]:
    """The command behind every commit, as a bundle tells it."""
    begun: list[Entry] = []
    last = 0
    for entry in entries:
        if entry.record is not None:
            begun.append(entry)
        last = entry.version
    ends = [*(entry.version - 1 for entry in begun[1:]), last]
    return tuple(command_line(entry, end) for entry, end in zip(begun, ends, strict=False))


class _Record(Value, frozen=True):
    """`Record` with the command as it was written."""

    at: str
    by: str
    command: Raw
    key: str | None
    seat: Seat | None


_records = json.Decoder(_Record)


def command_line(entry: Entry, last: int) -> CommandLine:
    assert entry.record is not None
    try:
        said = _records.decode(entry.record)
    except MsgspecError as wrong:
        raise Flawed(
            "form", entry.version, f"The command beside it is unreadable: {wrong}."
        ) from None
    return CommandLine(said.at, said.by, said.command, entry.version, said.key, last, said.seat)
