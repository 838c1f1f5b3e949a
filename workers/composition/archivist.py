"""The loop `archivist`, and the job that it requests."""

import math

from application.settings import Settings
from application.world import RealWorld
from store.client.errors import STORE_ERRORS
from store.connect import Store
from workers.archivist import ArchivePolicy, Archivist, Sources
from workers.composition.parts import Parts
from workers.loop import repeat

HOUR_MS = 3_600_000


async def archivist_loop(parts: Parts) -> None:
    """Move closed tables into the archive, and trim the feeds."""
    archivist = archivist_of(parts.store, parts.settings, parts.name)

    async def request() -> object:
        return await parts.store.jobs.enqueue_once("archive", parts.name)

    step = (lambda: archivist.look(request)) if parts.has_worker else archivist.step
    await repeat(step, STORE_ERRORS)


async def archive(settings: Settings, name: str) -> int:
    """Archive what is due, with the lease of the loop that has requested it."""
    async with Store.of(settings, retrying=True) as store:
        return await archivist_of(store, settings, name).work()


def archivist_of(store: Store, settings: Settings, name: str) -> Archivist:
    return Archivist(
        name,
        store.archive_writer(),
        store.feed_trim,
        Sources(store.scan, store.log, store.leaderboard, store.log_queue),
        RealWorld(),
        archive_policy(settings),
        settings.archive_pause or 0.0,
    )


def archive_policy(settings: Settings) -> ArchivePolicy:
    """Return when tables are archived; with `off`, only the feeds are trimmed."""
    hours = math.inf if settings.archive_hours is None else settings.archive_hours
    return ArchivePolicy(
        after_ms=hours * HOUR_MS,
        wait_ms=(settings.segment_hours or 0.0) * HOUR_MS,
        feed_ms=(settings.feed_seconds or 0.0) * 1000,
        tables=settings.segment_tables,
    )
