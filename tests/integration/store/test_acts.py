"""The acts of administrators: a stream that only grows, whatever the process believes."""

import pytest

from domain.administration.acts import PlayerSuspended
from domain.administration.record import FIRST_HEAD, ActRecord, StoredAct, stored_act
from store.client.pipeline import PipelinedClient
from store.people.acts import RedisActLog

pytestmark = pytest.mark.anyio


@pytest.fixture
def acts(client: PipelinedClient) -> RedisActLog:
    return RedisActLog(client)


def act(number: int, head: bytes, reason: str = "Spam.") -> StoredAct:
    return stored_act(head, ActRecord(PlayerSuspended("a" * 26, reason), "2026", "z", number))


async def test_acts_are_read_in_their_order(acts: RedisActLog) -> None:
    assert await acts.read(0, 10) == []
    first = act(1, FIRST_HEAD)
    second = act(2, first.head)
    assert await acts.append(1, FIRST_HEAD, first)
    assert await acts.append(2, first.head, second)
    assert await acts.read(0, 10) == [first, second]
    assert await acts.read(1, 10) == [second]
    assert await acts.read(0, 1) == [first]


async def test_the_same_act_is_stored_once(acts: RedisActLog) -> None:
    first = act(1, FIRST_HEAD)
    assert await acts.append(1, FIRST_HEAD, first)
    assert await acts.append(1, FIRST_HEAD, first)  # the reply to the first call was lost
    assert await acts.read(0, 10) == [first]


async def test_an_act_must_follow_the_last_one(acts: RedisActLog) -> None:
    first = act(1, FIRST_HEAD)
    assert not await acts.append(2, first.head, act(2, first.head))  # there is no first
    assert await acts.append(1, FIRST_HEAD, first)
    assert not await acts.append(1, FIRST_HEAD, act(1, FIRST_HEAD, "Another."))
    assert not await acts.append(2, FIRST_HEAD, act(2, FIRST_HEAD))  # another head
    assert not await acts.append(3, first.head, act(3, first.head))  # a gap
    assert await acts.read(0, 10) == [first]
