"""The player of bots beside the loops of a process, and the job for games whose bots are slow."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress

from application.administration.watch import AdministrationWatch
from application.bots.player import BotPlayer
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from domain.kernel.ids import TableId
from store.connect import Store
from workers.composition.parts import Parts

JOB_SECONDS = 10.0  # at one table; then the timers request it again


@asynccontextmanager
async def playing_bots(parts: Parts) -> AsyncIterator[None]:
    """Play for the bots that must answer what this process stores."""
    administration = AdministrationWatch(parts.store.acts)
    player = BotPlayer(parts.tables, administration, parts.store.jobs, parts.give_way)
    async with aclosing(player):
        yield


async def play_bots(settings: Settings, table: TableId) -> None:
    """Play for the bots of a table whose game is slow."""
    async with Store.of(settings, retrying=True) as store:
        tables = TableCache(store.log, RealWorld(), snapshots=store.snapshots)
        administration = AdministrationWatch(store.acts)
        async with aclosing(
            BotPlayer(tables, administration, store.jobs, slow_times=None)
        ) as player:
            player.wake(await tables.fresh(table))
            with suppress(TimeoutError):
                await asyncio.wait_for(player.idle(), JOB_SECONDS)
