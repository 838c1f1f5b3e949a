"""A command that is judged and not stored yet: everything on its path that waits for nothing."""

import asyncio
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from application.snapshots import EVERY
from application.table_cache import TableCache
from domain.judging.actors import Actor, ByPlayer
from domain.judging.commit import Commit, Key, SaltedEvent, commit_of, encode_events
from domain.judging.decision_clock import extend_deadline
from domain.judging.judge import judge
from domain.judging.judgement import Context
from domain.judging.live_table import LiveTable, time_of
from domain.judging.rows.notices import consequences
from domain.judging.rows.row import Row
from domain.kernel.messages import Command, Value
from domain.table.commands import Outage
from domain.table.state import Running, Table, sandbox_of

NOBODY = nullcontext()  # watches a table
Condition: TypeAlias = Callable[[LiveTable], None]  # raises Rejected if the caller's If-Match fails


class Receipt(Value, frozen=True):
    """What a command caused: its events, and the chain head after the last of them."""

    version: int
    head: bytes
    events: tuple[SaltedEvent, ...]


class Attempt(NamedTuple):
    """A judged command before it is stored."""

    commit: Commit
    events: tuple[SaltedEvent, ...]
    state: Table
    at: int
    row: Row


class Sent:
    """An attempt whose commit is on its way: at its reply, this process takes it over.

    It does so whether or not anybody still waits for the answer.
    """

    def __init__(
        self, tables: TableCache, live: LiveTable, judged: Attempt, reply: "asyncio.Future[Any]"
    ) -> None:
        self.judged = judged
        self.reply = reply
        self.receipt: Receipt | None = None  # stays None if `handle` must go on
        self._tables, self._live = tables, live
        # Gets the receipt, None if `handle` must go on, or an error.
        self.then: Callable[[Any], None] | None = None
        self._watcher = tables.watchers.get(live.table)
        if self._watcher is not None:
            self._watcher.__enter__()
        tables.sending.add(live.table)
        reply.add_done_callback(self._settle)

    def _settle(self, reply: "asyncio.Future[Any]") -> None:
        self._tables.sending.discard(self._live.table)
        try:
            if self._tables.log.has_appended(reply):
                self.receipt = stored(self._tables, self._live, self.judged)
        finally:
            if self._watcher is not None:
                self._watcher.__exit__(None, None, None)
        if self.then is not None:
            failure = None if reply.cancelled() else reply.exception()
            self.then(failure or self.receipt)


def send(
    tables: TableCache,
    live: LiveTable,
    actor: ByPlayer,
    command: Command,
    key: Key | None,
) -> Sent | None:
    """Judge a command and send its commit, without waiting; raises Rejected.

    None: `handle` must do it from the beginning.
    """
    if live.row is None or live.table in tables.sending:
        return None
    has_banks = isinstance(live.state, Running) and live.state.banks is not None
    if has_banks and outages_to_give_back(tables, live):
        return None
    judged = attempt(tables, live, actor, command, key)
    reply = tables.log.send(judged.commit)
    return None if reply is None else Sent(tables, live, judged, reply)


def attempt(
    tables: TableCache, live: LiveTable, actor: Actor, command: Command | None, key: Key | None
) -> Attempt:
    """Judge a command now; raises Rejected."""
    now = tables.world.now()
    at = time_of(live.state, live.at, command, now)
    began = time.thread_time() if command is None else 0.0
    judgement = judge(Context(live.table, live.state, live.seed, actor, at), command)
    if command is None and isinstance(live.state, Running):
        tables.bots.judged(live.state.setup.game, time.thread_time() - began)
    record, events = encode_events(live, actor, judgement, at)
    after = consequences(live.row, [each.recorded for each in events], at, not live.version)
    id_ = tables.world.fresh(16)
    commit = commit_of(id_, live, actor, key, judgement, record, events, at, after)
    if commit.due is not None and sandbox_of(judgement.state) is not None:
        commit = replace(commit, due=now)  # what is due by its own clock is due now
    return Attempt(commit, events, judgement.state, at, after.row)


def stored(tables: TableCache, live: LiveTable, judged: Attempt) -> Receipt:
    """Take over what was stored, and pass it on to streams and bots."""
    head, last = judged.commit.next_head, judged.events[-1].recorded.version
    live.advance(last, head, judged.at, judged.state, judged.row)
    receipt = Receipt(last, head, judged.events)
    if last // EVERY > judged.commit.expected // EVERY:
        tables.past.save(live)
    if (watcher := tables.watchers.get(live.table)) is not None:
        watcher.stored(live, receipt.events)
    if isinstance(live.state, Running) and live.state.bots:
        tables.bots.wake(live)
    return receipt


def outages_to_give_back(tables: TableCache, live: LiveTable) -> tuple[Outage, ...]:
    """Return the outages whose time banks must get before an answer spends it."""
    state = live.state
    if not isinstance(state, Running) or state.banks is None:
        return ()
    outages = tables.log.known_outages(live.table)
    return outages if outages and extend_deadline(state, outages) is not None else ()
