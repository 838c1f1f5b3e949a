"""A read model lives in generations: one is read, and beside it the next may be built."""

from collections.abc import AsyncIterator
from typing import ClassVar

from store.client.base import StoreClient

FIRST_GENERATION = "a"  # the generation before any rebuild
AT_ONCE = 500


class GenerationInUse(Exception):
    """This generation is being read or built."""


class VersionedReadModel:
    """Keys: `{tag}:current`, `:next`, `:count`, and for each generation `{tag}:<generation>:…`."""

    TAG: ClassVar[str]

    def __init__(self, client: StoreClient) -> None:
        self._client = client
        self._current, self._next = f"{self.TAG}:current", f"{self.TAG}:next"

    async def generation(self) -> str:
        current: bytes | None = await self._client.execute("GET", self._current)
        return FIRST_GENERATION if current is None else current.decode()

    async def position(self, generation: str | None = None) -> int:
        """How far a generation (without a name: the current one) has come."""
        named = generation or await self.generation()
        return int(await self._client.execute("GET", f"{self.TAG}:{named}:position") or 0)

    async def begin(self) -> str:
        """A new, empty generation."""
        generation = f"g{await self._client.execute('INCR', f'{self.TAG}:count')}"
        abandoned: bytes | None = await self._client.execute("SET", self._next, generation, "GET")
        if abandoned is not None and abandoned != generation.encode():
            await self.drop(abandoned.decode())
        return generation

    async def drop(self, generation: str) -> None:
        current, growing = await self._client.execute_all(
            [("GET", self._current), ("GET", self._next)]
        )
        if generation.encode() in (current or FIRST_GENERATION.encode(), growing):
            raise GenerationInUse(generation)
        stem = f"{self.TAG}:{generation}"
        names = [name.decode() for name in await self._client.execute("SMEMBERS", f"{stem}:names")]
        keys = [f"{stem}:i:{name}" for name in names]
        keys += [f"{stem}:{part}" for part in ("rows", "places", "names", "position")]
        for start in range(0, len(keys), AT_ONCE):
            await self._client.execute("UNLINK", *keys[start : start + AT_ONCE])

    async def each(self, generation: str) -> AsyncIterator[list[tuple[str, bytes]]]:
        """All rows of a generation by their name, some at a time; a row may come twice."""
        cursor = b"0"
        while True:
            key = f"{self.TAG}:{generation}:rows"
            cursor, flat = await self._client.execute("HSCAN", key, cursor, "COUNT", AT_ONCE)
            yield [(name.decode(), row) for name, row in zip(flat[::2], flat[1::2], strict=True)]
            if cursor == b"0":
                return
