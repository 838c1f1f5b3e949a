"""The contract of event logs, checked for each implementation."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from redis.exceptions import ResponseError

from application.play.fork import MOST_COPIED
from application.ports.event_log import (
    MOST_COMMIT_BYTES,
    Appended,
    Conflict,
    Duplicate,
    Early,
    EventLog,
    KeyReused,
    Late,
)
from domain.judging.stored import Entry, Stored
from store import keyspace
from store.opening.factory import open_client
from store.tables.log import RedisEventLog
from tests.simulation.contract import SIMULATED
from tests.support.servers.processes import PATIENCE
from tests.support.stores.cluster import CLUSTER
from tests.support.stores.fixtures import ServerOf
from tests.support.stores.memory_log import MemoryLog
from tests.support.stores.servers import KINDS
from tests.support.tables.commits import SEED, commit, head, table_id

pytestmark = pytest.mark.anyio

KEY, DIGEST = b"k" * 32, b"d" * 32


@pytest.fixture(params=["memory", *KINDS, CLUSTER, SIMULATED])
async def log(request: pytest.FixtureRequest, server_of: ServerOf) -> AsyncIterator[EventLog]:
    if request.param == "memory":
        yield MemoryLog()
        return
    client = open_client(server_of(request.param).url, PATIENCE)
    log = RedisEventLog(client)
    await log.install_functions()
    yield log
    await client.aclose()


async def due(log: EventLog, table: str) -> int | None:
    if isinstance(log, MemoryLog):
        return log.due.get(table)
    assert isinstance(log, RedisEventLog)
    score = await log._client.send_once(
        "ZSCORE", keyspace.deadlines(keyspace.partition(table)), table
    )
    return None if score is None else int(score)


def now() -> int:
    return int(time.time() * 1000)


async def test_an_unknown_table_has_no_history(log: EventLog) -> None:
    table = table_id()
    assert await log.load(table) is None
    assert tuple(await log.read(table)) == ()
    assert await log.recall(table, KEY, DIGEST) is None


async def test_versions_have_no_gaps(log: EventLog) -> None:
    table = table_id()
    assert await log.append(commit(table, count=2)) == Appended(1, 2)
    assert await log.append(commit(table, 2)) == Appended(3, 3)
    assert await log.append(commit(table, 3, count=3)) == Appended(4, 6)
    assert [(e.first, e.last) for e in await log.read(table)] == [(1, 2), (3, 3), (4, 6)]


async def test_a_commit_is_one_entry_with_its_record_and_its_head(log: EventLog) -> None:
    table = table_id()
    await log.append(commit(table, count=2))
    events = (b'{"n":1}', b'{"n":2}')
    assert tuple(await log.read(table)) == (Entry(1, events, b'{"asked":0}', head(table, 2)),)


async def test_events_come_back_byte_for_byte(log: EventLog) -> None:
    """Only a line feed separates them; canonical JSON contains none."""
    table, strange = table_id(), bytes(range(256))
    event = strange.replace(b"\n", b"")
    await log.append(commit(table, count=2, events=(event, event), record=strange))
    assert tuple(await log.read(table)) == (Entry(1, (event, event), strange, head(table, 2)),)


async def test_a_commit_may_have_any_number_of_events(log: EventLog) -> None:
    table = table_id()
    assert await log.append(commit(table, count=12_000)) == Appended(1, 12_000)
    assert await log.head(table) == (12_000, head(table, 12_000))
    parts = await log.read(table)
    assert [len(entry.events) for entry in parts] == [*[256] * 46, 224]
    assert [n for n, entry in enumerate(parts) if entry.record] == [0]
    assert [n for n, entry in enumerate(parts) if entry.head] == [46]
    assert [event for entry in parts for event in entry.events] == [
        b'{"n":%d}' % n for n in range(1, 12_001)
    ]
    assert await log.read(table, after=11_998) == parts[-1:]


async def test_a_commit_is_limited_by_its_size(log: EventLog) -> None:
    table, eighth = table_id(), b"x" * (MOST_COMMIT_BYTES // 8)
    with pytest.raises((ValueError, ResponseError), match="size of all events"):
        await log.append(commit(table, events=(*[eighth] * 8, b"x")))
    assert await log.head(table) is None
    forked = (b"x" * (MOST_COPIED // 8),) * 8  # and the event that says so
    assert await log.append(commit(table, events=(*forked, b"x" * 10_000))) == Appended(1, 9)


async def test_reading_starts_after_a_version_and_stops_at_a_limit(log: EventLog) -> None:
    table = table_id()
    for expected, count in ((0, 2), (2, 3), (5, 1), (6, 300)):
        await log.append(commit(table, expected, count))
    whole = await log.read(table)
    assert [(entry.first, entry.last) for entry in whole] == [
        *((1, 2), (3, 5), (6, 6)),
        *((7, 262), (263, 306)),
    ]
    for after in range(308):
        assert await log.read(table, after) == tuple(e for e in whole if e.last > after)
        for limit in (0, 1, 2, 3, 7, 100, 500):
            wanted = [e for e in whole if e.last > after and e.first <= after + limit]
            assert await log.read(table, after, limit) == tuple(wanted if limit else ())


async def test_the_stored_head_is_that_of_the_last_commit(log: EventLog) -> None:
    table = table_id()
    assert await log.head(table) is None
    await log.append(commit(table, 0))
    assert await log.head(table) == (1, head(table, 1))
    await log.append(commit(table, 1, 3))
    assert await log.head(table) == (4, head(table, 4))


async def test_loading_gives_seed_version_head_and_history(log: EventLog) -> None:
    table = table_id()
    await log.append(commit(table, count=2))
    entries = tuple(await log.read(table))
    assert await log.load(table) == Stored(SEED, 2, head(table, 2), entries)


async def test_a_conflict_carries_the_entries_since(log: EventLog) -> None:
    table = table_id()
    await log.append(commit(table, count=2))
    await log.append(commit(table, 2))
    since = tuple(await log.read(table, after=1))
    assert await log.append(commit(table, 1)) == Conflict(since)


async def test_a_second_opening_is_a_conflict(log: EventLog) -> None:
    table = table_id()
    await log.append(commit(table))
    assert await log.append(commit(table)) == Conflict(tuple(await log.read(table)))


async def test_another_head_is_a_conflict_without_entries(log: EventLog) -> None:
    table = table_id()
    await log.append(commit(table))
    assert await log.append(commit(table, 1, head=b"x" * 32)) == Conflict(())


async def test_a_version_still_to_come_is_a_conflict_without_entries(log: EventLog) -> None:
    table = table_id()
    await log.append(commit(table))
    assert await log.append(commit(table, 7)) == Conflict(())
    assert await log.append(commit(table_id(), 7)) == Conflict(())


async def test_the_same_id_again_is_a_duplicate(log: EventLog) -> None:
    table = table_id()
    sent = commit(table, count=2)
    assert await log.append(sent) == Appended(1, 2)
    await log.append(commit(table, 2))
    assert await log.append(sent) == Duplicate(1, 2, head(table, 2))
    assert [entry.last for entry in await log.read(table)] == [2, 3]


async def test_the_same_key_and_body_is_a_duplicate_at_any_version(log: EventLog) -> None:
    table = table_id()
    await log.append(commit(table, key=KEY, digest=DIGEST))
    again = commit(table, 1, count=3, key=KEY, digest=DIGEST)
    assert await log.append(again) == Duplicate(1, 1, head(table, 1))
    assert await log.recall(table, KEY, DIGEST) == Duplicate(1, 1, head(table, 1))


async def test_the_same_key_with_another_body_is_refused(log: EventLog) -> None:
    table = table_id()
    await log.append(commit(table, key=KEY, digest=DIGEST))
    assert await log.append(commit(table, 1, key=KEY, digest=b"other")) == KeyReused()
    assert await log.recall(table, KEY, b"other") == KeyReused()
    assert await log.recall(table, b"unheard of", DIGEST) is None


async def test_a_key_belongs_to_one_table(log: EventLog) -> None:
    await log.append(commit(table_id(), key=KEY, digest=DIGEST))
    other = commit(table_id(), key=KEY, digest=b"other")
    assert await log.append(other) == Appended(1, 1)


async def test_a_refused_commit_does_not_use_up_its_key(log: EventLog) -> None:
    table = table_id()
    await log.append(commit(table))
    await log.append(commit(table, 0, key=KEY, digest=DIGEST))
    assert await log.recall(table, KEY, DIGEST) is None


async def test_nothing_is_stored_after_the_deadline(log: EventLog) -> None:
    table = table_id()
    assert await log.append(commit(table, not_after=now() - 1000)) == Late()
    assert await log.load(table) is None
    assert await log.append(commit(table, not_after=now() + 10_000)) == Appended(1, 1)


async def test_nothing_is_stored_before_its_time(log: EventLog) -> None:
    table = table_id()
    assert await log.append(commit(table, not_before=now() + 10_000)) == Early()
    assert await log.load(table) is None
    assert await log.append(commit(table, not_before=now() - 1000)) == Appended(1, 1)


async def test_a_conflict_takes_precedence_over_a_missed_deadline(log: EventLog) -> None:
    table = table_id()
    await log.append(commit(table))
    reply = await log.append(commit(table, not_after=1))
    assert isinstance(reply, Conflict)


async def test_each_commit_sets_or_lifts_the_deadline(log: EventLog) -> None:
    table = table_id()
    await log.append(commit(table, due=1_900_000_000_000))
    assert await due(log, table) == 1_900_000_000_000
    await log.append(commit(table, 1, due=1_900_000_000_001))
    assert await due(log, table) == 1_900_000_000_001
    await log.append(commit(table, 2))
    assert await due(log, table) is None


async def test_a_seed_comes_with_the_opening_and_only_then(log: EventLog) -> None:
    table = table_id()
    with pytest.raises((ValueError, ResponseError)):
        await log.append(commit(table, seed=None))
    await log.append(commit(table))
    with pytest.raises((ValueError, ResponseError)):
        await log.append(commit(table, 1, seed=SEED))
    stored = await log.load(table)
    assert stored is not None
    assert (stored.version, stored.seed) == (1, SEED)


async def test_a_reward_is_claimed_once_and_again_by_the_same_table(log: EventLog) -> None:
    earlier, one, two = table_id(), table_id(), table_id()
    anne, bob = "a" * 26, "b" * 26
    assert await log.claim_rewards(earlier, [anne], one) == {anne: one}
    assert await log.claim_rewards(earlier, [anne, bob], two) == {anne: one, bob: two}
    assert await log.claim_rewards(earlier, [anne], one) == {anne: one}
    assert await log.claim_rewards(table_id(), [anne], two) == {anne: two}


async def test_only_the_table_that_has_a_claim_releases_it(log: EventLog) -> None:
    earlier, one, two = table_id(), table_id(), table_id()
    anne = "a" * 26
    await log.claim_rewards(earlier, [anne], one)
    await log.release_reward(earlier, anne, two)
    assert await log.claim_rewards(earlier, [anne], two) == {anne: one}
    await log.release_reward(earlier, anne, one)
    assert await log.claim_rewards(earlier, [anne], two) == {anne: two}


async def test_one_of_many_simultaneous_claims_is_the_first(log: EventLog) -> None:
    earlier, tables, anne = table_id(), [table_id() for _ in range(20)], "a" * 26
    claims = await asyncio.gather(*(log.claim_rewards(earlier, [anne], t) for t in tables))
    assert len({owners[anne] for owners in claims}) == 1
    assert claims[0][anne] in tables
