"""One store behind all ports of the application; it may be down when a process starts."""

import asyncio
from contextlib import suppress

from msgspec.structs import replace

from application.fingerprint import domain_fingerprint
from application.ports.archive import ArchivePlace
from application.ports.event_log import StoreRefuses, StoreUnavailable
from application.ports.feeds import READERS
from application.readiness import StoreFacts
from application.settings import Settings
from application.store_url import queue_beside
from store import keyspace
from store.archive.archive import Archive
from store.archive.log import ArchivedLog
from store.archive.read_models import ArchivedLeaderboard, ArchivedLogQueue, ArchivedTableList
from store.archive.writer import RedisArchiveWriter
from store.client.base import StoreClient
from store.client.format import OtherFormat, require_format
from store.client.lease import Lease
from store.cluster.tail import ClusterTail
from store.feeds.positions import RedisPositions, lags
from store.feeds.reader import RedisFeedReader
from store.feeds.tail import RedisTail
from store.feeds.trimming import RedisFeedTrim
from store.heartbeat import RedisHeartbeat
from store.jobs import RqJobs
from store.lists.leaderboard import RedisLeaderboardStore
from store.lists.notices import RedisNotices
from store.lists.table_list import RedisTableListStore
from store.opening.factory import open_client, open_follower, open_tail
from store.opening.replicated import ReplicatedClient
from store.opening.retrying import RetryingClient
from store.people.accounts import RedisAccounts
from store.people.acts import RedisActLog
from store.people.presence import RedisPresence
from store.people.quotas import RedisQuotas
from store.people.seeks import RedisSeeks
from store.people.tickets import RedisTickets
from store.people.usage import RedisUsage
from store.people.webhooks import RedisWebhookStore
from store.public_log.queue import RedisLogQueue
from store.server_info import weakest_server
from store.tables.audits import RedisAudits
from store.tables.deadlines import RedisDeadlines, RedisDueWebhooks
from store.tables.log import RedisEventLog
from store.tables.snapshots import RedisSnapshots
from store.tables.table_registry import RegistryScan

LEASE_MS = 5_000  # of the process that reads the feeds


class Store:
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
        self.client = client or open_client(url, seconds)
        self._writer = ReplicatedClient(url, self.client) if self.replicas else self.client
        self.heartbeat = RedisHeartbeat(self.client, is_api)
        self.archive = None if archive is None else Archive(self.client, archive)
        self.log = self._log()
        self.snapshots = RedisSnapshots(self.client, domain_fingerprint())
        self.accounts = RedisAccounts(self.client, self._writer)
        self.acts = RedisActLog(self.client)
        self.audits = RedisAudits(self.client)
        self.deadlines = RedisDeadlines(self.client)
        self.due_webhooks = RedisDueWebhooks(self.client)
        self.webhooks = RedisWebhookStore(self.client)
        self.table_list = RedisTableListStore(self.client)  # those in the store
        self.all_tables, self.leaderboard, self.log_queue = self._read_models()
        self.feed_trim = RedisFeedTrim(self.client)
        self.feed_reader = RedisFeedReader(self.client)
        self.scan = RegistryScan(self.client)
        self.notices = RedisNotices(self.client)
        self.seeks = RedisSeeks(self.client)
        self.tickets = RedisTickets(self.client)
        self.presence = RedisPresence(self.client)
        self.usage = RedisUsage(self.client)
        self.quotas = RedisQuotas(self.client)
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

    def archive_writer(self) -> RedisArchiveWriter:
        """Return what moves tables into the archive."""
        assert self.archive is not None
        return RedisArchiveWriter(self.client, self.archive, domain_fingerprint())

    def _log(self) -> RedisEventLog:
        if self.archive is None:
            return RedisEventLog(self.client, self.heartbeat, self._writer)
        return ArchivedLog(self.client, self.heartbeat, self.archive, self._writer)

    def _read_models(self) -> tuple[RedisTableListStore, RedisLeaderboardStore, RedisLogQueue]:
        client, archive = self.client, self.archive
        if archive is None:
            return self.table_list, RedisLeaderboardStore(client), RedisLogQueue(client)
        return (
            ArchivedTableList(client, archive),
            ArchivedLeaderboard(client, archive),
            ArchivedLogQueue(client, archive),
        )

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

    def positions(self, reader: str) -> RedisPositions:
        """Return how far a reader of the feeds has come."""
        return RedisPositions(self.client, reader)

    def reader_lease(self, name: str) -> Lease:
        """Return the lease of the process that reads the feeds."""
        return Lease(self.client, keyspace.FEED_READER, name, LEASE_MS)

    async def feed_lags(self) -> dict[str, int]:
        """Return how many commits each reader has yet to process."""
        return await lags(self.client, READERS)

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
