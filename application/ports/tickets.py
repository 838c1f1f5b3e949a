"""Tickets: a short-lived word that stands for a caller once, on any process."""

from typing import Protocol

from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Value


class Ticket(Value, frozen=True):
    """Whom a ticket stands for, and where it is good."""

    player: PlayerId
    table: TableId


class Tickets(Protocol):
    async def issue(self, word: str, ticket: Ticket, seconds: int) -> None:
        """Store a ticket for so many seconds."""

    async def redeem(self, word: str) -> Ticket | None:
        """Return and delete a ticket; None if it is unknown, expired or used."""
