"""The composition root of a web process: the store behind its ports, caches, and open streams."""

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from litestar import Request
from msgspec.structs import replace

from api import metrics
from api.admission.caller import CALLER
from api.admission.replay_budget import Work
from api.admission.token_bucket import TokenBuckets
from api.admission.usage import Usage
from api.metrics.gathered import gathered, socket_of_metrics
from api.streaming.feed import FeedStreams
from api.streaming.notices import NoticeReader
from api.streaming.presence import PresenceKeeper
from api.streaming.registry import StreamRegistry
from api.streaming.table_channel import TableStreams
from api.transport.turn import Turn
from application.administration.office import Office
from application.administration.watch import AdministrationWatch
from application.lib.shared_result import SharedResult
from application.ops.readiness import Limits, StoreFacts, causes
from application.play.matchmaking import Matchmaker
from application.play.rules_source import rules_source
from application.player_names import PlayerNames
from application.ports.accounts import Accounts, Change
from application.ports.audits import Audits
from application.ports.event_log import EventLog, StoreUnavailable
from application.ports.feeds import Follower
from application.ports.jobs import Jobs
from application.ports.seeks import SeekStore
from application.ports.tickets import Tickets
from application.ports.webhooks import WebhookStore
from application.ports.world import World
from application.public_log import PublicLog
from application.quotas import Quotas
from application.setting_values import Rate
from application.settings import Settings
from application.table_cache import TableCache
from application.token_cache import TokenCache
from application.webhooks.resolving import DnsResolver
from application.world import RealWorld
from domain.kernel.ids import PlayerId
from domain.table.commands import LogKeys, OpenTable, RulesSource
from projections.leaderboard.query import Leaderboard
from projections.notices.matches import MatchNotices
from projections.public_feed.query import PublicFeed
from projections.seat_view.kept_views import KeptViews
from projections.table_list.query import TableList
from store.connect import Store
from store.embedded.cause_file import read_cause
from store.public_log.folder import LogFolder
from store.public_log.identity import open_identity_of

METRICS_RATE = Rate(5, 20)  # scrapes that are measured
MEASURE_SECONDS = 1.0  # between two measurements of the store
METRICS_MEDIA_TYPE = metrics.MEDIA_TYPE


