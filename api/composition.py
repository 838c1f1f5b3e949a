"""Composes the web process: every part that operations and middleware ask for, made here once."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from api import metrics
from api.admission.caller import CALLER
from api.admission.replay_budget import Work
from api.admission.usage import Usage
from api.asgi.middleware import Gate
from api.asgi.rate_limit import RateLimiter
from api.audit.audits import AuditDesk
from api.http.access import QuickReads
from api.http.callers import Players
from api.http.head_check import HeadCheck
from api.ops.measured import Measured, Sources
from api.play.commands import Commands
from api.streaming.feed import FeedStreams
from api.streaming.notices import NoticeReader
from api.streaming.presence import PresenceKeeper
from api.streaming.registry import StreamRegistry
from api.streaming.table_channel import TableStreams
from api.tables.lists import Lists
from api.transport.turn import Turn
from application.administration.office import Office
from application.administration.watch import AdministrationWatch
from application.ops.readiness import Limits, Readiness
from application.play.matchmaking import Matchmaker
from application.play.rules_source import Openings
from application.player_names import PlayerNames
from application.ports.accounts import Accounts, Change
from application.ports.event_log import EventLog
from application.ports.feeds import Follower
from application.ports.seeks import SeekStore
from application.ports.tickets import Tickets
from application.ports.webhooks import WebhookStore
from application.ports.world import World
from application.public_log import PublicLog
from application.quotas import Quotas
from application.settings import Settings
from application.table_cache import TableCache
from application.token_cache import TokenCache
from application.webhooks.resolving import DnsResolver
from application.world import RealWorld
from domain.kernel.ids import PlayerId
from projections.leaderboard.query import Leaderboard
from projections.notices.matches import MatchNotices
from projections.public_feed.query import PublicFeed
from projections.seat_view.kept_views import KeptViews
from projections.table_list.query import TableList
from store.archive.archive import Archive
from store.connect import Store
from store.embedded.cause_file import read_cause
from store.public_log.folder import LogFolder
from store.public_log.identity import open_identity_of

T = TypeVar("T")


class Parts(dict[Any, Any]):
    """The parts of a running server, by their types."""

    def add(self, part: T) -> T:
        self[type(part)] = part
        return part


@asynccontextmanager
async def running(settings: Settings, world: World | None = None) -> AsyncIterator[Parts]:
    """Open the store and run what a web process does beside requests."""
    store = await Store.of(settings, is_api=True).start()
    parts = compose(store, settings, world or RealWorld())
    started = [parts[kind] for kind in (TokenCache, AdministrationWatch, Usage, Matchmaker)]
    for each in started:
        each.start()
    try:
        yield parts
    finally:
        for each in (*started, parts[StreamRegistry], parts[PresenceKeeper], store):
            await each.aclose()


def compose(store: Store, settings: Settings, world: World) -> Parts:
    parts = Parts({Settings: settings, Store: store, World: world})
    parts |= {Accounts: store.accounts, EventLog: store.log, Follower: store.follower}
    parts |= {SeekStore: store.seeks, Tickets: store.tickets, WebhookStore: store.webhooks}
    _add_people(parts, store, settings, world)
    _add_tables(parts, store, settings, world)
    _add_streams(parts, store, settings, world)
    _add_lists(parts, store, settings, world)
    _add_doors(parts, store, settings, world)
    _add_readiness(parts, store, settings, world)
    parts.add(AuditDesk(store.audits, store.jobs, world, settings.audit_patience))
    parts.add(DnsResolver(settings.webhooks_dns))
    return parts


def _add_people(parts: Parts, store: Store, settings: Settings, world: World) -> None:
    """Add what knows callers: their names, tokens, quotas and permissions."""
    names = parts.add(PlayerNames(store.accounts, settings.name_seconds))
    quotas = parts.add(Quotas(store.quotas, store.log, settings, lambda: CALLER.get().address))
    streams = parts.add(
        StreamRegistry(
            settings,
            world,
            quotas,
            store.accounts,
            lambda reason: metrics.streams_ended.labels(reason).inc(),
        )
    )

    def changed(change: Change) -> None:
        """End the streams of a revoked token, or drop the name of a player."""
        if change.token is not None and change.revoked:
            streams.end_streams_of([change.token])
        if change.player is not None:
            names.forget(change.player)

    tokens = parts.add(TokenCache(store.accounts, world.now, changed))
    administration = parts.add(AdministrationWatch(store.acts))
    parts.add(Players(tokens, administration, world))
    parts.add(Work(settings, parts.add(Usage(store.usage, world.now, tokens.owner))))


def _add_tables(parts: Parts, store: Store, settings: Settings, world: World) -> None:
    """Add the tables in memory, and what opens new ones."""
    work = parts[Work]
    capacity = settings.cached_tables
    tables = parts.add(
        TableCache(store.log, world, capacity, work.load, work.settle, store.snapshots)
    )
    work.traffic.sending = tables.sending
    parts.add(HeadCheck(tables, work))
    parts.add(QuickReads(tables, parts[TokenCache], parts[PlayerNames], parts.add(KeptViews())))
    parts.add(Commands(tables, parts[Players], parts[PlayerNames], work, settings))
    watch, beat = parts[AdministrationWatch], store.heartbeat
    people = store.accounts, store.seeks
    parts.add(Office(store.acts, watch, *people, tables, beat, store.usage, world))
    folder = LogFolder(settings.log_directory)
    public_log = parts.add(
        PublicLog(folder, store.log_queue, lambda: open_identity_of(*settings.log_identity)[:2])
    )
    openings = parts.add(Openings(public_log))
    notices = MatchNotices(store.notices, world)

    async def barred(players: Sequence[PlayerId]) -> list[PlayerId] | None:
        """Return who is suspended or erased; None during maintenance."""
        state, now = await watch.believed(), world.now()
        if state.maintenance is not None:
            return None
        named = zip(players, await store.accounts.names(players), strict=True)
        return [each for each, name in named if name is None or state.suspension(each, now)]

    admit, lease_ms = parts[Quotas].new_table, int(1000 * settings.seek_seconds)
    complete = openings.complete
    parts.add(Matchmaker(store.seeks, tables, complete, notices, barred, admit, lease_ms))


def _add_streams(parts: Parts, store: Store, settings: Settings, world: World) -> None:
    """Add what streams send: the events of tables, the feed and notices."""
    names, most = parts[PlayerNames], settings.most_behind
    presence = parts.add(PresenceKeeper(store.presence, world, settings.heartbeat_seconds))
    tables = parts[TableCache]
    parts.add(TableStreams(store.log, store.follower, tables, presence, names, most))
    feed = parts.add(PublicFeed(store.feed_reader, store.log))
    parts.add(FeedStreams(feed, parts[Work].settle, most))

    async def keep_seeks(players: Collection[PlayerId]) -> None:
        """Renew the seeks of players with an open stream."""
        await store.seeks.renew(list(players), int(1000 * settings.seek_seconds))

    parts.add(NoticeReader(store.notices, names, world, settings, keep_seeks))


def _add_lists(parts: Parts, store: Store, settings: Settings, world: World) -> None:
    """Add the read models."""
    table_list = parts.add(TableList(store.all_tables, store.log))
    parts.add(Lists(table_list, parts[PlayerNames], store.log, parts[TokenCache]))
    parts.add(Leaderboard(store.leaderboard))


def _add_doors(parts: Parts, store: Store, settings: Settings, world: World) -> None:
    """Add what a request passes before its operation."""
    tokens, watch, work = parts[TokenCache], parts[AdministrationWatch], parts[Work]
    limiter = RateLimiter(settings, parts[Usage], tokens, watch, parts[TableCache])
    parts.add(Gate(limiter, watch, world, work, Turn(store.client.send_once)))


def _add_readiness(parts: Parts, store: Store, settings: Settings, world: World) -> None:
    """Add readiness, and the gauges with their sources."""
    limits = Limits(settings.memory_red, settings.disk_red)
    directory, url = settings.store_directory, settings.redis_url
    readiness = parts.add(Readiness(store.facts, lambda: read_cause(directory, url), limits))
    of_process = {
        metrics.cached_tables: lambda: parts[TableCache].cached,
        metrics.store_batches: lambda: store.batches,
        metrics.streams_open: lambda: parts[StreamRegistry].open,
    }
    of_store = {
        metrics.clock_lateness: store.deadlines.lateness,
        metrics.ranking_lag: store.leaderboard.lag,
        metrics.webhooks_waiting: store.webhooks.waiting,
        metrics.webhooks_lateness: store.due_webhooks.lateness,
        metrics.public_log_lateness: lambda: parts[PublicLog].lateness(world.now()),
    }
    if (archive := store.archive) is not None:
        of_store[metrics.archive_lateness] = lambda: _measure_archive(archive, world)
    refusals = {metrics.store_refusals: lambda: store.client.refusals}
    by_label = {metrics.feed_lag: store.feed_lags, metrics.queue_length: store.jobs.lengths}
    parts.add(Measured(settings, readiness, Sources(of_process, refusals, of_store, by_label)))


async def _measure_archive(archive: Archive, world: World) -> float:
    await archive.refresh()
    segments, tables, size = archive.index.totals()
    metrics.archive_segments.set(segments)
    metrics.archive_tables.set(tables)
    metrics.archive_bytes.set(size)
    return await archive.lateness(world.now())


def require_log_keys(settings: Settings) -> None:
    """Make or read the keys of the public log; raise SettingError if they are lost."""
    open_identity_of(*settings.log_identity)
