"""Notices of matches, for the players of each."""

from msgspec import json

from application.ports.notices import Notices
from application.ports.seeks import Match
from application.ports.world import World
from domain.kernel.ids import rfc3339
from domain.table.commands import OpenTable
from projections.notices.notice import OwnNotice


class MatchNotices:
    def __init__(self, notices: Notices, world: World) -> None:
        self._notices = notices
        self._world = world

    async def __call__(self, match: Match) -> None:
        """Publish to each player which seek has found which table."""
        game = json.decode(match.body, type=OpenTable).game
        at = rfc3339(self._world.now())
        for player, seek in zip(match.players, match.seeks, strict=True):
            found = OwnNotice(type="seek_matched", at=at, game=game, table=match.table, seek=seek)
            await self._notices.publish([player], json.encode(found))
