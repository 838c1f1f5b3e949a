"""Opens tables, once for each idempotency key."""

import hmac
from base64 import b32encode
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TypeAlias

from msgspec.structs import replace

from application.attempt import attempt, stored
from application.handle import receipt_of_key
from application.ports.event_log import Appended, Duplicate
from application.refusals.reasons import TableNotOpened
from application.table_cache import TableCache
from application.world import new_id
from domain.fairness.chain import SEED_BYTES, commitment
from domain.judging.actors import ByPlayer
from domain.judging.commit import Commit, Key
from domain.judging.decision_clock import game_of
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected
from domain.table.commands import Carried, Follows, OpenTable
from domain.table.decide.opening import carried_rewards

Prepare: TypeAlias = Callable[[OpenTable], Awaitable[OpenTable]]  # adds what the server knows
# Counts a table of this host while it is stored, or raises.
Admit: TypeAlias = Callable[[PlayerId, TableId], AbstractAsyncContextManager[None]]


class Once(Value, frozen=True):
    """The idempotency key of a request that opens a table, and the id that follows from it."""

    table: TableId
    key: Key


def opening_once(key: Key, secret: bytes) -> Once:
    """Return the id of the table of a key."""
    return Once(id_of_key("open table", key, secret), key)


def id_of_key(made: str, key: Key, secret: bytes) -> str:
    """Return the id of what a key makes; only who knows the secret can compute it."""
    drawn = hmac.digest(secret, f"{made}\0{key.text}".encode(), "sha256")[:16]
    return b32encode(drawn).decode().rstrip("=").lower()


def _admitted(host: PlayerId, table: TableId) -> AbstractAsyncContextManager[None]:
    return nullcontext()


async def open_table(
    tables: TableCache,
    actor: ByPlayer,
    request: OpenTable,
    admit: Admit = _admitted,
    once: Once | None = None,
) -> LiveTable:
    """Open a table: draw its id and its seed, and commit to the seed at once.

    With `once`, a repeated request gets the table that the first one opened.
    """
    world = tables.world
    if once is not None and (opened := await _opened_before(tables, actor, once)) is not None:
        return opened
    table = new_id(world) if once is None else once.table
    fixed = request.sandbox
    seed = world.fresh(SEED_BYTES) if fixed is None else bytes.fromhex(fixed.seed)
    live = LiveTable(table, seed)
    follows, carried = await _rewards_of_earlier_table(tables, request)
    command = replace(
        request,
        commitment=commitment(live.table, live.seed),
        follows=follows,
        carried=carried,
    )
    async with admit(actor.player, live.table):
        judged = attempt(tables, live, actor, command, None if once is None else once.key)
        if await _is_stored(tables, judged.commit):
            stored(tables, live, judged)
            return tables.keep(live)
    if once is not None and (opened := await _opened_before(tables, actor, once)) is not None:
        return opened  # the same request was faster
    raise Rejected(TableNotOpened())


async def _is_stored(tables: TableCache, commit: Commit) -> bool:
    """Store the first events of a table; False if a table with this id was opened before."""
    match await tables.log.append(commit):
        case Appended():
            return True
        case Duplicate(head=head):
            return head == commit.next_head  # this request itself; only its reply was lost
        case _:
            return False


async def _opened_before(tables: TableCache, actor: ByPlayer, once: Once) -> LiveTable | None:
    """Return the table that was opened under this key, None if there is none yet."""
    try:
        live = await tables.find(once.table)
    except Rejected as missing:
        if missing.code != "no_such_table":
            raise
        return None
    receipt = await receipt_of_key(tables, live, actor, once.key)  # rejects another request
    if receipt is None and not tables.log.is_archived(live.table):
        tables.forget(live)  # a fail-over has undone it since it was read
        return None
    return live


async def _rewards_of_earlier_table(
    tables: TableCache, request: OpenTable
) -> tuple[Follows | None, tuple[Carried, ...]]:
    """Return the earlier table with its last head, and the rewards that players bring from it."""
    if request.follows is None:
        return None, ()
    earlier = await tables.fresh(request.follows.table)
    carried = carried_rewards(earlier.state, game_of(earlier.state), request.game)
    return Follows(earlier.table, earlier.head.hex()), carried
