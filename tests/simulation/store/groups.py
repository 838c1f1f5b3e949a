"""Commands for the consumer groups of streams."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.simulation.store.plain import OK
from tests.simulation.store.streams import (
    FIRST,
    Group,
    Id,
    Stream,
    parsed,
    read_arguments,
    written,
)
from tests.simulation.store.values import CommandError, Keyspace, Status, number


def xgroup(
    keys: Keyspace, verb: bytes, key: bytes, name: bytes, start: bytes, *options: bytes
) -> Status:
    if verb.upper() != b"CREATE":
        raise CommandError("ERR unknown subcommand")
    stream = keys.find(key, Stream)
    if stream is None:
        if b"MKSTREAM" not in options:
            raise CommandError("ERR The XGROUP subcommand requires the key to exist.")
        stream = keys.make(key, Stream)
    if name in stream.groups:
        raise CommandError("BUSYGROUP Consumer Group name already exists")
    keys.set_field(stream.groups, name, Group(stream.last if start == b"$" else parsed(start)))
    return OK


def xreadgroup(keys: Keyspace, group: bytes, name: bytes, consumer: bytes, *words: bytes) -> Any:
    """Hand out what is new, or what this consumer holds; the server repeats it while it blocks."""
    names, ids, count = read_arguments(words)
    found = []
    data = keys.data
    for key, start in zip(names, ids, strict=True):
        stream = data.get(key)
        if not isinstance(stream, Stream) or name not in stream.groups:
            stream, _ = _found(keys, key, name)  # raises: it says what is wrong
        group_ = stream.groups[name]
        if start != b">":
            found.append([key, _held(stream, group_, consumer, parsed(start), count)])
        elif stream.last > group_.position and (new := stream.after(group_.position, count)):
            for id_, _ in new:
                _hand_out(keys, group_, parsed(id_), consumer)
            _move(keys, group_, parsed(new[-1][0]))
            found.append([key, new])
    return found or None


def _held(
    stream: Stream, group: Group, consumer: bytes, after: Id, count: int | None
) -> list[list[Any]]:
    mine = [id_ for id_ in sorted(group.pending) if group.pending[id_][0] == consumer]
    mine = [id_ for id_ in mine if id_ > after][:count]
    return [stream.find(id_) or [written(id_), None] for id_ in mine]


def _hand_out(keys: Keyspace, group: Group, id_: Id, consumer: bytes) -> None:
    pending: dict[Any, Any] = group.pending
    keys.set_field(pending, id_, (consumer, keys.now_ms()))  # type: ignore[arg-type]


def _move(keys: Keyspace, group: Group, position: Id) -> None:
    old, group.position = group.position, position
    keys.undo(lambda: setattr(group, "position", old))


def xack(keys: Keyspace, key: bytes, name: bytes, *ids: bytes) -> int:
    stream = keys.find(key, Stream)
    group = None if stream is None else stream.groups.get(name)
    if group is None:
        return 0
    pending: dict[Any, Any] = group.pending
    return sum([keys.drop_field(pending, parsed(id_)) for id_ in ids])  # type: ignore[arg-type]


def xautoclaim(
    keys: Keyspace,
    key: bytes,
    name: bytes,
    consumer: bytes,
    idle: bytes,
    start: bytes,
    *rest: bytes,
) -> list[Any]:
    stream, group = _found(keys, key, name)
    count = number(rest[1]) if rest else 100
    oldest = keys.now_ms() - number(idle)
    claimed: list[Any] = []
    deleted: list[bytes] = []
    for id_ in sorted(group.pending):
        if id_ < parsed(start) or group.pending[id_][1] > oldest or len(claimed) == count:
            continue
        entry = stream.find(id_)
        if entry is None:
            pending: dict[Any, Any] = group.pending
            keys.drop_field(pending, id_)  # type: ignore[arg-type]
            deleted.append(written(id_))
        else:
            _hand_out(keys, group, id_, consumer)
            claimed.append(entry)
    return [written(FIRST), claimed, deleted]


def xpending(keys: Keyspace, key: bytes, name: bytes) -> list[Any]:
    """Return how many wait for an acknowledgement, the first and the last of them, and of whom."""
    _, group = _found(keys, key, name)
    waiting = sorted(group.pending)
    if not waiting:
        return [0, None, None, None]
    consumers = Counter(consumer for consumer, _ in group.pending.values())
    held = [[consumer, b"%d" % count] for consumer, count in sorted(consumers.items())]
    return [len(waiting), written(waiting[0]), written(waiting[-1]), held]


def xinfo(keys: Keyspace, verb: bytes, key: bytes) -> list[list[Any]]:
    stream = keys.find(key, Stream)
    if stream is None:
        raise CommandError("ERR no such key")
    return [
        [
            b"name",
            name,
            b"pending",
            len(group.pending),
            b"last-delivered-id",
            written(group.position),
            b"lag",
            len(stream.after(group.position)),
        ]
        for name, group in stream.groups.items()
    ]


def _found(keys: Keyspace, key: bytes, name: bytes) -> tuple[Stream, Group]:
    stream = keys.find(key, Stream)
    if stream is None or name not in stream.groups:
        raise CommandError(f"NOGROUP No such key '{key!r}' or consumer group '{name!r}'")
    return stream, stream.groups[name]


COMMANDS: dict[bytes, Callable[..., Any]] = {
    b"XGROUP": xgroup,
    b"XREADGROUP": xreadgroup,
    b"XACK": xack,
    b"XAUTOCLAIM": xautoclaim,
    b"XINFO": xinfo,
    b"XPENDING": xpending,
}
