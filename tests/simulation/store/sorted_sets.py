"""Commands for sorted sets."""

from bisect import bisect_left, bisect_right
from typing import Any, TypeAlias

from tests.simulation.store.values import (
    CommandError,
    Keyspace,
    SortedSet,
    between,
    commands_of,
    decimal,
    number,
    shown,
)

Ordered: TypeAlias = list[tuple[float, bytes]]
HIGHEST = b"\xff" * 64  # above every member


def zadd(keys: Keyspace, key: bytes, *words: bytes) -> int:
    flags, rest = [], list(words)
    while rest and rest[0].upper() in (b"NX", b"XX", b"GT", b"LT", b"CH"):
        flags.append(rest.pop(0).upper())
    if not rest or len(rest) % 2:
        raise CommandError("ERR syntax error")
    members, added = keys.make(key, SortedSet), 0
    for score, member in zip(rest[::2], rest[1::2], strict=True):
        old, new = members.scores.get(member), decimal(score)
        if _admitted(flags, old, new):
            keys.set_score(members, member, new)
            added += old is None
    if not members.scores:
        keys.delete(key)
    return added


def _admitted(flags: list[bytes], old: float | None, new: float) -> bool:
    if old is None:
        return b"XX" not in flags
    if b"NX" in flags or (b"GT" in flags and new <= old):
        return False
    return not (b"LT" in flags and new >= old)


def zrem(keys: Keyspace, key: bytes, *names: bytes) -> int:
    members = keys.find(key, SortedSet)
    if members is None:
        return 0
    found = [name for name in dict.fromkeys(names) if name in members.scores]
    for name in found:
        keys.set_score(members, name, None)
    keys.drop_empty(key, members.scores)
    return len(found)


def zincrby(keys: Keyspace, key: bytes, by: bytes, member: bytes) -> bytes:
    members = keys.make(key, SortedSet)
    score = members.scores.get(member, 0.0) + decimal(by)
    keys.set_score(members, member, score)
    return shown(score)


def zscore(keys: Keyspace, key: bytes, member: bytes) -> bytes | None:
    members = keys.find(key, SortedSet)
    score = None if members is None else members.scores.get(member)
    return None if score is None else shown(score)


def zcard(keys: Keyspace, key: bytes) -> int:
    return len(_ordered(keys, key))


def zlexcount(keys: Keyspace, key: bytes, low: bytes, high: bytes) -> int:
    return len(_by_name(_ordered(keys, key), low, high))


def zrevrank(keys: Keyspace, key: bytes, member: bytes) -> int | None:
    members = keys.find(key, SortedSet)
    if members is None or member not in members.scores:
        return None
    rank = bisect_left(members.ordered, (members.scores[member], member))
    return len(members.ordered) - 1 - rank


def zrange(keys: Keyspace, key: bytes, start: bytes, stop: bytes, *options: bytes) -> list[bytes]:
    words = [each.upper() for each in options]
    found, reverse = _ordered(keys, key), b"REV" in words
    low, high = (stop, start) if reverse else (start, stop)
    if b"BYSCORE" in words:
        found = _by_score(found, low, high)
    elif b"BYLEX" in words:
        found = _by_name(found, low, high)
    found = found[::-1] if reverse else found
    if b"BYSCORE" not in words and b"BYLEX" not in words:
        found = found[between(len(found), start, stop)]
    if b"LIMIT" in words:
        offset, count = (number(each) for each in options[words.index(b"LIMIT") + 1 :][:2])
        found = found[offset:] if count < 0 else found[offset : offset + count]
    if b"WITHSCORES" in words:
        return [part for score, member in found for part in (member, shown(score))]
    return [member for _, member in found]


def zrevrange(
    keys: Keyspace, key: bytes, start: bytes, stop: bytes, *options: bytes
) -> list[bytes]:
    return zrange(keys, key, start, stop, b"REV", *options)


def zrangebyscore(
    keys: Keyspace, key: bytes, low: bytes, high: bytes, *options: bytes
) -> list[bytes]:
    return zrange(keys, key, low, high, b"BYSCORE", *options)


def zremrangebyscore(keys: Keyspace, key: bytes, low: bytes, high: bytes) -> int:
    return zrem(keys, key, *(member for _, member in _by_score(_ordered(keys, key), low, high)))


def zrandmember(keys: Keyspace, key: bytes, count: bytes) -> list[bytes]:
    return [member for _, member in _ordered(keys, key)][: number(count)]


def zscan(keys: Keyspace, key: bytes, cursor: bytes, *options: bytes) -> list[Any]:
    found = _ordered(keys, key)
    return [b"0", [part for score, member in found for part in (member, shown(score))]]


def _ordered(keys: Keyspace, key: bytes) -> Ordered:
    members = keys.find(key, SortedSet)
    return [] if members is None else members.ordered


def _by_score(found: Ordered, low: bytes, high: bytes) -> Ordered:
    after, until = low.startswith(b"("), not high.startswith(b"(")
    first, last = decimal(low.removeprefix(b"(")), decimal(high.removeprefix(b"("))
    start = bisect_left(found, (first, HIGHEST if after else b""))
    return found[start : bisect_left(found, (last, HIGHEST if until else b""))]


def _by_name(found: Ordered, low: bytes, high: bytes) -> Ordered:
    """Return the members between two names; as in the real one, all scores must be the same."""
    if not found:
        return []
    score = found[0][0]
    return found[_edge(found, score, low, low=True) : _edge(found, score, high, low=False)]


def _edge(found: Ordered, score: float, bound: bytes, *, low: bool) -> int:
    if bound in (b"-", b"+"):
        return 0 if bound == b"-" else len(found)
    if bound[:1] not in (b"(", b"["):
        raise CommandError("ERR min or max not valid string range item")
    after = (bound[:1] == b"(") == low
    return (bisect_right if after else bisect_left)(found, (score, bound[1:]))


COMMANDS = commands_of(globals())
