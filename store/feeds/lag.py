"""How far consumer groups are behind the feeds."""

from collections.abc import Sequence
from typing import Any

from store.client.base import StoreClient
from store.client.connection import Argument
from store.keyspace import FEEDS


async def lags(client: StoreClient, groups: Sequence[str]) -> dict[str, int]:
    """Return how many commits each of these groups has still to acknowledge."""
    commands: list[tuple[Argument, ...]] = [("XLEN", name) for name in FEEDS]
    lengths = await client.execute_all(commands)
    used = [p for p in range(len(FEEDS)) if lengths[p]]
    found = await client.execute_all([("XINFO", "GROUPS", FEEDS[p]) for p in used])
    behind = dict.fromkeys(groups, 0)
    for p, infos in zip(used, found, strict=True):
        known = {group[b"name"].decode(): group for group in map(_pairs, infos)}
        for name in groups:
            group = known.get(name)
            behind[name] += lengths[p] if group is None else await _behind(client, p, group)
    return behind


async def _behind(client: StoreClient, p: int, group: dict[bytes, Any]) -> int:
    undelivered = group[b"lag"]
    if undelivered is None:  # the server does not know it, because an entry was deleted
        after = b"(" + group[b"last-delivered-id"]
        undelivered = len(await client.execute("XRANGE", FEEDS[p], after, "+"))
    return int(group[b"pending"]) + int(undelivered)


def _pairs(flat: list[Any]) -> dict[bytes, Any]:
    return dict(zip(flat[::2], flat[1::2], strict=True))
