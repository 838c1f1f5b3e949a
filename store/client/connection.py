"""One connection, no retries: what was sent here is never sent again behind our back."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from hiredis import pack_command
from redis.asyncio.connection import Connection, parse_url
from redis.exceptions import BusyLoadingError, RedisError, ResponseError

from application.settings import store_seconds

Argument: TypeAlias = str | bytes | int
CONNECTION_ERRORS = (OSError, RedisError)  # TimeoutError is an OSError
POOL_SETTINGS = ("connection_class", "max_connections", "timeout")


def pack(command: Sequence[Argument]) -> bytes:
    """The bytes of one command; raises TypeError for what redis cannot be told."""
    return pack_command(tuple(command))  # type: ignore[no-any-return, arg-type]


class Line:
    def __init__(self, url: str) -> None:
        kind, how = settings(url)
        self._connection: Any = kind(**how)

    async def ready(self) -> None:
        """Connected, and with no stray answer waiting; reconnects if need be."""
        if self._connection.is_connected:
            if not await self._connection.can_read():
                return
            await self.drop()
        await self._connection.connect()

    async def send(self, commands: Sequence[bytes]) -> None:
        await self._connection.send_packed_command(commands, check_health=False)

    async def receive(self) -> Any:
        """The next answer; an error that is the answer is returned, a lost connection raised."""
        try:
            return await self._connection.read_response(disconnect_on_error=False)
        except (ResponseError, BusyLoadingError) as answer:
            return answer

    async def exchange(self, commands: Sequence[Sequence[Argument]], seconds: float) -> list[Any]:
        """All answers in order, or the line is dropped and the failure raised."""
        try:
            async with asyncio.timeout(seconds):
                await self.ready()
                await self.send([pack(command) for command in commands])
                return [await self.receive() for _ in commands]
        except BaseException:
            await self.drop()
            raise

    async def drop(self) -> None:
        """Forget the connection at once: an answer may still be under way on it."""
        await self._connection.disconnect(nowait=True)

    async def aclose(self) -> None:
        with suppress(*CONNECTION_ERRORS):
            await self._connection.disconnect()


def settings(url: str) -> tuple[type[Connection], dict[str, Any]]:
    """The kind of connection, and how it is to be made: it asks nothing and repeats nothing."""
    found: dict[str, Any] = dict(parse_url(url))
    kind = found.get("connection_class", Connection)
    for name in POOL_SETTINGS:
        found.pop(name, None)
    found |= {
        "socket_timeout": None,
        "socket_connect_timeout": store_seconds(),
        "retry_on_timeout": False,
        "health_check_interval": 0,
        "protocol": 2,
        "driver_info": None,
    }
    return kind, found
