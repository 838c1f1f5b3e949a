"""The acts of administrators: a stream that only grows."""

from application.administration.watch import ActLog
from domain.administration.record import StoredAct
from store.client.base import StoreClient
from store.lua import functions
from store.people import people_keys


class RedisActLog(ActLog):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def append(self, number: int, head: bytes, act: StoredAct) -> bool:
        stored = (number, head, act.raw, act.head)
        reply = await functions.call(self._client, "append_act", [people_keys.ACTS], *stored)
        return bool(reply == 1)

    async def read(self, after: int, limit: int) -> list[StoredAct]:
        read = ("XRANGE", people_keys.ACTS, f"{after + 1}-0", "+", "COUNT", limit)
        entries = await self._client.execute(*read)
        return [StoredAct(fields[1], fields[3]) for _, fields in entries]
