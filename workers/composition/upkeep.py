"""Rebuilds, scrubs, audits and exports, each with a store of its own."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from application.ops.gc_tuning import seldom_collected
from application.play.audit_stored import Auditor
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from domain.kernel.ids import TableId
from projections.leaderboard.folding import LeaderboardFold
from projections.table_list.query import TableList
from store.connect import Store
from workers.export import Export, ExportReport
from workers.upkeep.keys.derived_keys import DerivedKeys
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.rebuild.leaderboard import LeaderboardRebuild, LeaderboardReport
from workers.upkeep.rebuild.table_list import TableListRebuild, TableListReport
from workers.upkeep.scrub.fix import FixingScrub
from workers.upkeep.scrub.report import ScrubReport
from workers.upkeep.scrub.scrub import Scrub
from workers.upkeep.worker_pool import WorkerPool, jobs_for, worker_pool


async def rebuild_table_list(settings: Settings, jobs: int | None = None) -> TableListReport:
    """Rebuild the list in so many processes; by default, as many as are worth their start."""
    async with Store.of(settings, retrying=True) as store:
        jobs = jobs_for(await _live_tables(store), jobs)
        with worker_pool(settings, jobs) as others, seldom_collected():
            return await _table_list_rebuild(store, others).run()


def _table_list_rebuild(store: Store, others: WorkerPool | None) -> TableListRebuild:
    listed = TableList(store.table_list, store.log)
    fold, at_once = (None, 1) if others is None else (others.rows, 2 * others.jobs)
    put_row = DerivedKeys(store.client).put_row
    return TableListRebuild(store.log, store.scan, listed, store.archive, fold, at_once, put_row)


async def _live_tables(store: Store) -> int:
    return len([table async for table in store.scan.tables()])


async def rebuild_leaderboard(settings: Settings, jobs: int | None = None) -> LeaderboardReport:
    """Rebuild the leaderboards; their order matters, so one process folds them."""
    async with Store.of(settings, retrying=True) as store:
        fold = LeaderboardFold(store.leaderboard, store.log)
        return await LeaderboardRebuild(store.scan, fold).run()


async def audit(settings: Settings, requested: str) -> bool:
    async with Store.of(settings) as store:
        return await Auditor(store.log, store.audits, RealWorld()).audit(requested)


async def scrub(
    settings: Settings,
    quick: bool = False,
    on_table: Callable[[TableId], object] = len,
    repair: bool = False,
    jobs: int | None = None,
) -> ScrubReport:
    """Check everything in the store, in so many processes; with `repair`, mend what is derived."""
    async with Store.of(settings, retrying=True) as store:
        jobs = jobs_for(await _live_tables(store), jobs)
        with worker_pool(settings, jobs) as others, seldom_collected():
            if not repair:
                return await scrub_of(store, quick, others).run(on_table)
            return await _repair_of(store, quick, others).run(on_table)


def _repair_of(store: Store, quick: bool, others: WorkerPool | None) -> FixingScrub:
    assert store.archive is not None
    rebuilds: dict[str, Callable[[], Awaitable[object]]] = {
        "archive": store.archive.rebuild,
        "table_list": _table_list_rebuild(store, others).run,
        "leaderboard": LeaderboardRebuild(
            store.scan, LeaderboardFold(store.leaderboard, store.log)
        ).run,
    }
    keys = DerivedKeys(store.client)
    return FixingScrub(lambda: scrub_of(store, quick, others), keys, rebuilds, store.archive)


def scrub_of(store: Store, quick: bool, others: WorkerPool | None = None) -> Scrub:
    tables = TableCache(store.log, RealWorld())
    ahead = None if others is None else partial(others.check, quick=quick)
    return Scrub(store.log, Inspection(store.client), tables, quick, store.archive, ahead)


async def export(settings: Settings, month: str, folder: Path) -> ExportReport:
    """Write the public tables that closed in a month."""
    async with Store.of(settings, retrying=True) as store:
        assert store.archive is not None
        return await Export(store.scan, store.log, store.archive).run(month, folder)


async def count_tables(settings: Settings) -> int:
    async with Store.of(settings) as store:
        assert store.archive is not None
        live = {table async for table in store.scan.tables()}
        await store.archive.refresh()
        return len(live | store.archive.indexed_tables())
