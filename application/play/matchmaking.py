"""Opens the tables of matches, once each, whichever process finishes a match."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from typing import TypeAlias

from msgspec import json
from msgspec.structs import replace

from application.lib.reading_loop import ReadingLoop
from application.play.open_table import Once, Prepare, open_table
from application.play.start import start_table
from application.ports.event_log import OutcomeUnknown, StoreUnavailable
from application.ports.seeks import Match, Seek, SeekStore, Wish
from application.refusals.reasons import OnePlayerAlone
from application.table_cache import TableCache
from application.world import new_id
from domain.games import GAMES
from domain.judging.actors import ByPlayer
from domain.judging.commit import Key
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId
from domain.kernel.rejection import Rejected
from domain.table.commands import OpenTable, Sit
from domain.table.decide.opening import chosen_options, table_size
from domain.table.decide.seating import places
from domain.table.state import Open

AT_ONCE = 10  # unfinished matches that one call finishes
LOOK_SECONDS = 1.0  # between two looks for unfinished matches
logger = logging.getLogger("ludotheque")

Notify: TypeAlias = Callable[[Match], Awaitable[None]]


class Matchmaker:
    def __init__(
        self, seeks: SeekStore, tables: TableCache, prepare: Prepare, notify: Notify
    ) -> None:
        """`notify` sends the match to its players; it may be called twice for a match."""
        self._seeks = seeks
        self._tables = tables
        self._prepare = prepare
        self._notify = notify
        self._loop = ReadingLoop(self.finish_due, LOOK_SECONDS)

    async def seek(self, player: PlayerId, wish: Wish, most: int, lease_ms: int) -> Seek | None:
        """Store a seek; if it completes a match, its table has started when this returns.

        Returns None if the player has `most` seeks that wait.
        """
        world = self._tables.world
        sought = await self._seeks.add(
            new_id(world), player, wish, most, lease_ms, table=new_id(world)
        )
        if sought is None:
            return None
        if sought.match is not None:
            with suppress(StoreUnavailable, OutcomeUnknown):  # finished by the next caller
                await self._finish(sought.match)
        return sought.seek

    def start(self) -> None:
        """Look for matches that a killed process has left, until it is closed."""
        self._loop.start()

    async def aclose(self) -> None:
        await self._loop.aclose()

    async def finish_due(self) -> None:
        """Finish the matches that another process has left unfinished."""
        with suppress(OutcomeUnknown):  # the next look finds out
            for match in await self._seeks.take_due(AT_ONCE):
                await self._finish(match)

    async def _finish(self, match: Match) -> None:
        """Open and start the table of a match; all of it may have been done before."""
        try:
            live = await self._opened(match)
        except Rejected:
            logger.exception("the table %s of a match could not be opened", match.table)
            await self._seeks.dissolve(match)
            return
        if isinstance(live.state, Open):
            with suppress(Rejected):  # it was started, or somebody has left: then the host starts
                await start_table(self._tables, live.table, ByPlayer(match.players[0]))
        await self._notify(match)
        await self._seeks.finished(match)

    async def _opened(self, match: Match) -> LiveTable:
        """Return the table with everyone in a seat, opened in one step now or before."""
        host, *others = match.players
        wanted = json.decode(match.body, type=OpenTable)
        command = await self._prepare(wanted)
        once = Once(match.table, Key("seek", match.body))
        seated = replace(command, sit=Sit(admitted=True), matched=tuple(others))
        return await open_table(self._tables, ByPlayer(host), seated, once=once)


def wish_for(
    command: OpenTable, rating: float, lowest: float | None, highest: float | None
) -> Wish:
    """Return the wish for such a table; raises Rejected if it could not be opened."""
    game = GAMES[command.game]
    options, seats = chosen_options(game, command.options), table_size(game, command.seats)
    game.admit(options, seats)
    players = places(game, options, seats)
    if players < 2:
        raise Rejected(OnePlayerAlone(), field="seats")
    exact = replace(command, options=options, seats=seats)
    body = json.encode(exact)
    return Wish(sha256(body).hexdigest()[:32], players, rating, lowest, highest, body)
