"""The process of `ludotheque work projector`."""

import asyncio
import logging

from application.logging import configure_logging
from application.ports.feeds import LEADERBOARD, TABLE_LIST
from application.settings import Settings
from projections.leaderboard.folding import LeaderboardFold
from projections.table_list.query import TableList
from store.errors import STORE_ERRORS
from workers.composition.store import opened
from workers.leaderboard_projector import LeaderboardProjector
from workers.loop import repeat, run_until_signal
from workers.projector import Projector
from workers.rebuild.request import rebuilding


def run_projector(settings: Settings, consumer: str) -> None:
    """Keep the list of tables and the leaderboards up to date, each with its own consumer."""
    configure_logging(settings.log_format, logging.INFO)
    run_until_signal(projector_process(settings, consumer))


async def projector_process(settings: Settings, consumer: str) -> None:
    async with opened(settings) as store:
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
