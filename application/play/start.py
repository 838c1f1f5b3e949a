"""Starts a table: the rewards that players bring from an earlier table are claimed first, once."""

from collections.abc import Sequence

from application.attempt import Condition, Receipt
from application.handle import ATTEMPTS, handle
from application.refusals.reasons import TableBusy
from application.table_cache import TableCache
from domain.judging.actors import ByPlayer
from domain.judging.commit import Key
from domain.judging.judge import judge
from domain.judging.judgement import Context
from domain.judging.live_table import LiveTable, time_of
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.refusals import Rejected
from domain.table.commands import Start
from domain.table.state import Closed, Open, Running, Table, seats_of


class _SeatsChanged(Exception):
    """Players who bring rewards came or left since the claims were made."""


async def start_table(
    tables: TableCache,
    table: TableId,
    actor: ByPlayer,
    key: Key | None = None,
    condition: Condition | None = None,
) -> Receipt:
    """Start the table; rewards that another table has claimed do not count at this one."""
    for _ in range(ATTEMPTS):
        live = await tables.fresh(table)
        bringing = _bringing(live.state)
        spent = await _claim(tables, live, actor, bringing) if bringing else ()

        def unchanged(now: LiveTable, bringing: Sequence[PlayerId] = bringing) -> None:
            if _bringing(now.state) != bringing:
                raise _SeatsChanged
            if condition is not None:
                condition(now)

        try:
            return await handle(tables, table, actor, Start(spent), key, unchanged)
        except _SeatsChanged:
            continue
    raise Rejected(TableBusy())


def _bringing(state: Table) -> tuple[PlayerId, ...]:
    """Return the seated players who bring rewards to a table that has not started."""
    if not isinstance(state, Open) or state.setup.follows is None:
        return ()
    return tuple(each.player for each in state.setup.carried if seats_of(state, each.player))


async def _claim(
    tables: TableCache, live: LiveTable, actor: ByPlayer, players: Sequence[PlayerId]
) -> tuple[PlayerId, ...]:
    """Claim the rewards of these players; return those whose rewards another table has."""
    at = time_of(live.state, live.at, None, tables.world.now())
    judge(Context(live.table, live.state, live.seed, actor, at), Start())  # else claim nothing
    assert isinstance(live.state, Open)
    assert live.state.setup.follows is not None
    earlier = live.state.setup.follows.table
    owners = await tables.log.claim_rewards(earlier, players, live.table)
    taken = [who for who in players if owners[who] != live.table]
    stale = [who for who in taken if not await _is_used(tables, who, owners[who])]
    for who in stale:
        await tables.log.release_reward(earlier, who, owners[who])
    if stale:
        owners |= await tables.log.claim_rewards(earlier, stale, live.table)
    return tuple(who for who in players if owners[who] != live.table)


async def _is_used(tables: TableCache, player: PlayerId, owner: TableId) -> bool:
    """Return whether a claim counts: its table has dealt to the player, or still may."""
    state = (await tables.fresh(owner)).state
    if isinstance(state, Closed) and state.play is None:
        return False
    return isinstance(state, Open | Running | Closed) and bool(seats_of(state, player))
