"""A read model in generations: one is served while the next one is built beside it."""

from collections.abc import AsyncIterator
from typing import Any, ClassVar

from application.ports.read_model import ReadModelStore
from store.client.base import StoreClient
from store.client.connection import Argument
from store.lists.list_keys import ReadModelKeys
from store.lua import functions

FIRST_GENERATION = "a"  # the one before any rebuild
MAX_BATCH = 500


class GenerationInUse(Exception):
    """This generation is being served or built."""


class VersionedReadModel(ReadModelStore):
    KEYS: ClassVar[ReadModelKeys]

    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def generation(self) -> str:
        current: bytes | None = await self._client.execute("GET", self.KEYS.current)
        return FIRST_GENERATION if current is None else current.decode()

    async def position(self, generation: str | None = None) -> int:
        key = self.KEYS.position(generation or await self.generation())
        return int(await self._client.execute("GET", key) or 0)

    async def begin(self) -> str:
        generation = f"g{await self._client.execute('INCR', self.KEYS.count)}"
        abandoned: bytes | None = await self._client.execute(
            "SET", self.KEYS.next, generation, "GET"
        )
        if abandoned is not None and abandoned != generation.encode():
            await self.drop(abandoned.decode())
        return generation

    async def drop(self, generation: str) -> None:
        """Delete a generation; raises GenerationInUse if it is served or being built."""
        current, next_ = await self._client.execute_all(
            [("GET", self.KEYS.current), ("GET", self.KEYS.next)]
        )
        if generation.encode() in (current or FIRST_GENERATION.encode(), next_):
            raise GenerationInUse(generation)
        names = await self._client.execute("SMEMBERS", self.KEYS.index_names(generation))
        keys = [self.KEYS.index(generation, name.decode()) for name in names]
        parts = (self.KEYS.rows, self.KEYS.places, self.KEYS.index_names, self.KEYS.position)
        keys += [part(generation) for part in parts]
        for start in range(0, len(keys), MAX_BATCH):
            await self._client.execute("UNLINK", *keys[start : start + MAX_BATCH])

    async def each(self, generation: str) -> AsyncIterator[list[tuple[str, bytes]]]:
        key, cursor = self.KEYS.places(generation), b"0"
        while True:
            cursor, flat = await self._client.execute("HSCAN", key, cursor, "COUNT", MAX_BATCH)
            yield [
                (name.decode(), place) for name, place in zip(flat[::2], flat[1::2], strict=True)
            ]
            if cursor == b"0":
                return

    async def _call(self, name: str, *args: Argument) -> Any:
        """Return the reply of one of the functions of a read model."""
        return (await functions.call_all(self._client, [self._fcall(name, *args)]))[0]

    def _fcall(self, name: str, *args: Argument) -> list[Argument]:
        return functions.fcall(name, [self.KEYS.current, self.KEYS.next], *args)
