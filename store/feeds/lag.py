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
    return {
        group: sum(_behind(group, lengths[p], info) for p, info in zip(used, found, strict=True))
        for group in groups
    }


def _behind(name: str, length: int, groups: list[list[Any]]) -> int:
    for flat in groups:
        group = dict(zip(flat[::2], flat[1::2], strict=True))
        if group[b"name"] == name.encode():
            undelivered = group[b"lag"]  # None: the server does not know it
            return int(group[b"pending"]) + int(length if undelivered is None else undelivered)
    return length
