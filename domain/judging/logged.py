"""What a commit adds to the public log: `started`, `closed`, and the rewards that it spends."""

from collections.abc import Iterable, Iterator

from domain.judging.codec import RecordedEvent
from domain.kernel.ids import TableId
from domain.kernel.messages import Event
from domain.log.entries import Closed, Entry, Spent, Started, encode_entry, reward_name, table_name
from domain.log.tiles import encode_bundle
from domain.table import state
from domain.table.end_events import TableClosed, TableForked
from domain.table.opening_events import TableStarted

LOGGED = (TableStarted, TableForked, TableClosed)


def logged(
    table: TableId, version: int, head: bytes, events: Iterable[RecordedEvent]
) -> list[Started | Closed]:
    """Return what a commit adds to the log; it is named by its last version and head."""
    return [
        entry_of(table, each.event, version, head)
        for each in events
        if isinstance(each.event, LOGGED)
    ]


def entry_of(table: TableId, event: Event, version: int, head: bytes) -> Started | Closed:
    """Return the entry for an event of `LOGGED`; a fork starts where it leaves its parent."""
    name = table_name(table)
    if isinstance(event, TableClosed):
        return Closed(name, version, head, event.reason)
    return Started(name, version, head)


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
