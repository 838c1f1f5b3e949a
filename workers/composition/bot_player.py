"""The player of the process of `ludotheque work bots`."""

import asyncio

from application.administration.watch import AdministrationWatch
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from workers.bots import Bots
from workers.composition.store import opened


class BotPlayer:
    """What stays from job to job in a bot worker: an event loop, a store, the cached tables."""

    def __init__(self, settings: Settings) -> None:
        self._runner = asyncio.Runner()
        self._store = opened(settings)
        tables = TableCache(self._store.log, RealWorld(), snapshots=self._store.snapshots)
        self._bots = Bots(tables, AdministrationWatch(self._store.acts))

    def play(self) -> int:
        return self._runner.run(self._bots.play_round(self._store.jobs))

    def close(self) -> None:
        self._runner.run(self._store.aclose())
        self._runner.close()
