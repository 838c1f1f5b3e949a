"""The composition root of one web process: the store, the tables it knows, whom it trusts."""

import time
from collections import OrderedDict
from typing import Any

from litestar import Request

from api.hall import Hall
from api.room import Sources
from api.settings import Settings
from domain.kernel.ids import PlayerId
from domain.play.clock import RealWorld, World
from domain.play.tables import Tables
from eventlog.connect import Store
from projections.listing import Listing
from projections.standings import Standings

MOST_TOKENS = 100_000


class Desk:
    def __init__(self, store: Store, settings: Settings, world: World | None = None) -> None:
        self.store = store
        self.settings = settings
        self.world = world or RealWorld()
        self.tables = Tables(store.log, self.world, settings.cached_tables)
        self.listing = Listing(store.pipe)
        self.standings = Standings(store.pipe)
        self.hooks = store.hooks
        self.chores = store.chores
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


def desk_of(request: Request[Any, Any, Any]) -> Desk:
    desk: Desk = request.app.state.desk
    return desk
