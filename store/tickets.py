"""Stream tickets: each identifies a caller once, at any process. Only hashes are stored."""

import hashlib

from msgspec import json

from application.ports.tickets import Ticket, Tickets
from store import keyspace
from store.client.base import StoreClient

_ticket = json.Decoder(Ticket)


class RedisTickets(Tickets):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def issue(self, word: str, ticket: Ticket, seconds: int) -> None:
        await self._client.execute("SET", _key(word), json.encode(ticket), "EX", seconds)

    async def redeem(self, word: str) -> Ticket | None:
        found: bytes | None = await self._client.execute("GETDEL", _key(word))
        return None if found is None else _ticket.decode(found)


def _key(word: str) -> str:
    return keyspace.ticket(hashlib.sha256(word.encode()).digest())
