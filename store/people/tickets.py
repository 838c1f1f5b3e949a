"""Stream tickets: each identifies a caller, at any process. Only hashes are stored."""

import hashlib

from application.ports.tickets import Ticket, Tickets
from domain.kernel.ids import TableId
from store.client.base import StoreClient
from store.lua import functions
from store.people import people_keys


class RedisTickets(Tickets):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def issue(self, word: str, ticket: Ticket, seconds: int) -> None:
        told = (ticket.player, ticket.table, seconds, ticket.token, int(ticket.invited))
        await functions.call(self._client, "issue_ticket", [_key(word)], *told)

    async def redeem(
        self, word: str, table: TableId, client: str, resume: bool, seconds: int
    ) -> Ticket | None:
        found: list[bytes] | None = await functions.call(
            self._client,
            "redeem_ticket",
            [_key(word)],
            table,
            hashlib.sha256(client.encode()).hexdigest(),
            b"1" if resume else b"0",
            seconds,
        )
        return (
            None if found is None else Ticket(found[0].decode(), table, found[1], found[2] == b"1")
        )


def _key(word: str) -> str:
    return people_keys.ticket(hashlib.sha256(word.encode()).digest())
