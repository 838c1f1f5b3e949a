"""A ticket is valid once; its client may resume with it for a bounded time."""

import asyncio

import pytest

from application.ports.tickets import Ticket
from domain.kernel.ids import PlayerId
from store.client.pipeline import PipelinedClient
from store.people.tickets import RedisTickets
from tests.support.servers.processes import eventually

pytestmark = pytest.mark.anyio
ANNE = Ticket("a" * 26, "t" * 26, bytes(range(32)))


async def redeem(
    tickets: RedisTickets,
    word: str = "word",
    client: str = "browser",
    resume: bool = False,
    seconds: int = 60,
    table: str = ANNE.table,
) -> PlayerId | None:
    found = await tickets.redeem(word, table, client, resume, seconds)
    assert found is None or found == ANNE
    return None if found is None else found.player


async def is_empty(client: PipelinedClient) -> bool:
    return bool(await client.send_once("DBSIZE") == 0)


async def test_one_of_many_simultaneous_uses_of_a_ticket_is_accepted(
    client: PipelinedClient,
) -> None:
    tickets = RedisTickets(client)
    await tickets.issue("word", ANNE, 30)
    found = await asyncio.gather(*[redeem(tickets) for _ in range(20)])
    assert [each for each in found if each is not None] == [ANNE.player]


async def test_a_ticket_passes_away_by_itself(client: PipelinedClient) -> None:
    tickets = RedisTickets(client)
    await tickets.issue("word", ANNE, 1)
    await eventually(lambda: is_empty(client))
    assert await redeem(tickets) is None


async def test_another_word_or_table_is_no_ticket(client: PipelinedClient) -> None:
    tickets = RedisTickets(client)
    await tickets.issue("word", ANNE, 30)
    assert await redeem(tickets, "words") is None
    assert await redeem(tickets, table="u" * 26) is None
    assert await redeem(tickets) == ANNE.player


async def test_the_client_that_used_it_may_resume_and_nobody_else(client: PipelinedClient) -> None:
    tickets = RedisTickets(client)
    await tickets.issue("word", ANNE, 30)
    assert await redeem(tickets) == ANNE.player
    for _ in range(3):
        assert await redeem(tickets, resume=True) == ANNE.player
    assert await redeem(tickets) is None
    assert await redeem(tickets, client="another", resume=True) is None
    assert await redeem(tickets, table="u" * 26, resume=True) is None


async def test_resuming_ends_some_time_after_the_first_use(client: PipelinedClient) -> None:
    tickets = RedisTickets(client)
    await tickets.issue("word", ANNE, 30)
    assert await redeem(tickets, seconds=60) == ANNE.player
    assert await redeem(tickets, resume=True, seconds=1000) == ANNE.player
    [key] = await client.send_once("KEYS", "*")
    assert await client.send_once("TTL", key) <= 60


async def test_the_word_itself_is_not_kept(client: PipelinedClient) -> None:
    await RedisTickets(client).issue("secret-word", ANNE, 30)
    [key] = await client.send_once("KEYS", "*")
    assert b"secret-word" not in key + await client.send_once("DUMP", key)
