"""Tables written into a store as a server would have: from a history, and twins of others."""

from collections.abc import Sequence
from random import Random

import redis
from msgspec.structs import replace

from domain.fairness.canonical import canon
from domain.fairness.chain import first_head
from domain.games import GAMES
from domain.judging.codec import RecordedEvent, decode, encode
from domain.judging.commit import Record
from domain.judging.stored import Entry, extend
from domain.kernel.ids import Seat
from domain.kernel.moments import rfc3339
from ludotheque.laws.random_play import Played, Step
from ludotheque.laws.twins import twin_history
from store import keyspace


def entries_of(play: Played, steps: int | None = None) -> list[Entry]:
    """Return the log entries of the first commands (None: of all)."""
    found: list[Entry] = []
    for step in play.steps[:steps]:
        for n, event in enumerate(step.events):
            recorded = RecordedEvent(len(found) + 1, rfc3339(step.at), step.who.seat, event)
            record = None if n else _record(step, recorded.version)
            found.append(Entry(recorded.version, encode(recorded), record))
    return found


def _record(step: Step, first: int) -> bytes:
    last, who = first + len(step.events) - 1, step.who
    return canon(Record(rfc3339(step.at), who.player, step.command, first, last, who.seat))


def store_table(url: str, table: str, seed: bytes, entries: Sequence[Entry]) -> None:
    """Store a table with these entries; no worker hears of it, so no bot and no clock acts."""
    with redis.Redis.from_url(url) as store:
        for each in entries:
            fields = {"e": each.event} | ({} if each.record is None else _command(each))
            store.xadd(keyspace.events(table), dict(fields), id=f"{each.version}-0")
        head = extend(first_head(table), seed, entries)
        store.set(keyspace.seed(table), seed)
        store.hset(keyspace.meta(table), mapping={"v": len(entries), "h": head})


def _command(entry: Entry) -> dict[str, bytes]:
    assert entry.record is not None
    return {"c": entry.record, "i": entry.version.to_bytes(16, "big")}


def store_twin(url: str, game: str, table: str, seat: Seat, rng: Random) -> str:
    """Store a table that differs from `table` only in what is hidden from a seat; return its id."""
    twin = table[::-1]
    with redis.Redis.from_url(url) as store:
        stored = [fields for _, fields in store.xrange(keyspace.events(table))]
        seed = store.get(keyspace.seed(table))
    assert isinstance(seed, bytes)
    before = [fields[b"e"] for fields in stored]
    changed = _dealt_again(game, before, seat, rng)
    assert changed != before, "nothing was hidden"
    entries = [
        Entry(version, event.replace(table.encode(), twin.encode()), fields.get(b"c"))
        for version, (event, fields) in enumerate(zip(changed, stored, strict=True), 1)
    ]
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
