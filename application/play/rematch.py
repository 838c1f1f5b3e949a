"""Rematches: each player of a closed table takes a place at one new table, opened only once."""

import hmac
from base64 import b32encode
from typing import NamedTuple

import msgspec

from application.handle import handle
from application.play.open_table import Admit, Once, Prepare, open_table
from application.refusals.reasons import TooManyRematches
from application.table_cache import TableCache
from application.world import new_id
from domain.judging.actors import ByPlayer
from domain.judging.commit import Key
from domain.judging.decision_clock import game_of
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.refusals import Rejected
from domain.table.commands import OpenTable, Rematch, Sit
from domain.table.rematch import rematch_places, require_rematch
from domain.table.state import Closed, NotOpened, Table, seats_of

MOST_UNSTARTED = 20  # rematches of one table that were closed before their start
ONCE = Key("rematch", b"")


class Rematched(NamedTuple):
    """The table of a rematch; `opened` says whether this player has opened it."""

    live: LiveTable
    opened: bool


async def rematch(
    tables: TableCache, earlier: LiveTable, player: PlayerId, prepare: Prepare, admit: Admit
) -> Rematched:
    """Seat a player of a closed table at its rematch; the first one opens it.

    The id follows from the earlier table, so that processes that race open one table.
    """
    closed = require_rematch(earlier.state, game_of(earlier.state), player)
    actor = ByPlayer(player)
    found, table = await _newest(tables, earlier)
    is_new = found is None
    if found is None:
        command = await prepare(_opening(tables, earlier, closed, player))
        found = await open_table(tables, actor, command, admit, Once(table, ONCE))
    if not seats_of(found.state, player):
        await _sit(tables, found, actor, _piece(closed, player))
        found = await tables.find(found.table)
        return Rematched(found, opened=False)
    assert not isinstance(found.state, NotOpened)
    return Rematched(found, opened=is_new and found.state.setup.host == player)


async def find_rematch(tables: TableCache, earlier: LiveTable) -> TableId | None:
    """Return the rematch of a closed table unless it was closed before its start."""
    if not isinstance(earlier.state, Closed):
        return None
    found, _ = await _newest(tables, earlier)
    return None if found is None else found.table


async def _newest(tables: TableCache, earlier: LiveTable) -> tuple[LiveTable | None, TableId]:
    """Return the rematch, or None and the id that it will have."""
    for number in range(MOST_UNSTARTED):
        table = _id_of_rematch(earlier, number)
        try:
            live = await tables.fresh(table)
        except Rejected as missing:
            if missing.code != "no_such_table":
                raise
            return None, table
        if not _never_started(live.state):
            return live, table
    raise Rejected(TooManyRematches())


def _id_of_rematch(earlier: LiveTable, number: int) -> TableId:
    name = f"rematch {number} of {earlier.table}".encode()
    return b32encode(hmac.digest(earlier.seed, name, "sha256")[:16]).decode().rstrip("=").lower()


def _never_started(state: Table) -> bool:
    return isinstance(state, Closed) and state.play is None


def _opening(tables: TableCache, earlier: LiveTable, closed: Closed, player: PlayerId) -> OpenTable:
    """Return the command that opens a table like the closed one, with this player as its host."""
    setup = closed.setup
    bots = (new_id(tables.world) for _ in closed.sitters)
    return OpenTable(
        setup.game,
        options=msgspec.to_builtins(setup.options),
        seats=len(closed.sitters),
        clock=setup.clock,
        private=setup.private,
        watch=setup.watch,
        sit=Sit(_piece(closed, player), admitted=True),
        sealed_luck=setup.sealed_luck,
        rematch=Rematch(earlier.table, earlier.head.hex(), rematch_places(closed, bots)),
        sandbox=setup.sandbox,
    )


def _piece(closed: Closed, player: PlayerId) -> str | None:
    return closed.sitters[seats_of(closed, player)[0]].piece


async def _sit(tables: TableCache, live: LiveTable, actor: ByPlayer, piece: str | None) -> None:
    """Take the kept place, with the piece of the table before unless another player has it."""
    try:
        await handle(tables, live.table, actor, Sit(piece, admitted=True))
    except Rejected as refusal:
        if refusal.code == "already_seated":
            return  # a request of the same player was faster
        if refusal.code != "preference_taken":
            raise
        await handle(tables, live.table, actor, Sit(admitted=True))
