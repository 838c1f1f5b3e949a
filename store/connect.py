"""One store behind all ports of the application; it may be down when a process starts."""

import asyncio
from contextlib import suppress

from msgspec.structs import replace

from application.ops.readiness import StoreFacts
from application.ports.archive import ArchivePlace
from application.ports.event_log import StoreRefuses, StoreUnavailable
from application.settings import Settings
from application.store_url import queue_beside
from store.client.base import StoreClient
from store.client.format import OtherFormat, require_format
from store.cluster.tail import ClusterTail
from store.feeds.tail import RedisTail
from store.jobs import RqJobs
from store.opening.factory import open_client, open_follower, open_tail
from store.opening.replicated import ReplicatedClient
from store.opening.retrying import RetryingClient
from store.server_info import weakest_server
from store.stores import Stores


class Store(Stores):
    """The stores of one process, with what must be opened and closed."""

    _knows_format = False

    def __init__(
        self,
        url: str,
        seconds: float,
        queue_url: str | None = None,
        client: StoreClient | None = None,
        is_api: bool = False,
        archive: ArchivePlace | None = None,
        replicas: int = 0,
    ) -> None:
        """Without an archive, only the tables in the store are seen.

        `replicas` must confirm a write; `seconds` is the timeout, unless a client is given.
        """
        self._url, self._seconds, self.replicas = url, seconds, replicas
        own = client or open_client(url, seconds)
        super().__init__(own, ReplicatedClient(url, own) if replicas else own, is_api, archive)
        self.jobs = RqJobs(queue_url or queue_beside(url))
        self.follower = open_follower(url, seconds)
        self._tails: list[RedisTail | ClusterTail] = []
        self._beating: asyncio.Task[None] | None = None

    @classmethod
    def of(cls, settings: Settings, retrying: bool = False, is_api: bool = False) -> "Store":
        """Return the store of the settings.

        Long jobs want it `retrying`: they wait while it is briefly unreachable.
        """
        url = settings.store_url()
        client = RetryingClient(url) if retrying else None
        return cls(
            *(url, settings.store_seconds, settings.queue(), client, is_api),
            *(settings.archive_place, settings.replicas),
        )

    async def start(self) -> "Store":
        """Follow the feeds and keep the heartbeat, as an API process does."""
        with suppress(StoreUnavailable):  # readiness asks again; a call that needs functions, too
            await self.require_format()
            await self.log.install_functions()
        self.follower.start()
        self._beating = asyncio.create_task(self.heartbeat.keep())
        return self

    async def require_format(self) -> None:
        """Raise OtherFormat if the store holds histories of another format than this release."""
        if not self._knows_format:
            await require_format(self.client)
            self._knows_format = True

    async def aclose(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        for tail in self._tails:
            await tail.aclose()
        await self.follower.aclose()
        await self.jobs.aclose()
        await self._writer.aclose()
        await self.client.aclose()
        if self.archive is not None:
            self.archive.close()

    async def __aenter__(self) -> "Store":
        """Raise OtherFormat if the store holds another format; it may be down."""
        try:
            await self.require_format()
        except OtherFormat:
            await self.aclose()
            raise
        except StoreUnavailable:
            pass  # the first call that needs a function asks again
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.aclose()

    @property
    def batches(self) -> int:
        """Return the number of round trips to the store so far."""
        others = self._writer.batches if self._writer is not self.client else 0
        return self.client.batches + others

    def tail(self) -> RedisTail | ClusterTail:
        """Return a reader of what is added to the feeds, closed together with the store."""
        self._tails.append(open_tail(self._url, self._seconds))
        return self._tails[-1]

    async def facts(self) -> StoreFacts:
        """Return what readiness reports; raises StoreUnavailable if no server answers.

        Of a cluster: the slowest and the least durable of the servers that can be reached. It
        refuses writes if all of them do.
        """
        facts = await weakest_server(await self.client.servers(), self.replicas)
        try:
            await self.require_format()
            await self.heartbeat.beat()  # a write, or at least a command that is refused like one
        except StoreRefuses as why:
            return replace(facts, refusal=str(why))
        return facts


def require_format_of(settings: Settings) -> None:
    """Raise OtherFormat if the store holds another format; it may be down."""

    async def look() -> None:
        async with Store.of(settings):
            pass

    asyncio.run(look())
