"""Writes that a replica confirms: acknowledged only then, and never before reads."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from application.ports.accounts import IssuedToken
from application.ports.event_log import Appended, Duplicate, OutcomeUnknown, StoreRefuses
from application.settings import Settings
from domain.judging.commit import Commit
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.connect import Store
from store.people import people_keys
from tests.support.servers.processes import PATIENCE
from tests.support.stores.replicated_cluster import ReplicatedPair, replicated_pair
from tests.support.stores.servers import KINDS
from tests.support.tables.commits import commit, head, table_id
from workers.upkeep.doctor.checks import findings
from workers.upkeep.doctor.examine import examine

pytestmark = pytest.mark.anyio
PATIENT, HASTY = 8.0, 0.6  # seconds
KEY, DIGEST = b"k" * 32, b"d" * 32


IN_CI, *LATER = KINDS


@pytest.fixture(
    scope="module", params=[IN_CI, *(pytest.param(kind, marks=pytest.mark.long) for kind in LATER)]
)
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ReplicatedPair]:
    with replicated_pair(request.param, tmp_path_factory.mktemp("pair")) as pair:
        yield pair


@pytest.fixture
async def store(pair: ReplicatedPair) -> AsyncIterator[Store]:
    async with opened(pair) as store:
        await store.log.install_functions()
        yield store


@pytest.fixture
async def hasty(pair: ReplicatedPair) -> AsyncIterator[Store]:
    """The same over other connections, which soon give up."""
    async with opened(pair, seconds=HASTY) as store:
        yield store


def opened(pair: ReplicatedPair, replicas: int = 1, seconds: float = PATIENT) -> Store:
    return Store(pair.url, PATIENCE, client=PipelinedClient(pair.url, seconds), replicas=replicas)


def keyed(table: str) -> Commit:
    return commit(table, key=KEY, digest=DIGEST)


def has(pair: ReplicatedPair, table: str) -> bool:
    return bool(pair.replica.ask("XLEN", keyspace.events(table)))


@pytest.mark.parametrize("pair", KINDS, indirect=True)  # in CI, too
async def test_what_is_acknowledged_is_on_the_replica(pair: ReplicatedPair, store: Store) -> None:
    tables = [table_id() for _ in range(40)]
    replies = await asyncio.gather(*[store.log.append(commit(table)) for table in tables])
    assert replies == [Appended(1, 1)] * 40
    assert all(has(pair, table) for table in tables)


async def test_without_a_confirmation_the_outcome_is_unknown_and_the_key_finds_it_out(
    pair: ReplicatedPair, store: Store, hasty: Store
) -> None:
    table = table_id()
    with pair.paused():
        with pytest.raises(OutcomeUnknown):
            await hasty.log.append(keyed(table))
        async with opened(pair, seconds=HASTY) as other:  # its connections have written nothing
            with pytest.raises(OutcomeUnknown):
                await other.log.recall(table, KEY, DIGEST)
            with pytest.raises(OutcomeUnknown):
                await other.log.append(keyed(table))
    assert await store.log.recall(table, KEY, DIGEST) == Duplicate(1, 1, head(table, 1))
    assert has(pair, table)
    assert await store.log.append(keyed(table)) == Duplicate(1, 1, head(table, 1))
    assert await store.log.recall(table, b"x" * 32, DIGEST) is None


async def test_reads_do_not_wait_for_the_replica(
    pair: ReplicatedPair, store: Store, hasty: Store
) -> None:
    table = table_id()
    await store.log.append(commit(table))
    with pair.paused():
        append = asyncio.create_task(hasty.log.append(commit(table, 1)))
        while (await hasty.log.head(table) or (0, b""))[0] == 1:
            await asyncio.sleep(0)
        assert [entry.last for entry in await hasty.log.read(table)] == [1, 2]
        assert not append.done()
        with pytest.raises(OutcomeUnknown):
            await append


async def test_account_writes_are_confirmed(
    pair: ReplicatedPair, store: Store, hasty: Store
) -> None:
    player, token = table_id(), IssuedToken("t" * 16, table_id().encode(), "x", frozenset(), None)
    with pair.paused():
        with pytest.raises(OutcomeUnknown):
            await hasty.accounts.create(player, "Zoé", token)
        assert await hasty.accounts.by_token(token.hash) is not None
        async with opened(pair, seconds=HASTY) as other:
            with pytest.raises(OutcomeUnknown):  # though this call writes nothing new
                await other.accounts.create(player, "Zoé", token)
    await store.accounts.create(player, "Zoé", token)
    assert pair.replica.ask("EXISTS", people_keys.token(token.hash)) == 1


async def test_readiness_and_doctor_say_what_a_fail_over_keeps(
    pair: ReplicatedPair, store: Store, tmp_path: Path
) -> None:
    assert (await store.facts()).failover == "keeps"
    async with opened(pair, replicas=0) as unconfirmed:
        assert (await unconfirmed.facts()).failover == "may_lose"
    assert await found(pair, tmp_path, 0) == ["Set LUDOTHEQUE_REPLICAS=1 for all processes."]
    assert await found(pair, tmp_path, 1) == ["Set `min-replicas-to-write 1` on every server."]
    with pair.demanding(1):
        assert await found(pair, tmp_path, 1) == []


async def test_a_master_without_its_replica_stores_nothing(
    pair: ReplicatedPair, store: Store
) -> None:
    table = table_id()
    pair.part()
    try:
        assert "no replica is connected" in str((await store.facts()).refusal)
        async with opened(pair, replicas=0) as unconfirmed:
            assert (await unconfirmed.facts()).failover == "none"
        with pair.demanding(1), pytest.raises(StoreRefuses, match="too few replicas"):
            await store.log.append(commit(table))
    finally:
        pair.join()
    assert await store.log.load(table) is None
    assert await store.log.append(commit(table)) == Appended(1, 1)


async def found(pair: ReplicatedPair, var: Path, replicas: int) -> list[str]:
    """Return what the doctor says about replication."""
    settings = Settings(
        redis_url=pair.url, store_seconds=PATIENCE, queue_url=pair.url, var=var, replicas=replicas
    )
    actions = [finding.action for finding in findings(await examine(settings))]
    return [action for action in actions if "replica" in action.lower()]
