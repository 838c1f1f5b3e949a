"""The one path: state, judge, append at the expected version. All that happens, happens here."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias, assert_never

from msgspec.structs import replace

from domain.kernel.ids import TableId
from domain.kernel.messages import Command, Value
from domain.kernel.rejection import Rejected
from domain.play.clock import new_id
from domain.play.commit import Key, Told, commit_of, digest, key_digest, retold, told
from domain.play.fair import SEED_BYTES, commitment
from domain.play.judge import Asker, Case, Clock, judge
from domain.play.log import (
    Appended,
    Conflict,
    Duplicate,
    Early,
    KeyReused,
    Late,
)
from domain.play.question import extended, game_of
from domain.play.tables import Live, Tables
from domain.table.commands import Carried, MoveDeadline, OpenTable
from domain.table.decide import carried
from domain.table.state import Running

ATTEMPTS = 20  # each lost race means that somebody else's command was stored

Condition: TypeAlias = Callable[[Live], None]  # raises Rejected if the caller's If-Match fails


class Receipt(Value, frozen=True):
    """What became of a command: its events, and the chain head after the last of them."""

    version: int
    head: bytes
    events: tuple[Told, ...]


async def open_table(tables: Tables, who: Asker, asked: OpenTable) -> Live:
    """A new table: its id and its seed are drawn here, and the seed is committed to at once."""
    world = tables.world
    live = Live(new_id(world), world.fresh(SEED_BYTES))
    command = replace(
        asked,
        commitment=commitment(live.table, live.seed),
        carried=await _carried(tables, asked),
    )
    await _appended(tables, live, who, command, None)
    return tables.keep(live)


async def _carried(tables: Tables, asked: OpenTable) -> tuple[Carried, ...]:
    if asked.follows is None:
        return ()
    earlier = (await tables.fresh(asked.follows)).state
    return carried(earlier, game_of(earlier), asked.game)


async def handle(
    tables: Tables,
    table: TableId,
    who: Asker | Clock,
    command: Command,
    key: Key | None = None,
    condition: Condition | None = None,
) -> Receipt:
    for _ in range(ATTEMPTS):
        live = await tables.find(table)
        known = live.version
        try:
            if condition is not None:
                condition(live)
            receipt = await _appended(tables, live, who, command, key)
        except Rejected as refusal:
            # Refuse only on what is true now, and never what was already done under this key.
            await tables.refresh(live)
            if live.version > known:
                continue
            repeated = await _recalled(tables, live, who, key)
            if repeated is None:
                refusal.version = live.version
                raise
            return repeated
        if receipt is not None:
            return receipt
    raise Rejected("table_busy", "Too many others act at this table; nothing was stored.")


async def _appended(
    tables: Tables, live: Live, who: Asker | Clock, command: Command, key: Key | None
) -> Receipt | None:
    """One attempt; None if others were faster and the state has been caught up."""
    at = max(tables.world.now(), live.at)
    judged = judge(Case(live.table, live.state, live.seed, who, at), command)
    events = told(live, judged, at)
    commit = commit_of(tables.world, live, who, command, key, judged, events, at)
    match await tables.log.append(commit):
        case Appended(last=last):
            live.advance(last, commit.next_head, at, judged.state)
            return Receipt(last, commit.next_head, events)
        case Duplicate() as duplicate:
            await tables.refresh(live)  # it was stored, though nobody here was told
            return await _repeated(tables, live, duplicate)
        case Conflict(entries=entries):
            live.catch_up(entries)  # unless a command of this process has been faster
            if live.version == commit.expected:
                await tables.refresh(live)
            if live.version == commit.expected:
                tables.forget(live)  # the store does not go on from here: it was set back
            return None
        case Late():
            if await _made_good(tables, live):
                return None
            raise Rejected("too_late", "The time for this decision is up.")
        case Early():
            raise Rejected("not_due", "Nobody is late here.")
        case KeyReused():
            raise _key_reused()
        case unknown:
            assert_never(unknown)


async def _made_good(tables: Tables, live: Live) -> bool:
    """Who is late only because the store was away gets the time back, though no clock has come."""
    outages = await tables.log.outages(live.table)
    if not isinstance(live.state, Running) or extended(live.state, outages) is None:
        return False
    with suppress(Rejected):  # somebody was faster: the state has been caught up
        await handle(tables, live.table, Clock(), MoveDeadline(outages))
    return True


async def _recalled(
    tables: Tables, live: Live, who: Asker | Clock, key: Key | None
) -> Receipt | None:
    known = key_digest(who, key)
    if key is None or known is None:
        return None
    match await tables.log.recall(live.table, known, digest(key.body)):
        case Duplicate() as duplicate:
            return await _repeated(tables, live, duplicate)
        case KeyReused():
            raise _key_reused()
        case _:
            return None


async def _repeated(tables: Tables, live: Live, duplicate: Duplicate) -> Receipt:
    """The same answer again, from what was stored then."""
    count = duplicate.last - duplicate.first + 1
    entries = await tables.log.read(live.table, after=duplicate.first - 1, limit=count)
    return Receipt(duplicate.last, duplicate.head, retold(entries, live.seed))


def _key_reused() -> Rejected:
    return Rejected("idempotency_key_reused", "This key was used with another body.")
