"""Commands for hashes."""

from typing import Any

from tests.simulation.store.plain import PlainHash
from tests.simulation.store.values import CommandError, Keyspace, commands_of, number


def hget(keys: Keyspace, key: bytes, name: bytes) -> bytes | None:
    found: bytes | None = (keys.find(key, PlainHash) or {}).get(name)
    return found


def hset(keys: Keyspace, key: bytes, *flat: bytes) -> int:
    if not flat or len(flat) % 2:
        raise CommandError("ERR wrong number of arguments for 'hset' command")
    fields = keys.make(key, PlainHash)
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return sum([keys.set_field(fields, name, value) for name, value in pairs])


def hsetnx(keys: Keyspace, key: bytes, name: bytes, value: bytes) -> int:
    return 0 if hget(keys, key, name) is not None else hset(keys, key, name, value)


def hmget(keys: Keyspace, key: bytes, *names: bytes) -> list[bytes | None]:
    fields = keys.find(key, PlainHash) or {}
    return [fields.get(name) for name in names]


def hgetall(keys: Keyspace, key: bytes) -> list[bytes]:
    return [part for pair in (keys.find(key, PlainHash) or {}).items() for part in pair]


def hkeys(keys: Keyspace, key: bytes) -> list[bytes]:
    return list(keys.find(key, PlainHash) or ())


def hvals(keys: Keyspace, key: bytes) -> list[bytes]:
    return list((keys.find(key, PlainHash) or {}).values())


def hlen(keys: Keyspace, key: bytes) -> int:
    return len(keys.find(key, PlainHash) or ())


def hexists(keys: Keyspace, key: bytes, name: bytes) -> int:
    return int(name in (keys.find(key, PlainHash) or ()))


def hdel(keys: Keyspace, key: bytes, *names: bytes) -> int:
    return keys.drop_fields(key, PlainHash, names)


def hincrby(keys: Keyspace, key: bytes, name: bytes, by: bytes) -> int:
    value = number(hget(keys, key, name) or b"0") + number(by)
    hset(keys, key, name, b"%d" % value)
    return value


def hscan(keys: Keyspace, key: bytes, cursor: bytes, *options: bytes) -> list[Any]:
    return [b"0", hgetall(keys, key)]


COMMANDS = commands_of(globals())