class Services:
    """What the operations need; they use the store through the ports only."""

    def __init__(self, store: Store, settings: Settings, world: World | None = None) -> None:
        self.settings = settings
        self.world = world or RealWorld()
        self.log: EventLog = store.log
        self.accounts: Accounts = store.accounts
        self.rules_source: Callable[[str], RulesSource | None] = rules_source
        self.names = PlayerNames(self.accounts, settings.name_seconds)
        self.tokens = TokenCache(self.accounts, self.world.now, self._account_changed)
        self.administration = AdministrationWatch(store.acts)
        self.audits: Audits = store.audits
        self.tickets: Tickets = store.tickets
        self.webhooks: WebhookStore = store.webhooks
        self.jobs: Jobs = store.jobs
        self.follower: Follower = store.follower
        self.usage = Usage(store.usage, self.world.now, self.tokens.owner)
        work = self.work = Work(settings, self.usage)
        self.quotas = Quotas(store.quotas, self.log, settings, lambda: CALLER.get().address)
        self.views, self.turn = KeptViews(), Turn(store.client.send_once)
        self.tables = TableCache(
            self.log, self.world, settings.cached_tables, work.load, work.settle, store.snapshots
        )
        self.office = Office(
            store.acts,
            self.administration,
            self.accounts,
            self.tables,
            store.heartbeat,
            store.usage,
            self.world,
        )
        self.table_list = TableList(store.all_tables, self.log)
        self.leaderboard = Leaderboard(store.leaderboard)
        most = settings.most_behind
        self.streams = StreamRegistry(
            settings, self.world, self.quotas, self.accounts, _count_end_of_stream
        )
        self.presence = PresenceKeeper(store.presence, self.world, settings.heartbeat_seconds)
        self.table_streams = TableStreams(
            self.log, self.follower, self.tables, self.presence, self.names, most
        )
        self.feed = PublicFeed(store.feed_reader, self.log)
        self.feed_streams = FeedStreams(self.feed, store.follower, work.settle, most)
        self.seeks: SeekStore = store.seeks
        self.matchmaker = Matchmaker(
            self.seeks, self.tables, self._with_keys, MatchNotices(store.notices, self.world)
        )
        self.notices = NoticeReader(
            store.notices, self.names, self.world, settings, self._keep_seeks
        )
        self.public_log = PublicLog(
            LogFolder(settings.log_directory),
            store.log_queue,
            lambda: open_identity_of(*settings.log_identity)[:2],
        )
        self.store = store
        self.resolve = DnsResolver(settings.webhooks_dns)
        self._metrics = b""  # as last exposed
        self._metrics_read = TokenBuckets("metrics", METRICS_RATE)
        self._store_measured = SharedResult(self._measure_store, MEASURE_SECONDS)
        self.limits = Limits(settings.memory_red, settings.disk_red)

    def parts(self) -> dict[Any, Any]:
        """Return the parts that operations ask for by their types."""
        parts: dict[Any, Any] = {type(each): each for each in vars(self).values()}
        ports: dict[Any, Any] = {
            Accounts: self.accounts,
            SeekStore: self.seeks,
            Tickets: self.tickets,
        }
        return parts | ports | {Services: self, WebhookStore: self.webhooks, World: self.world}

    def start(self) -> None:
        """Begin to read changes of accounts and acts and unfinished matches, in this event loop."""
        self.tokens.start()
        self.administration.start()
        self.usage.start()
        self.matchmaker.start()

    def _account_changed(self, change: Change) -> None:
        """End the streams of a revoked token, or drop the name of a player."""
        if change.token is not None and change.revoked:
            self.streams.end_streams_of([change.token])
        if change.player is not None:
            self.names.forget(change.player)

    async def _with_keys(self, command: OpenTable) -> OpenTable:
        """Return the opening of a table with the keys of the public log and the rules."""
        log = LogKeys(*await self.public_log.verifiers())
        return replace(command, log=log, rules=self.rules_source(command.game))

    async def _keep_seeks(self, players: Collection[PlayerId]) -> None:
        """Renew the seeks of players with an open stream."""
        await self.seeks.renew(list(players), int(1000 * self.settings.seek_seconds))

    async def store_facts(self) -> StoreFacts:
        """Return what readiness reports of the store; raises StoreUnavailable."""
        return await self.store.facts()

    def why_store_is_down(self) -> str | None:
        """Return why the store of `serve` does not run; None if it does, or is not known."""
        return read_cause(self.settings.store_directory, self.settings.redis_url)

    async def metrics(self) -> bytes:
        """Return the metrics of all processes of this machine in the text format of Prometheus."""
        own = await self.own_metrics()
        socket = socket_of_metrics(self.settings)
        return own if socket is None else await gathered(own, socket)

    async def own_metrics(self) -> bytes:
        """Return the metrics of this process; read too often, the last ones."""
        if not self._metrics or not self._metrics_read.take("").wait:
            self._metrics = await self._measured()
        return self._metrics

    async def _measured(self) -> bytes:
        metrics.cached_tables.set(self.tables.cached)
        metrics.store_batches.set(self.store.batches)
        metrics.streams_open.set(self.streams.open)
        for reason, count in self.store.client.refusals.items():
            metrics.store_refusals.labels(reason).set(count)
        with suppress(StoreUnavailable):  # metrics are wanted most when something is wrong
            await self._store_measured.get()
        return metrics.exposed()

    async def _measure_capacity(self) -> None:
        facts = await self.store_facts()
        metrics.store_memory.set(facts.memory_used or 0)
        metrics.store_memory_limit.set(facts.memory_limit or 0)
        if facts.disk_free is not None:
            metrics.store_disk_free.set(facts.disk_free)
        metrics.ready.set(not causes(facts, self.limits))

    async def _measure_store(self) -> None:
        metrics.ready.set(0)  # unless the store says otherwise
        await self._measure_capacity()
        store = self.store
        metrics.clock_lateness.set(await store.deadlines.lateness() or 0)
        for reader, lag in (await store.feed_lags()).items():
            metrics.feed_lag.labels(reader).set(lag)
        metrics.ranking_lag.set(await store.leaderboard.lag())
        metrics.webhooks_waiting.set(await store.webhooks.waiting())
        metrics.webhooks_lateness.set(await store.due_webhooks.lateness() or 0)
        metrics.public_log_lateness.set(await self.public_log.lateness(self.world.now()))
        await self._measure_archive()
        for queue, length in (await self.jobs.lengths()).items():
            metrics.queue_length.labels(queue).set(length)

    async def _measure_archive(self) -> None:
        if (archive := self.store.archive) is not None:
            await archive.refresh()
            segments, tables, size = archive.index.totals()
            metrics.archive_segments.set(segments)
            metrics.archive_tables.set(tables)
            metrics.archive_bytes.set(size)
            metrics.archive_lateness.set(await archive.lateness(self.world.now()))

    def end_waiting(self) -> None:
        """End all streams and long polls: the process is about to end."""
        self.streams.close()
        self.follower.release()

    async def aclose(self) -> None:
        await self.tokens.aclose()
        await self.administration.aclose()
        await self.usage.aclose()
        await self.matchmaker.aclose()
        await self.streams.aclose()
        await self.presence.aclose()
        await self.store.aclose()


def _count_end_of_stream(reason: str) -> None:
    metrics.streams_ended.labels(reason).inc()


def require_log_keys(settings: Settings) -> None:
    """Make or read the keys of the public log; raise SettingError if they are lost."""
    open_identity_of(*settings.log_identity)


def services_of(request: Request[Any, Any, Any]) -> Services:
    services: Services = request.app.state.services
    return services
