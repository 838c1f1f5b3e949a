"""`ludotheque upgrade`: takes over a store of 0.3; every step may be repeated after a crash.

Players, tokens, webhooks and acts have kept their form, and ratings follow from results. Tables
have not: those that are not over are closed in their own format, and all of them move into the
archive, byte for byte.
"""

import asyncio
from collections.abc import Callable

from msgspec import json
from msgspec.structs import replace

from application.play.ancestors import with_ancestors
from application.ports.archive import Packed
from application.ports.event_log import Appended, BrokenTable, UnreadableTable
from application.world import RealWorld
from domain.audit.finding import Flaw
from domain.audit.stored_history import find_flaw
from domain.fairness.format_2 import FORMAT_2
from domain.games import UNKNOWN_RULES
from domain.judging.actors import ByAdministrator
from domain.judging.codec import decode_without_rules, decoded
from domain.judging.commit import SaltedEvent, commit_of, encode_events
from domain.judging.judge import judge
from domain.judging.judgement import Context
from domain.judging.live_table import LiveTable, restored_without_rules, time_of
from domain.judging.rows.notices import consequences
from domain.judging.rows.row import fold_row
from domain.judging.stored import Entry, Stored
from domain.kernel.ids import TableId, millis
from domain.kernel.messages import Value
from domain.table.end_commands import Terminate
from domain.table.end_events import TableClosed
from domain.table.opening_events import TableOpened
from projections.leaderboard.folding import LeaderboardFold
from projections.leaderboard.results import result
from projections.table_list.query import TableList
from store import keyspace
from store.archive.format_2 import Format2Log
from store.client.format import LEFT_BY_0_3, OWN, is_earlier
from store.connect import Store
from store.lists.read_model import FIRST_GENERATION
from store.lua import functions
from workers.archivist import ArchivePolicy, Archivist, Due, Sources
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.rebuild.leaderboard import LeaderboardRebuild
from workers.upkeep.rebuild.table_list import TableListRebuild

REASON = "The server was upgraded from release 0.3, whose tables cannot be continued."
NAME = "upgrade"
AT_ONCE = ArchivePolicy(after_ms=0, wait_ms=0, feed_ms=0)
ALIVE_MS = 10_000  # after a heartbeat
BEATING_SECONDS = 2.0
ORDERED = 500  # tables in one call

Say = Callable[[str], object]


class NotUpgraded(Exception):
    """Nothing was changed; the message says why."""


class Upgraded(Value, frozen=True):
    tables: int  # that were archived now
    closed: int  # of them, those that were open or running


