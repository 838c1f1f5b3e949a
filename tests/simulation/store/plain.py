"""Commands for strings, sets, lists and keys of any kind."""

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any

from tests.simulation.store.streams import Stream
from tests.simulation.store.values import (
    Keyspace,
    SortedSet,
    Status,
    number,
)

OK = Status(b"OK")
KINDS = {bytes: b"string", dict: b"hash", list: b"list", SortedSet: b"zset", Stream: b"stream"}


class SetOfMembers(dict[bytes, None]):
    """A set that keeps the order in which members were added."""


KINDS[SetOfMembers] = b"set"
ANY = tuple(KINDS)


class PlainHash(dict[bytes, bytes]):
    """The fields of a hash."""


KINDS[PlainHash] = b"hash"


def get(keys: Keyspace, key: bytes) -> bytes | None:
    found: bytes | None = keys.find(key, bytes)
    return found


def set_(keys: Keyspace, key: bytes, value: bytes, *options: bytes) -> Any:
    words = [each.upper() for each in options]
    old = get(keys, key) if b"GET" in words else None
    if b"NX" in words and keys.find(key, ANY) is not None:
        return None
    keys.put(key, value)
    for unit, ms in ((b"EX", 1000), (b"PX", 1)):
        if unit in words:
            keys.expire(key, keys.now_ms() + ms * number(options[words.index(unit) + 1]))
    return old if b"GET" in words else OK


def getdel(keys: Keyspace, key: bytes) -> bytes | None:
    found = get(keys, key)
    keys.delete(key)
    return found


def delete(keys: Keyspace, *names: bytes) -> int:
    return sum(keys.find(name, ANY) is not None and keys.delete(name) for name in names)


def exists(keys: Keyspace, *names: bytes) -> int:
    return sum(keys.find(name, ANY) is not None for name in names)


def type_(keys: Keyspace, key: bytes) -> Status:
    value = keys.find(key, ANY)
    return Status(b"none" if value is None else KINDS[type(value)])


def incrby(keys: Keyspace, key: bytes, by: bytes = b"1") -> int:
    value = number(get(keys, key) or b"0") + number(by)
    ends = keys.expiry.get(key)
    keys.put(key, b"%d" % value)
    keys.expire(key, ends)
    return value


def decr(keys: Keyspace, key: bytes) -> int:
    return incrby(keys, key, b"-1")


def expire(keys: Keyspace, key: bytes, seconds: bytes, *options: bytes) -> int:
    return pexpire(keys, key, b"%d" % (1000 * number(seconds)), *options)


def pexpire(keys: Keyspace, key: bytes, ms: bytes, *options: bytes) -> int:
    if keys.find(key, ANY) is None or (b"NX" in options and key in keys.expiry):
        return 0
    keys.expire(key, keys.now_ms() + number(ms))
    return 1


def pexpireat(keys: Keyspace, key: bytes, ms: bytes) -> int:
    return pexpire(keys, key, b"%d" % (number(ms) - keys.now_ms()))


def pttl(keys: Keyspace, key: bytes) -> int:
    if keys.find(key, ANY) is None:
        return -2
    return keys.expiry[key] - keys.now_ms() if key in keys.expiry else -1


def ttl(keys: Keyspace, key: bytes) -> int:
    left = pttl(keys, key)
    return left if left < 0 else (left + 500) // 1000


def keys_(keys: Keyspace, pattern: bytes) -> list[bytes]:
    wanted = pattern.decode()
    return [
        key
        for key in list(keys.data)
        if fnmatchcase(key.decode(), wanted) and keys.find(key, ANY) is not None
    ]


def scan(keys: Keyspace, cursor: bytes, *options: bytes) -> list[Any]:
    pattern = options[options.index(b"MATCH") + 1] if b"MATCH" in options else b"*"
    return [b"0", keys_(keys, pattern)]


def dbsize(keys: Keyspace) -> int:
    return len(keys_(keys, b"*"))


def flushall(keys: Keyspace, *options: bytes) -> Status:
    for key in list(keys.data):
        keys.delete(key)
    return OK


def time_(keys: Keyspace) -> list[bytes]:
    now = keys.now_ms()
    return [b"%d" % (now // 1000), b"%d" % (now % 1000 * 1000)]


def ping(keys: Keyspace) -> Status:
    return Status(b"PONG")


def echo(keys: Keyspace, text: bytes) -> bytes:
    return text


def dump(keys: Keyspace, key: bytes) -> bytes | None:
    """Return the content of a key, in a form of our own."""
    value = keys.find(key, ANY)
    return None if value is None else repr(value).encode()


def sadd(keys: Keyspace, key: bytes, *members: bytes) -> int:
    value = keys.make(key, SetOfMembers)
    return sum([member not in value and keys.set_field(value, member, None) for member in members])


def srem(keys: Keyspace, key: bytes, *members: bytes) -> int:
    return dropped(keys, key, SetOfMembers, members)


def smembers(keys: Keyspace, key: bytes) -> list[bytes]:
    return list(keys.find(key, SetOfMembers) or ())


def scard(keys: Keyspace, key: bytes) -> int:
    return len(keys.find(key, SetOfMembers) or ())


def sismember(keys: Keyspace, key: bytes, member: bytes) -> int:
    return int(member in (keys.find(key, SetOfMembers) or ()))


def rpush(keys: Keyspace, key: bytes, *items: bytes) -> int:
    value = [*(keys.find(key, list) or ()), *items]
    keys.put(key, value)
    return len(value)


def ltrim(keys: Keyspace, key: bytes, start: bytes, stop: bytes) -> Status:
    value = lrange(keys, key, start, stop)
    keys.put(key, value)
    keys.drop_empty(key, value)
    return OK


def lrange(keys: Keyspace, key: bytes, start: bytes, stop: bytes) -> list[bytes]:
    value: list[bytes] = keys.find(key, list) or []
    return value[between(len(value), start, stop)]


def llen(keys: Keyspace, key: bytes) -> int:
    return len(keys.find(key, list) or ())


def between(length: int, start: bytes, stop: bytes) -> slice:
    """Return the slice of the places `start` to `stop`; negative ones count from the end."""
    first, last = number(start), number(stop)
    first = max(0, first + length) if first < 0 else first
    last = last + length if last < 0 else last
    return slice(first, max(last + 1, 0))


def dropped(keys: Keyspace, key: bytes, kind: type, names: tuple[bytes, ...]) -> int:
    value = keys.find(key, kind)
    if value is None:
        return 0
    dropped = sum([keys.drop_field(value, name) for name in names])
    keys.drop_empty(key, value)
    return dropped


COMMANDS: dict[bytes, Callable[..., Any]] = {
    **{
        name.upper().encode(): globals()[name]
        for name in (
            "get",
            "getdel",
            "exists",
            "incrby",
            "decr",
            "expire",
            "pexpire",
            "pexpireat",
            "pttl",
            "ttl",
            "scan",
            "dbsize",
            "flushall",
            "ping",
            "echo",
            "dump",
            "sadd",
            "srem",
            "smembers",
            "scard",
            "sismember",
            "rpush",
            "ltrim",
            "lrange",
            "llen",
        )
    },
    b"SET": set_,
    b"DEL": delete,
    b"UNLINK": delete,
    b"TYPE": type_,
    b"INCR": incrby,
    b"KEYS": keys_,
    b"TIME": time_,
}
