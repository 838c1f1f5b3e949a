"""A whole history with the seeds it reveals, decoded from a bundle or from the store."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import MsgspecError, json

from domain.audit.finding import WHOLE, CheckFailed
from domain.audit.format import CommandRecord
from domain.fairness.chain import FORMAT_3, Format, commitment, first_head
from domain.games import UNKNOWN_RULES
from domain.judging.codec import RecordedEvent, decode, decode_without_rules
from domain.judging.stored import Ancestor, Entry, Stored, entries_from, extend
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected
from domain.table.end_events import TableForked
from domain.table.opening_events import TableOpened

# A whole history with its seed, decoded from a bundle or from the store.


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


# The seeds a history reveals: each table in a chain of forks has an id and a seed of its own.

MOST_FORKS = 20  # forks of forks; checking each costs the whole chain before it


class Stage(Value, frozen=True):
    """The events from version `first` to `last`, played at one table with one seed.

    The commands are all of that table: the first one of a fork copies the events before it.
    """

    table: str
    seed: bytes
    first: int
    last: int
    commands: tuple[CommandRecord, ...]


def stages(history: DecodedHistory) -> tuple[Stage, ...]:
    """Return the stages; raise CheckFailed if a seed or the past of a fork is wrong."""
    opened = opening_of(history)
    forks = list(_forks(history))
    if len(forks) > MOST_FORKS:
        raise CheckFailed(
            "seed",
            WHOLE,
            f"The table is a fork of more than {MOST_FORKS} forks.",
            field="ancestors",
        )
    if len(forks) != len(history.ancestors):
        raise CheckFailed(
            "seed",
            WHOLE,
            f"It has {len(forks)} forks, but not as many ancestors.",
            field="ancestors",
        )
    found: list[Stage] = []
    table, promised, first = opened.table, opened.commitment, 1
    for (forked, version), ancestor in zip(forks, history.ancestors, strict=True):
        commands = _checked_commands(history, ancestor, forked, table, version)
        _check_commitment(table, ancestor.seed, promised, first)
        found.append(Stage(table, ancestor.seed, first, version - 1, commands))
        table, promised, first = forked.table, forked.commitment, version
    if table != history.table:
        raise CheckFailed(
            "seed", first, "This is the history of another table.", field="event.data.table"
        )
    _check_commitment(table, history.seed, promised, first)
    return (*found, Stage(table, history.seed, first, len(history.events), history.commands))


def _forks(history: DecodedHistory) -> Iterator[tuple[TableForked, int]]:
    for recorded in history.recorded:
        if isinstance(recorded.event, TableForked):
            yield recorded.event, recorded.version


def _checked_commands(
    history: DecodedHistory, ancestor: Ancestor, forked: TableForked, table: str, version: int
) -> tuple[CommandRecord, ...]:
    """Return the commands of an ancestor, whose chain must lead to the beginning of the fork."""
    of = forked.of
    if (of.table, of.version) != (table, version - 1):
        raise CheckFailed(
            "seed",
            version,
            "The fork does not continue from the version it names.",
            field="event.data.of",
        )
    if (ancestor.table, ancestor.version, ancestor.head.hex(), ancestor.seed.hex()) != (
        of.table,
        of.version,
        of.head,
        of.seed,
    ):
        raise CheckFailed(
            "seed", version, "The ancestor is not the table it was forked from.", field="ancestors"
        )
    commands = _covering(ancestor)
    if _head_of(ancestor, commands, history) != ancestor.head:
        raise CheckFailed(
            "seed",
            version,
            "What came before is not the history it was forked from.",
            field="ancestors.head",
        )
    return commands


def _covering(ancestor: Ancestor) -> tuple[CommandRecord, ...]:
    """Return the commands of an ancestor, which must cover its events one by one."""
    commands: list[CommandRecord] = []
    after = 0
    for record in ancestor.records:
        command = decode_record(record, after + 1)
        if command.first != after + 1 or command.last < command.first:
            raise CheckFailed(
                "seed",
                after + 1,
                "The commands do not cover every event exactly once.",
                field="ancestors.commands",
            )
        after = command.last
        commands.append(command)
    if after != ancestor.version:
        raise CheckFailed(
            "seed",
            after + 1,
            "No command of the ancestor has caused it.",
            field="ancestors.commands",
        )
    return tuple(commands)


def _head_of(
    ancestor: Ancestor, commands: Sequence[CommandRecord], history: DecodedHistory
) -> bytes:
    records = {each.first: raw for each, raw in zip(commands, ancestor.records, strict=True)}
    entries = entries_from(history.events[: ancestor.version], records, history.format)
    return extend(first_head(ancestor.table), ancestor.seed, entries)


def _check_commitment(table: str, seed: bytes, promised: str, version: int) -> None:
    if commitment(table, seed) != promised:
        raise CheckFailed(
            "seed",
            version,
            "The seed is not the one that was committed to.",
            field="event.data.commitment",
        )
