"""Opens the tables of matches, once each, whichever process finishes a match."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from hashlib import sha256
from typing import TypeAlias

from msgspec import json
from msgspec.structs import replace

from application.lib.reading_loop import ReadingLoop
from application.play.open_table import Once, Prepare, open_table
from application.play.start import start_table
from application.ports.event_log import OutcomeUnknown, StoreUnavailable
from application.ports.seeks import Match, Seek, SeekLimits, SeekStore, Wish
from application.quotas import QuotaExceeded
from application.refusals.reasons import OnePlayerAlone
from application.table_cache import TableCache
from application.world import new_id
from domain.games import GAMES
from domain.judging.actors import ByPlayer
from domain.judging.commit import Key
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.refusals import Rejected
from domain.table.commands import OpenTable, Sit
from domain.table.decide.opening import chosen_options, table_size
from domain.table.decide.seating import places
from domain.table.state import Open

AT_ONCE = 10  # unfinished matches that one call finishes
LOOK_SECONDS = 1.0  # between two looks for unfinished matches
logger = logging.getLogger("ludotheque")

Notify: TypeAlias = Callable[[Match], Awaitable[None]]
# Returns who of these players may not play; None while nobody may.
Barred: TypeAlias = Callable[[Sequence[PlayerId]], Awaitable[list[PlayerId] | None]]
# Counts a table of this host, who seeks from this address, while it is stored, or raises.
AdmitFrom: TypeAlias = Callable[[PlayerId, TableId, str], AbstractAsyncContextManager[None]]


class PlayersBarred(Exception):
    """Some of the players of a match may not play, or nobody may."""

    def __init__(self, players: list[PlayerId] | None) -> None:
        self.players = players


class Matchmaker:
    def __init__(
        self,
        seeks: SeekStore,
        tables: TableCache,
        prepare: Prepare,
        notify: Notify,
        barred: Barred,
        admit: AdmitFrom,
        lease_ms: int,
    ) -> None:
        """`notify` sends the match to its players; it may be called twice for a match."""
        self._barred = barred
        self._admit = admit
        self._lease_ms = lease_ms
        self._seeks = seeks
        self._tables = tables
        self._prepare = prepare
        self._notify = notify
        self._loop = ReadingLoop(self.finish_due, LOOK_SECONDS)

    async def seek(
        self, player: PlayerId, wish: Wish, limits: SeekLimits, seek: str | None = None
    ) -> Seek:
        """Store a seek; if it completes a match, its table has started when this returns.

        A seek with this id that was stored before is returned as it is. Raises TooManyWait.
        """
        id_, table = seek or new_id(self._tables.world), new_id(self._tables.world)
        sought = await self._seeks.add(id_, player, wish, limits, table)
        if sought.match is None:
            return sought.seek
        with suppress(StoreUnavailable, OutcomeUnknown):  # finished by the next caller
            if not await self._finish(sought.match):
                return await self._seeks.find(id_) or sought.seek
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

    async def _finish(self, match: Match) -> bool:
        """Open and start the table of a match; all of it may have been done before.

        Returns False if the match is dissolved, or waits because nobody may play now.
        """
        refused: Sequence[PlayerId] | None
        try:
            live = await self._opened(match)
        except PlayersBarred as barred:
            refused = barred.players
        except QuotaExceeded:
            refused = match.players[:1]
        except Rejected:
            logger.exception("the table %s of a match could not be opened", match.table)
            refused = match.players
        else:
            await self._start(match, live)
            return True
        if refused is not None:
            await self._seeks.dissolve(match, refused, self._lease_ms)
        return False

    async def _start(self, match: Match, live: LiveTable) -> None:
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
        admit = partial(self._admitted, match)
        return await open_table(self._tables, ByPlayer(host), seated, admit, once)

    @asynccontextmanager
    async def _admitted(self, match: Match, host: PlayerId, table: TableId) -> AsyncIterator[None]:
        """Admit a table as one that its host opens, if all of its players may play."""
        barred = await self._barred(match.players)
        if barred is None or barred:
            raise PlayersBarred(barred)
        async with self._admit(host, table, match.address):
            yield


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
    return Wish(sha256(body).hexdigest()[:32], players, round(rating, 2), lowest, highest, body)
