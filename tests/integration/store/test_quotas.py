"""Quotas are counted in the store in one step: processes that race cannot exceed them."""

import asyncio

import pytest

from application.setting_values import Quota
from store.client.base import StoreClient
from store.opening.factory import open_client
from store.people.quotas import RedisQuotas
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.stores.cluster import AnyServer

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]


@pytest.fixture
def quotas(client: StoreClient) -> RedisQuotas:
    return RedisQuotas(client)


async def test_no_more_than_the_limit_is_held(quotas: RedisQuotas) -> None:
    assert [await quotas.hold("tables", "anne", f"t{n}", 2, 60) for n in range(3)] == [
        True,
        True,
        False,
    ]
    assert await quotas.hold("tables", "anne", "t0", 2, 60)  # it is held already
    assert await quotas.hold("tables", "bob", "t2", 2, 60)
    assert await quotas.hold("bot_tables", "anne", "t2", 2, 60)
    assert sorted(await quotas.some_held("tables", "anne", 9)) == ["t0", "t1"]
    assert len(await quotas.some_held("tables", "anne", 1)) == 1


async def test_what_is_released_makes_room(quotas: RedisQuotas) -> None:
    assert await quotas.hold("streams", "anne", "a", 1, 60)
    await quotas.release("streams", "anne", ["a", "unknown"])
    assert await quotas.hold("streams", "anne", "b", 1, 60)


async def test_what_is_not_released_ends_by_itself(quotas: RedisQuotas) -> None:
    assert await quotas.hold("streams", "anne", "a", 1, 0.01)
    await eventually(lambda: quotas.hold("streams", "anne", "b", 1, 60))


async def test_what_is_held_again_is_held_longer_and_never_shorter(quotas: RedisQuotas) -> None:
    assert await quotas.hold("tables", "anne", "a", 1, 0.05)
    assert await quotas.hold("tables", "anne", "a", 1, 60)
    assert await quotas.hold("tables", "anne", "a", 1, 0.01)
    await quotas.hold("tables", "bob", "a", 1, 0.05)
    await eventually(lambda: quotas.hold("tables", "bob", "b", 1, 60))  # so much time has passed
    assert not await quotas.hold("tables", "anne", "b", 1, 60)


async def test_processes_that_race_hold_no_more_than_there_is(
    quotas: RedisQuotas, server: AnyServer
) -> None:
    others = [open_client(server.url, PATIENCE) for _ in range(4)]
    held = await asyncio.gather(
        *[
            RedisQuotas(each).hold("tables", "anne", f"{n}", 7, 60)
            for n in range(10)
            for each in others
        ]
    )
    # Every number is tried by four processes: those that got it all say so.
    assert len(await quotas.some_held("tables", "anne", 9)) == 7
    assert held.count(True) >= 7
    for each in others:
        await each.aclose()


async def test_a_burst_is_allowed_and_then_the_rate(quotas: RedisQuotas) -> None:
    quota = Quota(5, 3600)
    waits = await asyncio.gather(*[quotas.spend("forks", "anne", quota) for _ in range(20)])
    assert waits.count(0) == 5
    refused = [wait for wait in waits if wait]
    assert all(700 < wait <= 720 for wait in refused)
    assert await quotas.spend("forks", "bob", quota) == 0
    assert await quotas.spend("audits", "anne", quota) == 0


async def test_uses_come_back(quotas: RedisQuotas) -> None:
    quota = Quota(10, 1)
    assert any(await asyncio.gather(*[quotas.spend("forks", "anne", quota) for _ in range(20)]))
    await eventually(lambda: has_room(quotas, quota))


async def has_room(quotas: RedisQuotas, quota: Quota) -> bool:
    return await quotas.spend("forks", "anne", quota) == 0


async def test_nothing_is_kept_longer_than_it_counts(
    quotas: RedisQuotas, client: StoreClient
) -> None:
    await quotas.hold("tables", "anne", "a", 5, 60)
    await quotas.hold("tables", "anne", "b", 5, 1)
    await quotas.spend("forks", "anne", Quota(5, 3600))
    assert 55_000 < await client.execute("PTTL", "{quota-anne}:tables") <= 60_000
    assert 700_000 < await client.execute("PTTL", "{quota-anne}:forks") <= 720_001
