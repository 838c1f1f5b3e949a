"""One damage to a key of the store, and the ways to inflict it."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from store import keyspace
from store.client.base import StoreClient
from tests.support.tables.party import Party


class Played(NamedTuple):
    """Tables of a store: a running one with a clock and an idempotency key, and a finished one."""

    running: Party
    finished: Party

    @property
    def partition(self) -> int:
        return keyspace.partition(self.running.table)


Inflict = Callable[[StoreClient, Played], Awaitable[object]]


class Damage(NamedTuple):
    """One damage to keys of a kind; `mended` if `scrub --repair` can undo it."""

    kind: str
    how: str
    inflict: Inflict
    mended: bool = True


def flipped(value: bytes) -> bytes:
    """Return the same bytes with one bit changed in the middle."""
    middle = len(value) // 2
    return value[:middle] + bytes([value[middle] ^ 1]) + value[middle + 1 :]


async def flip_field(client: StoreClient, key: str, field: bytes | None = None) -> None:
    if field is None:
        field = sorted(await client.execute("HKEYS", key))[0]
    value = await client.execute("HGET", key, field)
    await client.execute("HSET", key, field, flipped(value))


async def store_other_type(client: StoreClient, key: str) -> None:
    was = await client.execute("TYPE", key)
    await client.execute("DEL", key)
    if was == b"string":
        await client.execute("RPUSH", key, "nonsense")
    else:
        await client.execute("SET", key, "nonsense")


async def change_entry(client: StoreClient, key: str, at: int, *fields: object) -> None:
    """Replace an entry of a stream by one with other fields, under the same id."""
    entries = await client.execute("XRANGE", key, "-", "+")
    await client.execute("DEL", key)
    for n, (id_, old) in enumerate(entries):
        new = fields if n == at % len(entries) else old
        await client.execute("XADD", key, id_, *new)


def flipped_field(key: Callable[[Played], str], field: bytes | None = None) -> Inflict:
    return lambda client, played: flip_field(client, key(played), field)


def other_type(key: Callable[[Played], str]) -> Inflict:
    return lambda client, played: store_other_type(client, key(played))


def run(*words: object, key: Callable[[Played], str]) -> Inflict:
    """Execute a command on a key; it stands where `None` does."""

    def inflict(client: StoreClient, played: Played) -> Awaitable[object]:
        return client.execute(*(key(played) if word is None else word for word in words))  # type: ignore[arg-type]

    return inflict


def always(key: str) -> Callable[[Played], str]:
    return lambda _: key
