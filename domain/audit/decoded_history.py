"""A whole history with its seed, decoded from a bundle or from the store."""

from collections.abc import Iterable

from msgspec import MsgspecError, json

from domain.audit.finding import WHOLE, CheckFailed
from domain.audit.format import CommandRecord
from domain.fairness.chain import FORMAT_3, Format
from domain.games import UNKNOWN_RULES
from domain.judging.codec import RecordedEvent, decode, decode_without_rules
from domain.judging.stored import Ancestor, Entry, Stored
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected
from domain.table.opening_events import TableOpened


class DecodedHistory(Value, frozen=True):
    """Everything needed to repeat the draws and the judgements of a table."""

    table: str
    seed: bytes
    events: tuple[bytes, ...]
    recorded: tuple[RecordedEvent, ...]
    commands: tuple[CommandRecord, ...]
    ancestors: tuple[Ancestor, ...] = ()  # of a fork, oldest first
    format: Format = FORMAT_3


def decoded_history(table: str, stored: Stored, decoded: int | None = None) -> DecodedHistory:
    """Return the history of a stored table; only so many of its events are decoded, or all."""
    events = stored.events
    recorded = decode_all(events[:decoded])
    commands = commands_of(stored.entries)
    made = stored.entries[0].format if stored.entries else FORMAT_3
    return DecodedHistory(table, stored.seed, events, recorded, commands, stored.ancestors, made)


def opening_of(history: DecodedHistory) -> TableOpened:
    """Return the first event; raise CheckFailed if it does not open a table."""
    opened = history.recorded[0].event
    if not isinstance(opened, TableOpened):
        raise CheckFailed(
            "rules", 1, "The first event is not the opening of the table.", field="event.type"
        )
    return opened


def decode_all(events: Iterable[bytes], with_rules: bool = True) -> tuple[RecordedEvent, ...]:
    """Decode the events; raise CheckFailed for one that this server does not know."""
    read = decode if with_rules else decode_without_rules
    recorded: list[RecordedEvent] = []
    for version, raw in enumerate(events, 1):
        try:
            recorded.append(read(raw))
        except Rejected as unknown:
            raise CheckFailed(
                UNKNOWN_RULES, version, unknown.detail, field="event.data.rules_version"
            ) from None
        except (MsgspecError, KeyError) as wrong:
            raise CheckFailed(
                "rules", version, f"No game has such an event ({wrong}).", field="event.type"
            ) from None
    return tuple(recorded)


def commands_of(entries: Iterable[Entry]) -> tuple[CommandRecord, ...]:
    """Return the command of every commit; raise CheckFailed if one names other events."""
    commands: list[CommandRecord] = []
    last = 0
    for entry in entries:
        first = entry.first
        if entry.record is not None:
            _check_end(commands, last)
            commands.append(decode_record(entry.record, first))
            if commands[-1].first != first:
                raise CheckFailed("form", first, "Its command names other events.", "command.first")
        last = entry.last
    _check_end(commands, last)
    return tuple(commands)


def _check_end(commands: list[CommandRecord], last: int) -> None:
    if commands and commands[-1].last != last:
        raise CheckFailed(
            "form", last, "The command before names another last event.", "command.last"
        )


_records = json.Decoder(CommandRecord)


def decode_record(record: bytes, version: int = WHOLE) -> CommandRecord:
    """Return the record of a command; `version` is the event blamed if it is unreadable."""
    try:
        return _records.decode(record)
    except MsgspecError as wrong:
        raise CheckFailed(
            "form", version, f"Its command cannot be decoded: {wrong}.", field="command"
        ) from None
