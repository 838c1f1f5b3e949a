"""Every acknowledged command is stored exactly once, where the receipt says."""

from collections import Counter
from collections.abc import Iterator

from domain.judging.actors import ByPlayer
from domain.judging.commit import Key, key_digest
from tests.simulation.record import Ack, Record
from tests.simulation.truth import Truth, Written


def check_acks(truth: Truth, record: Record) -> Iterator[str]:
    stored = {(c.table, c.last): c for each in truth.tables.values() for c in each.commits}
    lost = {(c.table, c.last, c.head.hex()) for c in truth.lost.values()}
    for ack in record.acks:
        commit = stored.get((ack.table, ack.version))
        if commit is not None and commit.head.hex() == ack.head:
            yield from _same(ack, commit)
        elif (ack.table, ack.version, ack.head) not in lost:
            yield f"acknowledged and gone: {ack}"
    yield from _once(truth)


def _same(ack: Ack, commit: Written) -> Iterator[str]:
    key = key_digest(ByPlayer(ack.player), Key(ack.key, b"") if ack.key else None)
    if (commit.by, commit.key) != (ack.player, key):
        yield f"{ack} is the receipt of another command: {commit.by} {commit.key!r}"
    elif ack.command is not None and commit.command != ack.command:
        yield f"{ack} was stored as {commit.command}"


def _once(truth: Truth) -> Iterator[str]:
    for table in truth.tables.values():
        used = Counter((c.by, c.key) for c in table.commits if c.key is not None)
        for (player, key), times in used.items():
            if times > 1:
                yield f"table {table.table}: key {key!r} of {player} was stored {times} times"
