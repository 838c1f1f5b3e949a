"""Tables wait for their bots by owner, and the owners take turns."""

from collections.abc import Iterator

import pytest
from redis import Redis

from application.ports.jobs import BotWakeup
from application.store_url import queue_beside
from store.bot_queue import MOST_TABLES, BotQueue
from store.embedded.server import EmbeddedServer

ANNE, BOB, CARL = "anne", "bob", "carl"


@pytest.fixture
def connection(server: EmbeddedServer) -> Iterator[Redis]:
    with Redis.from_url(queue_beside(server.url)) as connection:
        connection.flushdb()
        yield connection


@pytest.fixture
def queue(connection: Redis) -> BotQueue:
    return BotQueue(connection)


def waiting(owner: str, *tables: str) -> list[BotWakeup]:
    return [BotWakeup(table, owner) for table in tables]


def taken(queue: BotQueue) -> list[str]:
    """Take everything; return the tables in the order they came."""
    found = []
    while (wakeup := queue.take()) is not None:
        found.append(wakeup.table)
    return found


def test_an_owner_of_many_tables_gets_no_more_turns_than_others(queue: BotQueue) -> None:
    queue.add(waiting(ANNE, "a1", "a9", "a3", "a4"))
    queue.add([*waiting(BOB, "b1"), *waiting(CARL, "c1", "c2")])
    assert queue.count() == 7
    assert taken(queue) == ["a1", "b1", "c1", "a9", "c2", "a3", "a4"]
    assert queue.count() == 0


def test_a_table_that_is_put_back_waits_behind_those_of_its_owner(queue: BotQueue) -> None:
    queue.add(waiting(ANNE, "a1", "a2"))
    first = queue.take()
    assert first == BotWakeup("a1", ANNE)
    queue.add([first])
    assert taken(queue) == ["a2", "a1"]


def test_a_table_waits_once_and_keeps_its_place(queue: BotQueue) -> None:
    queue.add(waiting(ANNE, "a1", "a2"))
    queue.add(waiting(ANNE, "a1"))
    assert taken(queue) == ["a1", "a2"]


def test_the_tables_of_one_owner_are_bounded(queue: BotQueue) -> None:
    queue.add(waiting(ANNE, *(f"a{n:03}" for n in range(MOST_TABLES + 5))))
    queue.add(waiting(BOB, "b1"))
    assert queue.count() == MOST_TABLES + 1
    assert taken(queue)[:2] == ["a000", "b1"]


def test_an_empty_queue_leaves_nothing_in_the_store(queue: BotQueue, connection: Redis) -> None:
    queue.add([*waiting(ANNE, "a1"), *waiting(BOB, "b1", "b2")])
    taken(queue)
    assert queue.take() is None
    assert connection.keys("*") == []
