"""Notices in streams of the store: one for all, and a short one for each subject."""

from collections.abc import Sequence
from typing import Any

from application.ports.notices import Kept, Notice, Notices, id_order
from store.client.base import StoreClient
from store.lists import list_keys
from store.lua import functions

FIRST = "0-0"
KEPT = {list_keys.LOBBY_SUBJECT: 5_000}  # as in `notices.lua`
KEPT_OF_PLAYER = 200
KEPT_MS = 24 * 3600 * 1000


class RedisNotices(Notices):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def last(self) -> str:
        found = await self._client.execute("XREVRANGE", list_keys.NOTICES, "+", "-", "COUNT", 1)
        return found[0][0].decode() if found else FIRST

    async def after(self, id_: str, limit: int) -> list[Notice]:
        return await self._range(list_keys.NOTICES, id_, limit)

    async def kept(self, subject: str, after: str, now_ms: int) -> Kept:
        key, most = list_keys.notices_of(subject), KEPT.get(subject, KEPT_OF_PLAYER)
        size, first = await self._client.execute_all(
            [("XLEN", key), ("XRANGE", key, "-", "+", "COUNT", 1)]
        )
        # Until a stream is as long as that, nothing was dropped from it, unless it has expired.
        whole = size < most and id_order(after)[0] > now_ms - KEPT_MS
        reaches_back = bool(first) and id_order(first[0][0].decode()) <= id_order(after)
        found = await self._range(key, after, 2 * most)
        own = [each._replace(subjects=(subject,)) for each in found]
        return Kept(own, whole or reaches_back)

    async def publish(self, subjects: Sequence[str], body: bytes) -> None:
        words = (" ".join(subjects), body)
        await functions.call(self._client, "publish_notice", [list_keys.NOTICES], *words)

    async def _range(self, key: str, after: str, limit: int) -> list[Notice]:
        found = await self._client.execute("XRANGE", key, f"({after}", "+", "COUNT", limit)
        return [_notice(id_, fields) for id_, fields in found]


def _notice(id_: bytes, fields: list[Any]) -> Notice:
    words = dict(zip(fields[::2], fields[1::2], strict=True))
    return Notice(id_.decode(), tuple(words.get(b"s", b"").decode().split()), words[b"b"])
