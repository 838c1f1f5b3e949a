"""A ticket is valid once and for a short time."""

import asyncio

import pytest

from application.ports.tickets import Ticket
from store.client.pipeline import PipelinedClient
from store.tickets import RedisTickets

pytestmark = pytest.mark.anyio
ANNE = Ticket("a" * 26, "t" * 26)


async def test_of_many_who_show_a_ticket_at_once_one_gets_in(client: PipelinedClient) -> None:
    tickets = RedisTickets(client)
    await tickets.issue("word", ANNE, 30)
    found = await asyncio.gather(*[tickets.redeem("word") for _ in range(20)])
    assert [each for each in found if each is not None] == [ANNE]


async def test_a_ticket_passes_away_by_itself(client: PipelinedClient) -> None:
    tickets = RedisTickets(client)
    await tickets.issue("word", ANNE, 1)
    await asyncio.sleep(1.2)
    assert await tickets.redeem("word") is None


async def test_another_word_is_no_ticket(client: PipelinedClient) -> None:
    tickets = RedisTickets(client)
    await tickets.issue("word", ANNE, 30)
    assert await tickets.redeem("words") is None
    assert await tickets.redeem("word") == ANNE


async def test_the_word_itself_is_not_kept(client: PipelinedClient) -> None:
    await RedisTickets(client).issue("secret-word", ANNE, 30)
    [key] = await client.send_once("KEYS", "*")
    assert b"secret-word" not in key + await client.send_once("DUMP", key)
