"""A proxy in front of a server's socket that can drop replies with their connection, or hang."""

import asyncio
from contextlib import suppress
from pathlib import Path


class DroppingProxy:
    def __init__(self, behind: str, path: Path) -> None:
        self._behind = behind
        self._path = path
        self._server: asyncio.Server | None = None
        self.drop = 0  # replies still to be dropped, each with its connection
        self.dropped = 0
        self.passing = asyncio.Event()  # while it is not set, replies wait
        self.passing.set()

    @property
    def url(self) -> str:
        return f"unix://{self._path}?db=0"

    async def start(self) -> None:
        self._server = await asyncio.start_unix_server(self._serve, str(self._path))

    def release(self) -> None:
        """Let the replies that wait pass, and none after them."""
        self.passing.set()
        self.passing.clear()

    async def aclose(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_unix_connection(self._behind)
        there = asyncio.create_task(_forward(reader, server_writer))
        with suppress(OSError):
            while answer := await server_reader.read(65_536):
                await self.passing.wait()
                if self.drop:
                    self.drop -= 1
                    self.dropped += 1
                    break
                writer.write(answer)
                await writer.drain()
        there.cancel()
        for end in (writer, server_writer):
            end.close()


async def _forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while asked := await reader.read(65_536):
            writer.write(asked)
            await writer.drain()
    writer.close()
