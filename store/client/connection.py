"""One connection to one server. It never sends a command a second time."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from hiredis import pack_command
from redis.asyncio import connection as redis_connection
from redis.exceptions import BusyLoadingError, RedisError, ResponseError

from store.client.responsive_timeout import ResponsiveTimeout

Argument: TypeAlias = str | bytes | int
CONNECTION_ERRORS = (OSError, RedisError)  # TimeoutError is an OSError
POOL_SETTINGS = ("connection_class", "max_connections", "timeout")


def pack(command: Sequence[Argument]) -> bytes:
    """Return the bytes of one command; raises TypeError for an argument of another type."""
    return pack_command(tuple(command))  # type: ignore[no-any-return, arg-type]


class Connection:
    def __init__(self, url: str, seconds: float) -> None:
        kind, arguments = connection_settings(url, seconds)
        self._connection: Any = kind(**arguments)
        self.dropped = 0  # how often

    async def connect(self) -> None:
        """Connect unless there is a connection without an unread reply."""
        if self._connection.is_connected:
            if not await self._connection.can_read():
                return
            await self.drop()
        await self._connection.connect()

    async def send(self, commands: Sequence[bytes]) -> None:
        await self._connection.send_packed_command(commands, check_health=False)

    async def receive(self) -> Any:
        """Return the next reply, which may be an error; raises if the connection is lost."""
        try:
            return await self._connection.read_response(disconnect_on_error=False)
        except (ResponseError, BusyLoadingError) as reply:
            return reply

    async def exchange(self, commands: Sequence[Sequence[Argument]], seconds: float) -> list[Any]:
        """Return all replies in order; drop the connection if that fails."""
        try:
            async with ResponsiveTimeout(seconds):
                await self.connect()
                await self.send([pack(command) for command in commands])
                return [await self.receive() for _ in commands]
        except BaseException:
            await self.drop()
            raise

    async def drop(self) -> None:
        """Disconnect at once: a reply may still be on its way."""
        self.dropped += 1
        await self._connection.disconnect(nowait=True)

    async def aclose(self) -> None:
        with suppress(*CONNECTION_ERRORS):
            await self._connection.disconnect()


def connection_settings(
    url: str, seconds: float
) -> tuple[type[redis_connection.Connection], dict[str, Any]]:
    """Return the class of a connection and its arguments: no health checks and no retries."""
    arguments: dict[str, Any] = dict(redis_connection.parse_url(url))
    kind = arguments.get("connection_class", redis_connection.Connection)
    for name in POOL_SETTINGS:
        arguments.pop(name, None)
    arguments |= {
        "socket_timeout": None,
        "socket_connect_timeout": seconds,
        "retry_on_timeout": False,
        "health_check_interval": 0,
        "protocol": 2,
        "driver_info": None,
    }
    return kind, arguments
