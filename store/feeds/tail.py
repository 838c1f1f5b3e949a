"""Reads what is added to the feeds of one server: one command waits for all of them."""

from application.ports.event_log import StoreUnavailable
from application.ports.feeds import FeedEntry, FeedTail, Positions
from store.client.connection import CONNECTION_ERRORS, Argument, Connection
from store.client.replies import raise_first_error
from store.feeds.entries import decode_entries
from store.feeds.positions import written
from store.keyspace import FEEDS

REPLY_SECONDS = 2.0  # for a reply, beyond the time that the server blocks


class RedisTail(FeedTail):
    """A lost reply is raised: its reader then resumes from its stored position."""

    def __init__(self, url: str, seconds: float) -> None:
        self._connection = Connection(url, seconds)
        self._reply_seconds = max(REPLY_SECONDS, seconds)

    async def read(self, after: Positions, count: int, block_ms: int) -> list[FeedEntry]:
        limits: tuple[Argument, ...] = ("COUNT", count, "BLOCK", max(1, block_ms))
        command = ("XREAD", *limits, "STREAMS", *FEEDS, *map(written, after))
        seconds = block_ms / 1000 + self._reply_seconds
        try:
            [streams] = raise_first_error(await self._connection.exchange([command], seconds))
        except CONNECTION_ERRORS as failure:
            raise StoreUnavailable(repr(failure)) from failure
        return [
            entry
            for name, entries in streams or ()
            for entry in decode_entries(FEEDS.index(name.decode()), entries)
        ]

    async def aclose(self) -> None:
        self._connection.close()
