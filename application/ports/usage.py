"""How much callers have used lately, summed over all processes and kept for some minutes."""

from collections.abc import Mapping
from typing import Literal, Protocol, TypeAlias

from domain.kernel.messages import Value

Measure: TypeAlias = Literal["requests", "refused", "work"]
MEASURES: tuple[Measure, ...] = ("requests", "refused", "work")
KEPT_MINUTES = 15
Counts: TypeAlias = Mapping[Measure, Mapping[str, int]]  # by caller: a player or an address


class CallerUsage(Value, frozen=True):
    """What one player or one address has used."""

    caller: str
    requests: int  # all of them
    refused: int  # those over a limit
    work: int  # events that were replayed


class UsageStore(Protocol):
    async def add(self, minute: int, counts: Counts) -> None:
        """Add to what callers have used in this minute since 1970."""

    async def heaviest(self, minutes: range, limit: int) -> list[CallerUsage]:
        """Return the callers with the most requests in these minutes, the heaviest first."""
