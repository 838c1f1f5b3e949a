"""The audit stream of administration: it only grows, and every act is on one hash chain."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from domain.administration.record import StoredAct


class ActLog(Protocol):
    async def append(self, number: int, head: bytes, act: StoredAct) -> bool:
        """Store an act after the one with this head; False if another act was stored there."""

    async def read(self, after: int, limit: int) -> list[StoredAct]:
        """Return acts in their order, those after this number."""


class InvitationUses(Protocol):
    async def uses(self, invitations: Sequence[str]) -> Mapping[str, int]:
        """Return how many players have registered with each of these invitations."""
