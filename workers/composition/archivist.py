"""The process of `ludotheque work archivist`."""

import logging
import math

from application.logging import configure_logging
from application.settings import Settings
from application.world import RealWorld
from store.errors import STORE_ERRORS
from workers.archivist import Archivist, Policy, Sources
from workers.composition.store import opened
from workers.loop import repeat, run_until_signal

HOUR_MS = 3_600_000


def run_archivist(settings: Settings, name: str) -> None:
    """Move closed tables into the archive, and trim the feeds."""
    configure_logging(settings.log_format, logging.INFO)
    run_until_signal(archivist_process(settings, name))


async def archivist_process(settings: Settings, name: str) -> None:
    async with opened(settings) as store:
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
