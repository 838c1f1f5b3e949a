"""Commands for strings, sets, lists and keys of any kind."""

from fnmatch import fnmatchcase
from typing import Any

from tests.simulation.store.streams import Stream
from tests.simulation.store.values import Keyspace, SortedSet, Status, between, commands_of, number

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


def del_(keys: Keyspace, *names: bytes) -> int:
    return sum(keys.find(name, ANY) is not None and keys.delete(name) for name in names)


def exists(keys: Keyspace, *names: bytes) -> int:
    return sum(keys.find(name, ANY) is not None for name in names)


def type_(keys: Keyspace, key: bytes) -> Status:
    value = keys.find(key, ANY)
    return Status(b"none" if value is None else KINDS[type(value)])


def incr(keys: Keyspace, key: bytes) -> int:
    value = number(get(keys, key) or b"0") + 1
    ends = keys.expiry.get(key)
    keys.put(key, b"%d" % value)
    keys.expire(key, ends)
    return value


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
    return keys.drop_fields(key, SetOfMembers, members)


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


unlink = del_
COMMANDS = commands_of(globals())
