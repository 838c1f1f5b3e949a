"""What a commit adds to the public log: `started`, `closed`, and the rewards that it spends."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from domain.fairness.chain import command_head, next_head
from domain.judging.codec import RecordedEvent
from domain.kernel.ids import TableId
from domain.log.entries import Closed, Entry, Spent, Started, encode_entry, reward_name, table_name
from domain.log.tiles import encode_bundle
from domain.table import state
from domain.table.end_events import TableClosed, TableForked
from domain.table.opening_events import TableStarted

LOGGED = (TableStarted, TableForked, TableClosed)


class Salted(Protocol):
    """An event with what its place on the chain depends on."""

    @property
    def recorded(self) -> RecordedEvent: ...
    @property
    def leaf(self) -> bytes: ...
    @property
    def command(self) -> bytes | None: ...


def head_and_log(
    table: TableId, head: bytes, events: Iterable[Salted]
) -> tuple[bytes, list[Entry]]:
    """Return the head after these events, and what they add to the log."""
    entries: list[Entry] = []
    for each in events:
        if each.command is not None:
            head = command_head(head, each.command)
        head = next_head(head, each.leaf)
        if isinstance(each.recorded.event, LOGGED):
            entries.append(entry_of(table, each.recorded, head))
    return head, entries


def entry_of(table: TableId, recorded: RecordedEvent, head: bytes) -> Entry:
    """Return the entry for an event of `LOGGED`; a fork starts where it leaves its parent."""
    name, event = table_name(table), recorded.event
    if isinstance(event, TableClosed):
        return Closed(name, recorded.version, head, event.reason)
    return Started(name, recorded.version, head)


def rewards_spent(table: TableId, before: state.Table, after: state.Table) -> Iterator[Entry]:
    """Yield an entry for every player whose rewards of an earlier table count from this deal on."""
    if not isinstance(after, state.Running) or after.unrevealed or not any(after.rewards):
        return
    if isinstance(before, state.Running) and not before.unrevealed:
        return
    assert after.setup.follows is not None
    earlier, name = after.setup.follows.table, table_name(table)
    for sitter, rewards in zip(after.sitters, after.rewards, strict=True):
        if rewards:
            yield Spent(reward_name(earlier, sitter.player), name)


def encode_log(entries: Iterable[Entry]) -> bytes:
    """Return entries as they wait for the log writer: a bundle, empty if there are none."""
    return encode_bundle([encode_entry(entry) for entry in entries])
