"""Every store of the server, behind one client."""

from application.ops.code_hash import domain_fingerprint
from application.ports.archive import ArchivePlace
from application.ports.feeds import READERS
from store import keyspace
from store.archive.archive import Archive
from store.archive.log import ArchivedLog, RedisArchiveWriter
from store.archive.read_models import ArchivedLeaderboard, ArchivedLogQueue, ArchivedTableList
from store.client.base import StoreClient
from store.client.lease import Lease
from store.feeds.positions import RedisPositions, lags
from store.feeds.reader import RedisFeedReader
from store.feeds.trimming import RedisFeedTrim
from store.heartbeat import RedisHeartbeat
from store.lists.leaderboard import RedisLeaderboardStore
from store.lists.notices import RedisNotices
from store.lists.table_list import RedisTableListStore
from store.people import people_keys
from store.people.accounts import RedisAccounts
from store.people.acts import RedisActLog
from store.people.presence import RedisPresence
from store.people.quotas import RedisQuotas
from store.people.seeks import RedisSeeks
from store.people.tickets import RedisTickets
from store.people.usage import RedisUsage
from store.people.webhooks import RedisWebhookStore
from store.public_log.queue import RedisLogQueue
from store.tables.audits import RedisAudits
from store.tables.deadlines import RedisDeadlines, RedisDueWebhooks
from store.tables.log import RedisEventLog
from store.tables.snapshots import RedisSnapshots
from store.tables.table_registry import RegistryScan

LEASE_MS = 5_000  # of the process that reads the feeds


class Stores:
    def __init__(
        self,
        client: StoreClient,
        writer: StoreClient,
        is_api: bool = False,
        archive: ArchivePlace | None = None,
    ) -> None:
        """`writer` executes what replicas must confirm.

        Without an archive, only the tables in the store are seen.
        """
        self.client, self._writer = client, writer
        self.heartbeat = RedisHeartbeat(client, is_api)
        self.archive = None if archive is None else Archive(client, archive)
        self.log = self._log()
        self.snapshots = RedisSnapshots(client, domain_fingerprint())
        self.accounts = RedisAccounts(client, writer)
        self.acts = RedisActLog(client)
        self.audits = RedisAudits(client)
        self.deadlines = RedisDeadlines(client)
        self.due_webhooks = RedisDueWebhooks(client)
        self.due_public_webhooks = RedisDueWebhooks(client, public=True)
        self.webhooks = RedisWebhookStore(client)
        self.table_list = RedisTableListStore(client)  # those in the store
        self.all_tables, self.leaderboard, self.log_queue = self._read_models()
        self.feed_trim = RedisFeedTrim(client)
        self.feed_reader = RedisFeedReader(client)
        self.scan = RegistryScan(client)
        self.notices = RedisNotices(client)
        self.seeks = RedisSeeks(client)
        self.tickets = RedisTickets(client)
        self.presence = RedisPresence(client)
        self.usage = RedisUsage(client)
        self.quotas = RedisQuotas(client)

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

    def positions(self, reader: str) -> RedisPositions:
        """Return how far a reader of the feeds has come."""
        return RedisPositions(self.client, reader)

    def reader_lease(self, name: str) -> Lease:
        """Return the lease of the process that reads the feeds."""
        return Lease(self.client, keyspace.FEED_READER, name, LEASE_MS)

    def puller_lease(self, name: str) -> Lease:
        """Return the lease of the process that queues public notices for webhooks."""
        return Lease(self.client, people_keys.WEBHOOK_PULLER, name, LEASE_MS)

    async def feed_lags(self) -> dict[str, int]:
        """Return how many commits each reader has yet to process."""
        return await lags(self.client, READERS)
