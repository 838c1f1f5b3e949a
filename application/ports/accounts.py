"""Players: an id is permanent; a name and a token can be erased."""

from collections.abc import Sequence
from typing import Protocol

from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value


class Account(Value, frozen=True):
    id: PlayerId
    name: str | None  # None: erased
    created: str  # RFC 3339


class AccountTaken(Exception):
    """This id or this token belongs to another account, or did."""


class Accounts(Protocol):
    async def create(self, player_id: PlayerId, name: str, token_hash: bytes) -> None:
        """Store a new account; raises AccountTaken."""

    async def by_token(self, token_hash: bytes) -> PlayerId | None:
        """Return the player with this token."""

    async def name(self, player_id: PlayerId) -> Account | None:
        """Return the account of a player."""

    async def names(self, players: Sequence[PlayerId]) -> list[str | None]:
        """Return the name of each player; None if it was erased."""

    async def erase(self, player_id: PlayerId) -> None:
        """Remove the name and revoke the token; erasing twice is no error."""
