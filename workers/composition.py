"""The composition root of the workers: each function opens the store for one process or job."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from application.administration.office import Office
from application.administration.watch import AdministrationWatch
from application.audit_stored import Auditor
from application.garbage import seldom_collected
from application.logging import configure_logging
from application.ports.feeds import LEADERBOARD, TABLE_LIST, WEBHOOKS
from application.setting_values import SettingError
from application.settings import Settings
from application.table_cache import TableCache
from application.webhooks.resolving import DnsResolver
from application.world import RealWorld
from domain.kernel.ids import TableId
from domain.log.errors import LogError
from domain.log.note import Signer
from domain.log.policy import Known, parse_policy
from projections.leaderboard.folding import LeaderboardFold
from projections.table_list.query import TableList
from store.connect import Store
from store.errors import STORE_ERRORS
from store.public_log.folder import LogFolder
from store.public_log.identity import open_identity_of, retire
from workers.archivist import Archivist, Policy, Sources
from workers.bot_wakeups import BotWakeups
from workers.bots import Bots
from workers.export import Export, ExportReport
from workers.leaderboard_projector import LeaderboardProjector
from workers.log_recovery import LogRecovery
from workers.log_writer import LogWriting
from workers.loop import repeat, run_until_signal
from workers.outage_compensation import OutageCompensation
from workers.processes import Processes, jobs_for, processes
from workers.projector import Projector
from workers.rebuild.leaderboard import LeaderboardRebuild, LeaderboardReport
from workers.rebuild.request import rebuilding
from workers.rebuild.table_list import TableListRebuild, TableListReport
from workers.scrub.repair import Repair
from workers.scrub.report import ScrubReport
from workers.scrub.scrub import Scrub
from workers.timers import LONGEST_PAUSE, PeriodicJobs, Timers
from workers.webhooks.courier import LEASE_MS as COURIER_LEASE_MS
from workers.webhooks.courier import Courier
from workers.webhooks.notifier import Notifier
from workers.webhooks.sender import Sender
from workers.witness_client import WitnessClient

HOUR_MS = 3_600_000
T = TypeVar("T")


def run_projector(settings: Settings, consumer: str) -> None:
    """Keep the list of tables and the leaderboards up to date, each with its own consumer."""
    configure_logging(settings.log_format, logging.INFO)
    run_until_signal(projector_process(settings, consumer))


async def projector_process(settings: Settings, consumer: str) -> None:
    async with _opened(settings) as store:
        commits = store.consumer_group(TABLE_LIST, consumer)
        ends = store.consumer_group(LEADERBOARD, consumer)
        projector = Projector(store.log, TableList(store.table_list), commits)
        boards = LeaderboardProjector(
            store.log, LeaderboardFold(store.leaderboard, store.log), ends
        )
        await asyncio.gather(
            repeat(
                rebuilding(projector.step, commits, store.jobs, "tables"),
                STORE_ERRORS,
                after_failure=commits.again,
            ),
            repeat(
                rebuilding(boards.step, ends, store.jobs, "leaderboard"),
                STORE_ERRORS,
                after_failure=ends.again,
            ),
            store.heartbeat.keep(),
        )


def run_timers(settings: Settings) -> None:
    """Play defaults after missed deadlines, wake bots, and queue periodic jobs."""
    configure_logging(settings.log_format, logging.INFO)
    run_until_signal(timers_process(settings))


async def timers_process(settings: Settings) -> None:
    async with _opened(settings) as store:
        tables = TableCache(store.log, RealWorld(), snapshots=store.snapshots)
        compensation = OutageCompensation(store.heartbeat, store.deadlines, tables)
        wakeups = BotWakeups(store.jobs)
        administration = AdministrationWatch(store.acts)
        timers = Timers(store.deadlines, tables, compensation, wakeups.wake, administration)
        periodic = PeriodicJobs(store.jobs, settings.scrub_hours)
        await asyncio.gather(
            repeat(timers.step, STORE_ERRORS, LONGEST_PAUSE), repeat(periodic.step, STORE_ERRORS)
        )


def run_webhooks(settings: Settings, consumer: str) -> None:
    """Queue the deliveries that commits cause, and send those that are due."""
    configure_logging(settings.log_format, logging.INFO)
    logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs addresses, which may be secret
    run_until_signal(webhooks_process(settings, consumer))


async def webhooks_process(
    settings: Settings, consumer: str, lease_ms: int = COURIER_LEASE_MS
) -> None:
    resolver = DnsResolver(settings.webhooks_dns)
    sender = Sender(RealWorld(), settings.webhook_policy, resolver)
    async with _opened(settings) as store:
        group = store.consumer_group(WEBHOOKS, consumer)
        notifier = Notifier(store.log, store.webhooks, group, settings.webhooks_waiting)
        courier = Courier(store.webhooks, store.due_webhooks, sender, lease_ms=lease_ms)
        try:
            await asyncio.gather(
                repeat(notifier.step, STORE_ERRORS, after_failure=group.again),
                repeat(courier.step, STORE_ERRORS),
                store.heartbeat.keep(),
            )
        finally:
            await courier.aclose()
            await sender.aclose()


def run_log_writer(settings: Settings, name: str) -> None:
    """Append to the public log what tables have committed to, and have it cosigned."""
    configure_logging(settings.log_format, logging.INFO)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    run_until_signal(log_writer_process(settings, name))


async def log_writer_process(settings: Settings, name: str) -> None:
    def signers() -> tuple[Signer, ...]:
        """Return the keys that sign now; a rotation needs no restart."""
        retire(settings.log_directory, settings.key_directory, time.time())
        return open_identity_of(*settings.log_identity).signers

    signers()  # wrong keys are reported at once
    witnesses = WitnessClient(read_witnesses(settings))
    async with _opened(settings) as store:
        writer = LogWriting(
            name,
            store.log_queue,
            LogFolder(settings.log_directory),
            signers,
            LogRecovery(TableCache(store.log, RealWorld()), store.scan, store.log_queue),
            witnesses,
            settings.public_log_seconds,
        )
        try:
            await repeat(writer.step, STORE_ERRORS)
        finally:
            await witnesses.aclose()


def read_witnesses(settings: Settings) -> list[Known]:
    """Return the witnesses that the settings name; raises SettingError if they cannot be read."""
    if settings.witnesses is None:
        return []
    try:
        policy = parse_policy(settings.witnesses.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, LogError) as wrong:
        raise SettingError(f"LUDOTHEQUE_WITNESSES: {wrong}") from None
    return list(policy.witnesses.values())


def run_archivist(settings: Settings, name: str) -> None:
    """Move closed tables into the archive, and trim the feeds."""
    configure_logging(settings.log_format, logging.INFO)
    run_until_signal(archivist_process(settings, name))


async def archivist_process(settings: Settings, name: str) -> None:
    async with _opened(settings) as store:
        sources = Sources(store.scan, store.log, store.leaderboard, store.log_queue)
        archivist = Archivist(
            name,
            store.archive_writer(),
            store.feed_trim,
            sources,
            RealWorld(),
            archive_policy(settings),
            settings.archive_pause or 0.0,
        )
        await repeat(archivist.step, STORE_ERRORS)


def archive_policy(settings: Settings) -> Policy:
    """Return when tables are archived; with `off`, only the feeds are trimmed."""
    hours = math.inf if settings.archive_hours is None else settings.archive_hours
    return Policy(
        after_ms=hours * HOUR_MS,
        wait_ms=(settings.segment_hours or 0.0) * HOUR_MS,
        feed_ms=(settings.feed_seconds or 0.0) * 1000,
        tables=settings.segment_tables,
    )


async def rebuild_table_list(settings: Settings, jobs: int | None = None) -> TableListReport:
    """Rebuild the list in so many processes; by default, as many as are worth their start."""
    async with _retrying(settings) as store:
        jobs = jobs_for(await _live_tables(store), jobs)
        with processes(settings, jobs) as others, seldom_collected():
            return await _table_list_rebuild(store, others).run()


def _table_list_rebuild(store: Store, others: Processes | None) -> TableListRebuild:
    listed = TableList(store.table_list)
    if others is None:
        return TableListRebuild(store.log, store.scan, listed, store.archive)
    return TableListRebuild(
        store.log, store.scan, listed, store.archive, others.rows, 2 * others.jobs
    )


async def _live_tables(store: Store) -> int:
    return len([table async for table in store.scan.tables()])


async def rebuild_leaderboard(settings: Settings, jobs: int | None = None) -> LeaderboardReport:
    """Rebuild the leaderboards; their order matters, so one process folds them."""
    async with _retrying(settings) as store:
        fold = LeaderboardFold(store.leaderboard, store.log)
        return await LeaderboardRebuild(store.scan, fold).run()


async def audit(settings: Settings, requested: str) -> bool:
    async with _opened(settings) as store:
        return await Auditor(store.log, store.audits, RealWorld()).audit(requested)


async def scrub(
    settings: Settings,
    quick: bool = False,
    on_table: Callable[[TableId], object] = len,
    repair: bool = False,
    jobs: int | None = None,
) -> ScrubReport:
    """Check everything in the store, in so many processes; with `repair`, mend what is derived."""
    async with _retrying(settings) as store:
        jobs = jobs_for(await _live_tables(store), jobs)
        with processes(settings, jobs) as others, seldom_collected():
            if not repair:
                return await _scrub_of(store, quick, others).run(on_table)
            return await _repair_of(store, quick, others).run(on_table)


def _repair_of(store: Store, quick: bool, others: Processes | None) -> Repair:
    assert store.archive is not None
    rebuilds: dict[str, Callable[[], Awaitable[object]]] = {
        "archive": store.archive.rebuild,
        "table_list": _table_list_rebuild(store, others).run,
        "leaderboard": LeaderboardRebuild(
            store.scan, LeaderboardFold(store.leaderboard, store.log)
        ).run,
    }
    return Repair(lambda: _scrub_of(store, quick, others), store.mending, rebuilds, store.archive)


def _scrub_of(store: Store, quick: bool, others: Processes | None = None) -> Scrub:
    tables = TableCache(store.log, RealWorld())
    ahead = None if others is None else partial(others.check, quick=quick)
    return Scrub(store.log, store.inspection, tables, quick, store.archive, ahead)


async def export(settings: Settings, month: str, folder: Path) -> ExportReport:
    """Write the public tables that closed in a month."""
    async with _retrying(settings) as store:
        assert store.archive is not None
        return await Export(store.scan, store.log, store.archive).run(month, folder)


async def count_tables(settings: Settings) -> int:
    async with _opened(settings) as store:
        assert store.archive is not None
        live = {table async for table in store.scan.tables()}
        await store.archive.refresh()
        return len(live | store.archive.indexed_tables())


async def enqueue(settings: Settings, name: str, *args: str) -> str:
    """Request a job from the workers; return its id."""
    async with _opened(settings) as store:
        return await store.jobs.enqueue(name, *args)


async def administer(settings: Settings, work: Callable[[Office, str], Awaitable[T]], by: str) -> T:
    """Run a use case of an administrator."""
    async with _opened(settings) as store:
        world = RealWorld()
        tables = TableCache(store.log, world)
        watch = AdministrationWatch(store.acts)
        office = Office(
            store.acts,
            watch,
            store.accounts,
            store.accounts,
            tables,
            store.heartbeat,
            store.usage,
            world,
        )
        return await work(office, by)


class BotPlayer:
    """What stays from job to job in a bot worker: an event loop, a store, the cached tables."""

    def __init__(self, settings: Settings) -> None:
        self._runner = asyncio.Runner()
        self._store = _opened(settings)
        tables = TableCache(self._store.log, RealWorld(), snapshots=self._store.snapshots)
        self._bots = Bots(tables, AdministrationWatch(self._store.acts))

    def play(self) -> int:
        return self._runner.run(self._bots.play_round(self._store.jobs))

    def close(self) -> None:
        self._runner.run(self._store.aclose())
        self._runner.close()


def _opened(settings: Settings) -> Store:
    return Store(settings.store_url(), settings.queue(), archive=settings.archive_place)


def _retrying(settings: Settings) -> Store:
    return Store.retrying(settings.store_url(), settings.queue(), settings.archive_place)
