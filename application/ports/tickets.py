"""Tickets: a text that identifies a caller at one table, at any process."""

from typing import Protocol

from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Value


class Ticket(Value, frozen=True):
    """The player of a ticket, the table for which it is valid, and the token it stands for."""

    player: PlayerId
    table: TableId
    token: bytes  # its hash


class Tickets(Protocol):
    async def issue(self, word: str, ticket: Ticket, seconds: int) -> None:
        """Store a ticket; it must be used within so many seconds."""

    async def redeem(
        self, word: str, table: TableId, client: str, resume: bool, seconds: int
    ) -> Ticket | None:
        """Return a ticket; None if it is unknown, expired or used.

        The first use binds the ticket to a client, which may use it again with `resume` for so many
        seconds.
        """
