"""Scrubbing checks every table in the store and names the damaged ones."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result
from redis import Redis

from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.stored import lined
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.tables.log import RedisEventLog
from tests.support.histories.bundles import of_type, rewritten
from tests.support.servers.processes import PATIENCE
from tests.support.stores.archiving import scrub_on
from tests.support.tables.party import Party, seated, started
from workers.cli import main
from workers.upkeep.scrub.report import HISTORY, UNKNOWN

pytestmark = pytest.mark.anyio


@pytest.fixture
async def parties(tables: TableCache) -> list[Party]:
    """An open table, two that are played, one that is finished."""
    found = [await seated(tables), await started(tables), await started(tables, clock=600)]
    finished = await started(tables)
    await finished.finish()
    return [*found, finished]


def run(server: EmbeddedServer, *words: str) -> Result:
    env = {"LUDOTHEQUE_REDIS_URL": server.url}
    return CliRunner(env=env).invoke(main, ["scrub", *words], prog_name="ludotheque")


async def a_version_less(client: PipelinedClient, log: RedisEventLog, table: str) -> None:
    await client.execute("XDEL", keyspace.events(table), "3-1")


async def a_better_hand(client: PipelinedClient, log: RedisEventLog, table: str) -> None:
    """Changed by somebody who knows the seed and rebuilds the whole chain."""
    stored = await log.load(table)
    assert stored is not None
    change = of_type("gumball_rally.hand_dealt", lambda told: told["cards"].reverse())
    forged = rewritten(table, stored, change)
    key = keyspace.events(table)
    raw = await client.execute("XRANGE", key, "-", "+")
    await client.execute("DEL", key)
    for (id_, fields), entry in zip(raw, forged.entries, strict=True):
        told = dict(zip(fields[::2], fields[1::2], strict=True))
        told |= {b"e": lined(entry.events), b"h": entry.head}
        await client.execute("XADD", key, id_, *(word for pair in told.items() for word in pair))
    await client.execute("HSET", keyspace.meta(table), "h", forged.head)


Damage = Callable[[PipelinedClient, RedisEventLog, str], Awaitable[Any]]
DAMAGES: list[Damage] = [a_version_less, a_better_hand]  # others: integration/store/damage


async def test_a_changed_history_is_found_and_named(
    client: PipelinedClient,
    log: RedisEventLog,
    tables: TableCache,
    parties: list[Party],
    server: EmbeddedServer,
) -> None:
    damaged = [await started(tables) for _ in DAMAGES]
    for damage, party in zip(DAMAGES, damaged, strict=True):
        await damage(client, log, party.table)
    report = await scrub_on(client).run(len)
    assert {each.table for each in report.damaged} == {party.table for party in damaged}
    quick = await scrub_on(client, quick=True).run(len)
    assert {each.table for each in report.damaged} - {each.table for each in quick.damaged} == {
        damaged[-1].table
    }


def planted(server: EmbeddedServer) -> str:
    async def plant() -> str:
        client = PipelinedClient(server.url, PATIENCE)
        try:
            await client.send_once("FLUSHALL")
            log = RedisEventLog(client)
            party = await started(TableCache(log, RealWorld()))
            await a_better_hand(client, log, party.table)
            return party.table
        finally:
            await client.aclose()

    return asyncio.run(plant())


def test_the_command_names_the_table_and_fails(server: EmbeddedServer) -> None:
    table = planted(server)
    told = run(server)
    assert told.exit_code == 1
    assert "1 tables" in told.output
    assert table in told.output
    assert f'"table": "{table}"' in run(server, "--json").output
    assert run(server, "--quick").exit_code == 0


def test_the_command_repairs_what_is_derived(server: EmbeddedServer) -> None:
    planted(server)
    with Redis.from_url(server.url) as redis:
        redis.zadd(keyspace.deadlines(7), {"x" * 26: 1})
        told = run(server)
        assert told.exit_code == 1
        assert "1 keys damaged" in told.output
        assert f"{keyspace.deadlines(7)} (deadlines): There is no table {'x' * 26}." in told.output
        assert "Run `ludotheque scrub --repair`." in told.output
        assert "1 keys repaired" in run(server, "--repair", "--quick").output
        assert run(server, "--quick").exit_code == 0
        assert redis.exists(keyspace.deadlines(7)) == 0


def test_an_empty_store_is_sound(server: EmbeddedServer) -> None:
    with Redis.from_url(server.url) as redis:
        redis.flushall()
    told = run(server)
    assert (told.exit_code, told.output) == (0, "0 tables, 0 events: 0 damaged\n")


@pytest.mark.parametrize(
    ("key", "action"),
    [
        ("{p01}:game:abcdefghijklmnopqrstuvwxyz:log", HISTORY),
        ("{p01}:17:events", HISTORY),
        ("{p01}:session:17", UNKNOWN),
    ],
)
async def test_what_looks_like_a_history_is_never_to_be_deleted(
    client: PipelinedClient, key: str, action: str
) -> None:
    await client.execute("XADD", key, "*", "e", "x")
    report = await scrub_on(client).run(len)
    assert [(each.key, each.action) for each in report.keys] == [(key, action)]
