"""TCP relays between servers and their clients, whose links tests cut, slow down and heal.

A cut link holds what was sent until it is healed, as TCP does while a network drops all packets.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, TypeAlias

Place: TypeAlias = str  # the address from which a process connects
Way: TypeAlias = tuple[Place, Place]  # from one place to another

CLIENTS: Place = "127.0.0.1"
CHUNK = 1 << 16


class Relays:
    """Relays in a thread of its own; each listens for connections to one place."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._closed: set[Way] = set()
        self._delays: dict[Way, float] = {}
        self._changed = asyncio.Event()
        self._servers: list[asyncio.Server] = []

    def open(self, place: Place, port: int) -> int:
        """Relay to a port of a server at this place; return the port that others connect to."""
        return int(self._call(self._open(place, port)))

    def cut(self, some: Iterable[Place], others: Iterable[Place]) -> None:
        """Cut all links between two groups, in both directions."""
        self._set(lambda: self._closed.update(_ways(some, others), _ways(others, some)))

    def cut_one_way(self, some: Iterable[Place], others: Iterable[Place]) -> None:
        """Cut what the first group sends to the second."""
        self._set(lambda: self._closed.update(_ways(some, others)))

    def slow_down(self, place: Place, others: Iterable[Place], seconds: float) -> None:
        """Delay all that a place sends to others."""
        self._set(lambda: self._delays.update(dict.fromkeys(_ways([place], others), seconds)))

    def heal(self) -> None:
        """Let all links work again."""
        self._set(self._closed.clear)
        self._set(self._delays.clear)

    def close(self) -> None:
        self._call(self._cancel_all())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _call(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _set(self, change: Callable[[], object]) -> None:
        async def apply() -> None:
            change()
            self._changed.set()
            self._changed = asyncio.Event()

        self._call(apply())

    async def _open(self, place: Place, port: int) -> int:
        async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            source: Place = writer.get_extra_info("peername")[0]
            try:
                with suppress(OSError, asyncio.CancelledError):  # cancelled by `close`
                    await self._relay((source, place), port, reader, writer)
            finally:
                writer.close()

        server = await asyncio.start_server(relay, "127.0.0.1", 0)
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    async def _relay(
        self, way: Way, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        await self._passable(way)
        back_reader, back_writer = await asyncio.open_connection("127.0.0.1", port)
        there = asyncio.create_task(self._pump(way, reader, back_writer))
        back = asyncio.create_task(self._pump((way[1], way[0]), back_reader, writer))
        try:
            await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
        finally:
            there.cancel()
            back.cancel()
            back_writer.close()

    async def _pump(
        self, way: Way, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError):
            while received := await reader.read(CHUNK):
                await self._passable(way)
                await asyncio.sleep(self._delays.get(way, 0.0))
                writer.write(received)
                await writer.drain()

    async def _passable(self, way: Way) -> None:
        """Wait until nothing cuts this way."""
        while way in self._closed:
            await self._changed.wait()

    async def _cancel_all(self) -> None:
        for server in self._servers:
            server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0.01)  # transports close in the next turn


def _ways(some: Iterable[Place], others: Iterable[Place]) -> set[Way]:
    """Return every way from the first group to the second."""
    return {(a, b) for a in some for b in others if a != b}
