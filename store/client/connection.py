"""One connection to one server. It never sends a command a second time."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from hiredis import Reader, pack_command
from redis.asyncio import connection as redis_connection
from redis.exceptions import InvalidResponse, RedisError

from store.client.replies import ReplyLost
from store.client.responsive_timeout import ResponsiveTimeout, ResponsiveTimer

Argument: TypeAlias = str | bytes | int
Pending: TypeAlias = tuple[bytes, "asyncio.Future[Any]"]  # a command, and its reply to come
CONNECTION_ERRORS = (OSError, RedisError)  # TimeoutError is an OSError
POOL_SETTINGS = ("connection_class", "max_connections", "timeout")


# Returns the bytes of one command; raises TypeError for an argument of another type.
pack: Callable[[tuple[Argument, ...]], bytes] = pack_command  # type: ignore[assignment]


def ignored(_: Exception) -> None:
    """Do nothing about an error that the caller gets."""


class _Link(asyncio.Protocol):
    """A transport, as long as it is the one of its connection."""

    def __init__(self, connection: "Connection") -> None:
        self._connection: Connection | None = connection
        self.data_received = connection.received  # type: ignore[method-assign]

    def connection_made(self, transport: Any) -> None:
        self._transport, self.write = transport, transport.write

    def abort(self) -> None:
        self._connection = None
        self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._connection is not None:
            self._connection.drop(exc or "the server has closed the connection")


class Connection:
    """Passes the replies on to futures, in the order in which their commands were sent.

    redis-py reads the URL and names the errors. Its own connection takes a task, a timeout and
    several awaits for each exchange, which is half of what a lone command costs.
    """

    def __init__(
        self, url: str, seconds: float, on_error: Callable[[Exception], None] = ignored
    ) -> None:
        """`seconds` is the time for the next reply to come; `on_error` gets replies of errors."""
        kind, arguments = connection_settings(url, seconds)
        self._server: Any = kind(**arguments)
        self._begin(seconds, on_error)

    def _begin(self, seconds: float, on_error: Callable[[Exception], None]) -> None:
        self._seconds, self._on_error = seconds, on_error
        self.link: Any = None  # None: not connected
        self._timer: ResponsiveTimer | None = None  # while a reply is to come, and a tick longer
        self._expected: deque[asyncio.Future[Any]] = deque()
        self._has_replied = False  # since the last tick of the timer
        self.dropped = 0  # how often

    async def connect(self) -> None:
        """Connect unless there is a connection."""
        if self.link is None:
            async with ResponsiveTimeout(self._seconds):
                await self._connect()

    async def _connect(self) -> None:
        server, loop = self._server, asyncio.get_running_loop()
        errors = redis_connection.DefaultParser.parse_error
        self._reader = Reader(protocolError=InvalidResponse, replyError=errors)
        if isinstance(server, redis_connection.UnixDomainSocketConnection):
            opened = loop.create_unix_connection(partial(_Link, self), server.path)
        else:
            is_secure = isinstance(server, redis_connection.SSLConnection)
            context = server.ssl_context.get() if is_secure else None
            address = (server.host, server.port)
            opened = loop.create_connection(partial(_Link, self), *address, ssl=context)
        _, self.link = await opened
        names = [name for name in (server.username, server.password) if name]
        login: list[Sequence[Argument]] = [("AUTH", *names)] if names else []
        for reply in await self._ask([*login, ("SELECT", server.db)] if server.db else login):
            if isinstance(reply, Exception):
                raise reply

    def send(self, batch: Sequence[Pending]) -> None:
        """Send commands; a future whose reply is lost raises ReplyLost."""
        commands, replies = zip(*batch, strict=True)
        if self._timer is None:
            self._timer = ResponsiveTimer(self._seconds, self._is_silent, self._expired)
        self._expected.extend(replies)
        self.link.write(b"".join(commands))

    async def _ask(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        """Return all replies, which may be errors; raises if one is lost."""
        loop = asyncio.get_running_loop()
        replies = [loop.create_future() for _ in commands]
        self._expected.extend(replies)  # the time is that of the caller
        self.link.write(b"".join([pack(tuple(command)) for command in commands]))
        found = await asyncio.gather(*replies, return_exceptions=True)
        for reply in found:
            if isinstance(reply, ReplyLost):
                raise ConnectionResetError(str(reply))
        return found

    async def exchange(self, commands: Sequence[Sequence[Argument]], seconds: float) -> list[Any]:
        """Return all replies in order; drop the connection if that fails."""
        try:
            async with ResponsiveTimeout(seconds):
                await self.connect()
                return await self._ask(commands)
        except BaseException as failure:
            self.drop(failure)
            raise

    def reply(self, reply: Any) -> None:
        """Pass a reply on to the first future that waits."""
        future, self._has_replied = self._expected.popleft(), True
        if isinstance(reply, Exception):
            self._on_error(reply)
            if not future.done():  # otherwise its caller was cancelled
                future.set_exception(reply)
        elif not future.done():
            future.set_result(reply)

    def drop(self, why: object = "dropped") -> None:
        """Disconnect at once: a reply may still be on its way."""
        self.dropped += 1
        link, self.link = self.link, None
        if link is not None:
            link.abort()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        lost, self._expected = self._expected, deque()
        for future in lost:
            if not future.done():
                future.set_exception(ReplyLost(repr(why)))

    def close(self) -> None:
        if self.link is not None:
            self.drop("closed")

    def _is_silent(self) -> bool | None:
        """Return whether no reply has come since the last tick; None: none is to come."""
        silent, self._has_replied = not self._has_replied, False
        if not self._expected:
            self._timer = None
        return silent if self._expected else None

    def _expired(self) -> None:
        self.drop(TimeoutError("no reply in time"))

    def received(self, data: bytes) -> None:
        self._reader.feed(data)
        try:
            while (reply := self._reader.gets()) is not False:
                self.reply(reply)
        except (InvalidResponse, IndexError) as failure:  # what no command was sent for
            self.drop(failure)


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
