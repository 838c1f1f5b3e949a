"""Tickets: a short-lived text that identifies a caller once, at any process."""

from typing import Protocol

from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Value


class Ticket(Value, frozen=True):
    """The player of a ticket, and the table for which it is valid."""

    player: PlayerId
    table: TableId


class Tickets(Protocol):
    async def issue(self, word: str, ticket: Ticket, seconds: int) -> None:
        """Store a ticket for so many seconds."""

    async def redeem(self, word: str) -> Ticket | None:
        """Return and delete a ticket; None if it is unknown, expired or used."""
