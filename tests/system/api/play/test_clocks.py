"""Clocks over HTTP: views, streams and lists show banks, and an empty bank rejects commands."""

import asyncio

import httpx

from application.handle import handle
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.actors import ByClock
from domain.table.commands import CallTime
from store.embedded.server import EmbeddedServer
from store.opening.factory import open_client
from store.tables.log import RedisEventLog
from tests.support.documents.document_check import assert_problem
from tests.support.servers.processes import PATIENCE, until
from tests.support.tables.http_table import HttpTable, start_table
from tests.support.tables.timed_tables import ASKED, seconds

BANK = {"kind": "bank", "bank_seconds": 1}
FISCHER = {"kind": "fischer", "bank_seconds": 600, "increment_seconds": 5}


def test_a_view_shows_the_bank_of_every_seat(http: httpx.Client) -> None:
    table = start_table(http, clock=FISCHER)
    [asked] = table.seen()["decision"]["seats"]
    [opened] = table.events(ASKED)
    [clock] = opened["data"]["clocks"]
    seen = [seat["clock"] for seat in table.seen()["seats"]]
    still = {"bank_ms": 600_000, "running_since": None, "runs_out": None, "deadline": None}
    assert [each for seat, each in enumerate(seen) if seat != asked] == [still, still]
    assert seen[asked]["running_since"] == clock["since"] == opened["at"]
    assert seen[asked]["deadline"] == seen[asked]["runs_out"] == clock["deadline"]
    answer = table.step()
    [stopped] = [e for e in answer["events"] if e["type"] == "table.clock_stopped"]
    spent = stopped["data"]["spent_ms"]
    assert spent == round(1000 * (seconds(stopped["at"]) - seconds(clock["since"])))
    left = 605_000 - spent
    assert table.seen()["seats"][asked]["clock"] == {**still, "bank_ms": left}


def play_defaults(table: HttpTable, store: EmbeddedServer) -> None:
    """Do what the timers would do, which do not run here."""

    async def call_time() -> None:
        client = open_client(store.url, PATIENCE)
        try:
            tables = TableCache(RedisEventLog(client), RealWorld())
            await handle(tables, table.id, ByClock(), CallTime())
        finally:
            await client.aclose()

    asyncio.run(call_time())


def test_a_seat_with_an_empty_bank_can_neither_play_nor_return(
    http: httpx.Client, store: EmbeddedServer
) -> None:
    table = start_table(http, clock=BANK)
    asked = table.at_turn()
    command, deadline = table.listed(asked), seconds(table.seen()["decision"]["deadline"])
    until(lambda: RealWorld().now() / 1000 > deadline)
    play_defaults(table, store)
    assert_problem(asked.post(f"{table.path}/seats", {}), 409, "bank_empty")
    assert_problem(table.send(asked, command), 409, "bank_empty")
