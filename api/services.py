"""The composition root of one web process: the store, the tables it knows, whom it trusts."""

import time
from collections import OrderedDict
from typing import Any

from litestar import Request

from api.streaming.channel import Sources
from api.streaming.registry import Hall
from application.ports.world import World
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from domain.kernel.ids import PlayerId
from projections.leaderboard.query import Leaderboard
from projections.table_list.query import TableList
from store.connect import Store

MOST_TOKENS = 100_000


class Services:
    def __init__(self, store: Store, settings: Settings, world: World | None = None) -> None:
        self.store = store
        self.settings = settings
        self.world = world or RealWorld()
        self.tables = TableCache(store.log, self.world, settings.cached_tables)
        self.table_list = TableList(store.table_list)
        self.leaderboard = Leaderboard(store.leaderboard)
        self.webhooks = store.webhooks
        self.jobs = store.jobs
        sources = Sources(store.log, store.follower, store.presence, store.accounts, self.world)
        self.hall = Hall(sources, settings)
        self._trusted: OrderedDict[bytes, tuple[PlayerId, float]] = OrderedDict()

    async def player_of(self, token_hash: bytes) -> PlayerId | None:
        """Whose token this is; asked of the store at most every few seconds."""
        known = self.trusted(token_hash)
        if known is not None:
            return known
        player = await self.store.accounts.by_token(token_hash)
        if player is None:
            self._trusted.pop(token_hash, None)
            return None
        until = time.monotonic() + self.settings.token_seconds
        self._trusted[token_hash] = (player, until)
        if len(self._trusted) > MOST_TOKENS:
            self._trusted.popitem(last=False)
        return player

    def trusted(self, token_hash: bytes) -> PlayerId | None:
        """Whose token this is, if the store was asked lately."""
        known = self._trusted.get(token_hash)
        return known[0] if known is not None and known[1] > time.monotonic() else None

    def recognises(self, token_hash: bytes) -> bool:
        """Has it been somebody's, when the store was last asked?"""
        return token_hash in self._trusted

    def forget(self, player: PlayerId) -> None:
        """He was erased: nothing is done or told in his name any more."""
        self.hall.dismiss(player)
        for token_hash in [t for t, (who, _) in self._trusted.items() if who == player]:
            del self._trusted[token_hash]


def services_of(request: Request[Any, Any, Any]) -> Services:
    services: Services = request.app.state.services
    return services