class Upgrade:
    def __init__(self, store: Store, say: Say) -> None:
        assert store.archive is not None
        self._store, self._archive, self._say = store, store.archive, say
        self._client = store.client
        self._log = Format2Log(store.client, store.heartbeat, store.archive)
        self._world = RealWorld()

    async def run(self) -> Upgraded | None:
        """Upgrade the store; None if there is nothing to upgrade. Raises NotUpgraded."""
        if not await self._is_of_0_3():
            return None
        await self._require_stopped()
        self._say("checking every table")
        games = {table: await self._checked(table) for table in await self._tables()}
        await self._client.execute("SET", keyspace.FORMAT, FORMAT_2.name)
        await functions.load(self._client)
        self._say("closing the tables that are not over")
        was_over = [await self._close(table) for table in games]
        self._say("moving all tables into the archive")
        due = [Due(game, await self._ended(table), table) for table, game in games.items()]
        in_order = sorted(due, key=lambda each: each.closed)
        for start in range(0, len(in_order), ORDERED):
            batch = in_order[start : start + ORDERED]
            await self._store.leaderboard.order([each.table for each in batch])
        moved = await _Mover(self._store, self._log, due).archive()
        self._say("rebuilding lists and leaderboards")
        await self._rebuild()
        await self._client.execute("UNLINK", LEFT_BY_0_3)
        await self._client.execute("SET", keyspace.FORMAT, OWN)
        return Upgraded(moved, was_over.count(False))

    async def _rebuild(self) -> None:
        """Rebuild the read models; ratings follow from the results as this release rates them."""
        store = self._store
        listed = TableList(store.table_list, store.log)
        await TableListRebuild(store.log, store.scan, listed, self._archive).run()
        fold = LeaderboardFold(store.leaderboard, store.log)
        await LeaderboardRebuild(store.scan, fold).run()
        for model in (store.table_list, store.leaderboard):
            number = int((await model.generation())[1:])
            for earlier in (FIRST_GENERATION, *(f"g{n}" for n in range(1, number))):
                await model.drop(earlier)  # an interrupted rebuild may have left it

    async def _is_of_0_3(self) -> bool:
        """Return whether this is a store of 0.3, perhaps with an upgrade that was interrupted."""
        found = await self._client.execute("GET", keyspace.FORMAT)
        if found is not None and found not in (OWN, FORMAT_2.name.encode()):
            raise NotUpgraded(
                f"The store holds histories of the format {found.decode('utf-8', 'replace')}, which"
                " a later release has written. Nothing was changed. Start that release."
            )
        return found != OWN and (found is not None or await is_earlier(self._client))

    async def _require_stopped(self) -> None:
        """Raise NotUpgraded if a server has the store in use: it beats twice a second."""
        seconds, _ = await (await self._client.servers())[0].execute("TIME")
        before = await self._heartbeats()
        if max(before) > int(seconds) * 1000 - ALIVE_MS:
            await asyncio.sleep(BEATING_SECONDS)
            if await self._heartbeats() != before:
                raise NotUpgraded(
                    "A server uses this store. Nothing was changed. Stop every server and worker,"
                    " and run this again."
                )

    async def _heartbeats(self) -> list[int]:
        hearts = (keyspace.HEARTBEAT, *keyspace.PARTITION_HEARTBEATS)
        return [int(await self._client.execute("HGET", each.heart, "last") or 0) for each in hearts]

    async def _tables(self) -> list[TableId]:
        """Return every table in the store; 0.3 was the first release with a registry of them."""
        found = (await Inspection(self._client).tables()).values()
        if any(found) and not [table async for table in self._store.scan.tables()]:
            raise NotUpgraded(
                "The store holds tables of a release before 0.3. Nothing was changed. Only data of"
                " 0.3 can be upgraded. Keep this folder with its release, and start this release"
                " with an empty folder."
            )
        return sorted(table for tables in found for table in tables)

    async def _checked(self, table: TableId) -> str:
        """Return the game of a table whose chain is sound; raises NotUpgraded."""
        try:
            stored = await self._stored(table)
            whole = await with_ancestors(self._log, stored)
            flaw = await asyncio.to_thread(find_flaw, table, whole, True)
            why = None if flaw is None or flaw.check == UNKNOWN_RULES else flaw.why
        except (BrokenTable, UnreadableTable, LookupError) as broken:
            why = f"It cannot be read ({broken!r})."
        if why is not None:
            raise NotUpgraded(
                f"Table {table} is damaged: {why} Nothing was changed. Restore a backup with 0.3,"
                " and run this again."
            )
        opened = decode_without_rules(stored.events[0]).event
        assert isinstance(opened, TableOpened)
        return opened.game

    async def _ended(self, table: TableId) -> int:
        stored = await self._stored(table)
        return millis(decode_without_rules(stored.events[-1]).at)

    async def _stored(self, table: TableId) -> Stored:
        stored = await self._log.load(table)
        assert stored is not None
        return stored

    async def _close(self, table: TableId) -> bool:
        """Close a table with the reason, in its own format; return whether it was over."""
        stored = await self._stored(table)
        history = decoded(stored.entries)
        if isinstance(history[-1].event, TableClosed):
            return True
        live, actor = restored_without_rules(table, stored), ByAdministrator()
        live.row = fold_row(None, history)
        at = time_of(live.state, live.at, None, self._world.now())
        judgement = judge(Context(table, live.state, live.seed, actor, at), Terminate(REASON))
        record, events = encode_events(live, actor, judgement, at)
        events = _in_format_2(live, record, events)
        after = consequences(live.row, [each.recorded for each in events], at, opens=False)
        commit = commit_of(
            *(self._world.fresh(16), live, actor, None, judgement, record, events, at, after)
        )
        await self._log.count_entries(table)
        appended = await self._log.append(commit)
        assert isinstance(appended, Appended)
        return False


def _in_format_2(
    live: LiveTable, record: bytes, events: tuple[SaltedEvent, ...]
) -> tuple[SaltedEvent, ...]:
    """Return the only event of a commit with the head that it has in format 2."""
    [closed] = events
    entry = Entry(closed.recorded.version, (closed.raw,), record, format=FORMAT_2)
    return (replace(closed, head=entry.next_head(live.head, live.seed)),)


class _Mover(Archivist):
    """Archives all tables, which were checked before; nobody reads the feeds meanwhile."""

    def __init__(self, store: Store, log: Format2Log, due: list[Due]) -> None:
        sources = Sources(store.scan, log, store.leaderboard, store.log_queue)
        writer, world = store.archive_writer(), RealWorld()
        super().__init__(NAME, writer, store.feed_trim, sources, world, AT_ONCE, 0.0)
        self._all = due

    async def _due(self) -> list[Due]:
        """Return the tables that are still in the store: an interrupted run may have moved some."""
        live = {table async for table in self._sources.scan.tables()}
        return [due for due in self._all if due.table in live]

    async def _trim(self) -> None:
        """Trim nothing: the readers of this release have not begun."""

    async def _flaw(self, table: TableId, stored: Stored) -> Flaw | None:
        return None

    async def _verified(self, table: TableId) -> Packed | None:
        packed = await super()._verified(table)
        if packed is None:
            return None
        archived = replace(packed.archived, result=_ranked_then(packed.stored))
        return packed._replace(archived=archived)


def _ranked_then(stored: Stored) -> bytes:
    """Return the result as 0.3 counted it: also of private tables and of early resignations."""
    opened, *rest = decoded(stored.entries)
    assert isinstance(opened.event, TableOpened)
    public = replace(opened, event=replace(opened.event, private=False))
    found = result([public, *rest])
    if found is not None:
        found = replace(found, placings=tuple(replace(p, early=False) for p in found.placings))
    return json.encode(found)
