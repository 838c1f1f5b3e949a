"""The queue of the public log in the store: a stream per partition, in the slot of its tables.

On a cluster of which some masters cannot be reached, the tables of the others are logged.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeVar

from application.ports.public_log import LogQueue, Place, Queued, Waiting
from domain.kernel.ids import TableId
from domain.log.tiles import decode_bundle
from store.client.base import StoreClient
from store.client.lease import take_lease
from store.client.pipeline import PipelinedClient
from store.client.replies import is_unreachable, raise_first_error
from store.keyspace import (
    LOG_QUEUES,
    LOG_WRITER,
    LOGGED_SIZES,
    log_queue,
    logged,
    logged_size,
    partition,
)
from store.lua import functions
from store.server_info import durability_of

T = TypeVar("T")
LOSES_THE_LAST_SECOND = ("everysec", "unknown")
YOUNG_MS = 2_000  # so long it may take until such a store has written to disk


class RedisLogQueue(LogQueue):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def lease(self, writer: str, ms: int) -> bool:
        """Take or renew the lease. It only saves work: the lock of the folder keeps order."""
        return await take_lease(self._client, LOG_WRITER, writer, ms)

    async def waiting(self) -> Waiting:
        sizes = await self._reachable([("GET", key) for key in LOGGED_SIZES])
        end = await self._durable_until()
        queues = await self._reachable([("XRANGE", key, "-", end) for key in LOG_QUEUES])
        seen = {
            p: None if size is None else read_place(size.decode())
            for p, (size, queue) in enumerate(zip(sizes, queues, strict=True))
            if not is_unreachable(size) and not is_unreachable(queue)
        }
        found = sorted((_order(id_), id_, fields) for p in seen for id_, fields in queues[p])
        items = [
            Queued(fields[1].decode(), id_.decode(), tuple(decode_bundle(fields[3])))
            for _, id_, fields in found
        ]
        return Waiting(seen, items)

    async def oldest(self) -> int | None:
        """Return when the oldest commit that waits was stored (ms since 1970); None if none is."""
        commands = [("XRANGE", key, "-", "+", "COUNT", 1) for key in LOG_QUEUES]
        found = [queue[0][0] for queue in await self._client.execute_all(commands) if queue]
        return min((_order(id_)[0] for id_ in found), default=None)

    async def places(self, tables: Sequence[TableId]) -> list[dict[str, Place] | None]:
        replies = await self._reachable([("HGETALL", logged(table)) for table in tables])
        return [None if is_unreachable(reply) else _places(reply) for reply in replies]

    async def mark(
        self,
        logged_: Sequence[tuple[Queued, dict[str, Place]]],
        size: Place,
        partitions: Iterable[int],
    ) -> None:
        calls = [
            functions.fcall(
                "mark_logged",
                [log_queue(partition(each.table)), logged(each.table)],
                each.id,
                *(word for kind, place in places.items() for word in (kind, _text(place))),
            )
            for each, places in logged_
        ]
        replies = await functions.call_reachable(self._client, calls) if calls else []
        pairs = zip(logged_, replies, strict=True)
        failed = {partition(each.table) for (each, _), reply in pairs if reply is None}
        sizes = [
            functions.fcall("set_logged_size", [logged_size(p)], size.number, size.log)
            for p in partitions
            if p not in failed
        ]
        if sizes:
            await functions.call_reachable(self._client, sizes)

    async def loses_ms(self) -> int:
        found = await self._ask_servers(durability_of)
        return YOUNG_MS if any(each in LOSES_THE_LAST_SECOND for each in found) else 0

    async def _durable_until(self) -> str:
        """Return the last id in a queue that is as durable as the store promises.

        Only what is on disk is logged. A store that does not write at once may lose what is young.
        """
        limits = [each for each in await self._ask_servers(_age_limit) if each is not None]
        return f"{min(limits)}" if limits else "+"

    async def _ask_servers(self, ask: Callable[[PipelinedClient], Awaitable[T]]) -> list[T]:
        """Return what the servers answer that can be reached."""
        servers = await self._client.servers()
        found = await asyncio.gather(*(ask(each) for each in servers), return_exceptions=True)
        for failure in found:
            if isinstance(failure, BaseException) and not is_unreachable(failure):
                raise failure
        return [each for each in found if not isinstance(each, BaseException)]

    async def _reachable(self, commands: list[tuple[Any, ...]]) -> list[Any]:
        """Return the replies; an exception stands for each that no server could give."""
        if not commands:
            return []
        replies = await self._client.execute_reachable(commands)
        raise_first_error([reply for reply in replies if not is_unreachable(reply)])
        return replies


async def _age_limit(server: PipelinedClient) -> int | None:
    """Return the time (ms since 1970) before which all is as durable as promised; None for now."""
    if await durability_of(server) not in LOSES_THE_LAST_SECOND:
        return None
    seconds, micros = await server.execute("TIME")
    return int(seconds) * 1000 + int(micros) // 1000 - YOUNG_MS


def _order(id_: bytes) -> tuple[int, ...]:
    return tuple(int(part) for part in id_.split(b"-"))


def _places(flat: list[bytes] | dict[bytes, bytes]) -> dict[str, Place]:
    pairs = flat.items() if isinstance(flat, dict) else zip(flat[::2], flat[1::2], strict=True)
    return {kind.decode(): read_place(place.decode()) for kind, place in pairs}


def read_place(text: str) -> Place:
    """Return a place in the log from `<place>:<log>`."""
    index, log = text.split(":")
    return Place(log, int(index))


def _text(place: Place) -> str:
    return f"{place.number}:{place.log}"
