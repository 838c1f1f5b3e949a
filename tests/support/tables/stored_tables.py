"""Tables written into a store as a server would have: from a history, and twins of others."""

from collections.abc import Sequence
from random import Random
from typing import Any

import redis
from msgspec import json
from msgspec.structs import replace

from application.table_cache import TableCache
from application.world import RealWorld
from domain.fairness.chain import canon, first_head
from domain.games import GAMES
from domain.judging.codec import RecordedEvent, decode, encode
from domain.judging.commit import Record
from domain.judging.stored import Entry, entries_from, extend, lined, with_heads
from domain.kernel.ids import Seat, TableId, rfc3339
from ludotheque.laws.random_play import Played, Step
from ludotheque.laws.twins import twin_history
from store import keyspace
from store.connect import Store
from tests.support.servers.processes import PATIENCE
from tests.support.tables.party import seated


def entries_of(play: Played, steps: int | None = None) -> list[Entry]:
    """Return the log entries of the first commands (None: of all)."""
    found: list[Entry] = []
    for step in play.steps[:steps]:
        first = found[-1].last + 1 if found else 1
        events = tuple(
            encode(RecordedEvent(version, rfc3339(step.at), step.who.seat, event))
            for version, event in enumerate(step.events, first)
        )
        found.append(Entry(first, events, _record(step, first)))
    return [*with_heads(first_head(play.table), play.seed, found)]


def _record(step: Step, first: int) -> bytes:
    last, who = first + len(step.events) - 1, step.who
    return canon(Record(rfc3339(step.at), who.player, step.command, first, last, who.seat))


def store_table(url: str, table: str, seed: bytes, entries: Sequence[Entry]) -> None:
    """Store a table with these entries; no worker hears of it, so no bot and no clock acts."""
    with redis.Redis.from_url(url) as store:
        for each in with_heads(first_head(table), seed, entries):
            store.xadd(keyspace.events(table), _fields(each), id=f"{each.last}-{len(each.events)}")
        head = extend(first_head(table), seed, entries)
        store.set(keyspace.seed(table), seed)
        ends = {"v": entries[-1].last, "h": head, "n": len(entries)}
        store.hset(keyspace.meta(table), mapping=ends)


def _fields(entry: Entry) -> Any:
    """Return an entry as `append.lua` writes it."""
    told: dict[str, bytes] = {"e": lined(entry.events)}
    if entry.record is not None:
        told |= {"c": entry.record, "i": entry.first.to_bytes(16, "big")}
    return told | ({"h": entry.head} if entry.head else {})


def store_twin(url: str, game: str, table: str, seat: Seat, rng: Random) -> str:
    """Store a table that differs from `table` only in what is hidden from a seat; return its id."""
    twin = table[::-1]
    with redis.Redis.from_url(url) as store:
        stored = [fields for _, fields in store.xrange(keyspace.events(table))]
        seed = store.get(keyspace.seed(table))
    assert isinstance(seed, bytes)
    before = [event for fields in stored for event in fields[b"e"].split(b"\n")]
    changed = _dealt_again(game, before, seat, rng)
    assert changed != before, "nothing was hidden"
    events = [event.replace(table.encode(), twin.encode()) for event in changed]
    records = {json.decode(f[b"c"])["first"]: f[b"c"] for f in stored if b"c" in f}
    entries = [*entries_from(events, records)]
    store_table(url, twin, seed, entries)
    return twin


def _dealt_again(game: str, stored: list[bytes], seat: Seat, rng: Random) -> list[bytes]:
    """Return the events with everything dealt again that the seat has never seen."""
    recorded = [decode(raw) for raw in stored]
    rules = GAMES[game]
    own = [n for n, each in enumerate(recorded) if isinstance(each.event, rules.events)]
    events = [recorded[n].event for n in own]
    twins = dict(zip(own, twin_history(game, rules, events, seat, rng), strict=True))
    return [
        encode(replace(each, event=twins[n])) if n in twins else stored[n]
        for n, each in enumerate(recorded)
    ]


async def long_table(store_url: str, length: int) -> TableId:
    """Store a table at which a player came and went until it had so many events."""
    async with await Store(store_url, PATIENCE, is_api=True).start() as store:
        tables = TableCache(store.log, RealWorld())
        party = await seated(tables)
        await party.lengthen(length)
        await party.start()
        return party.table
