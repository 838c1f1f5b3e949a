"""Tickets: a short-lived word that stands for a caller once, on whatever process it is shown."""

import hashlib

from msgspec import json

from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Value
from eventlog import keyspace
from eventlog.pipe import AnyPipe


class Ticket(Value, frozen=True):
    """Whom a ticket stands for, and where it is good."""

    player: PlayerId
    table: TableId


_ticket = json.Decoder(Ticket)


class Tickets:
    """Only the hash of a ticket is kept."""

    def __init__(self, pipe: AnyPipe) -> None:
        self._pipe = pipe

    async def issue(self, word: str, ticket: Ticket, seconds: int) -> None:
        await self._pipe.ask("SET", _key(word), json.encode(ticket), "EX", seconds)

    async def redeem(self, word: str) -> Ticket | None:
        """Once only: whoever comes second, or late, finds nothing."""
        found: bytes | None = await self._pipe.ask("GETDEL", _key(word))
        return None if found is None else _ticket.decode(found)


def _key(word: str) -> bytes:
    return keyspace.ticket(hashlib.sha256(word.encode()).digest())
