"""A read model in generations: one is served, and beside it the next may be built."""

from collections.abc import AsyncIterator
from typing import Protocol


class ReadModelStore(Protocol):
    async def generation(self) -> str:
        """Return the generation that is served."""

    async def position(self, generation: str | None = None) -> int:
        """Return the version of a generation; by default, of the one that is served."""

    async def begin(self) -> str:
        """Begin a new, empty generation and return its name."""

    async def drop(self, generation: str) -> None:
        """Delete a generation that is neither served nor being built."""

    def each(self, generation: str) -> AsyncIterator[list[tuple[str, bytes]]]:
        """Yield the places of all rows of a generation by name; a row may come twice."""
