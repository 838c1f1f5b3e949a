"""Folds the boards on along the order of finished tables; any process may do the next step."""

import asyncio
import logging
from collections.abc import Iterable

from msgspec import json

from application.ports.event_log import EventLog
from application.ports.leaderboard import LeaderboardStore
from domain.judging.codec import decoded
from domain.kernel.ids import TableId
from projections.leaderboard.query import Standing, decode_standing, encode_standing
from projections.leaderboard.rating import Key, rated
from projections.leaderboard.results import UNREADABLE, Result, result

AT_ONCE = 50
_results: json.Decoder[Result | None] = json.Decoder(Result | None)

log = logging.getLogger(__name__)


class LeaderboardFold:
    def __init__(self, store: LeaderboardStore, events: EventLog) -> None:
        self.store = store
        self.events = events

    async def fold_on(self, generation: str | None = None) -> int:
        """Fold the tables that follow; return by how many the boards have advanced since."""
        named = generation or await self.store.generation()
        position = await self.store.position(named)
        tables = await self.store.after(position, AT_ONCE)
        if not tables:
            return 0
        results = await asyncio.gather(*map(self._result, tables))
        found = await self.store.find(_players(results), named)
        if found.position == position:  # otherwise the rows are of another time
            known = {(row.game, row.player): row for row in map(decode_standing, found.rows) if row}
            rows = map(encode_standing, changes(known, results, position + 1).values())
            if await self.store.fold(named, position, position + len(tables), rows):
                return len(tables)
        return max(0, await self.store.position(named) - position)  # 0: it is no longer in use

    async def _result(self, table: TableId) -> Result | None:
        """Return the result of a table; None for a history that cannot be read."""
        archived = await self.store.result(table)
        try:
            if archived is not None:
                return _results.decode(archived)
            return result(decoded(await self.events.read(table)))
        except UNREADABLE:
            log.exception("table %s: its result could not be read", table)
            return None


def changes(
    known: dict[Key, Standing], results: Iterable[Result | None], first: int
) -> dict[Key, Standing]:
    """Return the standings that these results change; the first one is at position `first`."""
    changed: dict[Key, Standing] = {}
    for position, one in enumerate(results, first):
        if one is not None:
            changed |= rated(known | changed, one, position)
    return changed


def _players(results: Iterable[Result | None]) -> list[Key]:
    keys = ((one.game, p.player) for one in results if one is not None for p in one.placings)
    return list(dict.fromkeys(keys))
