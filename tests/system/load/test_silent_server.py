"""A server that accepts connections and never answers: tables arrive and every wait counts."""

import asyncio
import gc
import random
import ssl
import time

from openapi.load.client import REQUEST_SECONDS
from openapi.load.counters import table_counts
from openapi.load.mix import TableKind
from openapi.load.report import Profile
from openapi.load.run import LoadGenerator
from openapi.play.table import Player
from tests.support.players.api_document import API
from tests.support.servers.ports import free_port
from tests.support.servers.processes import PROGRAM_SECONDS, eventually

A_MOMENT = 0.1
ENOUGH = 6  # tables
RATE = 20  # of them in a second


async def silent(most: int, hurried: bool = False, scheme: str = "http") -> LoadGenerator:
    """Tables come to a server that takes connections and says nothing."""
    port = free_port()

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    profile = Profile(
        mix={},
        options={},
        rate=RATE,
        think=1,
        sealed=0,
        arrival="even",
        most=most,
        seconds=PROGRAM_SECONDS,
    )
    base, tls = f"{scheme}://127.0.0.1:{port}", ssl.create_default_context()
    generator = LoadGenerator(base, tls, API, [TableKind("house", 1)], profile, random.Random(1))
    async with await asyncio.start_server(say_nothing, "127.0.0.1", port):
        playing = asyncio.create_task(generator.play())
        await eventually(lambda: generator.counters.late["arrival"].count >= ENOUGH)
        generator.stop()
        await playing
        if hurried:
            generator.pool.registered.append(Player("anne", "token"))  # to be erased, in vain
            asyncio.get_running_loop().call_later(A_MOMENT, generator.stop)
        await generator.clean_up()
    return generator


def test_tables_come_though_nobody_is_served() -> None:
    tables = table_counts(asyncio.run(silent(most=1000)).counters.tables["house:1"])
    assert tables.due >= ENOUGH
    assert (tables.cut_short, tables.finished, tables.skipped) == (tables.due, 0, 0)


def test_a_wait_that_the_end_cuts_short_is_in_the_figures() -> None:
    """Else a server that stalls until the end would look as good as before."""
    counters = asyncio.run(silent(most=1000)).counters
    waited = counters.latency["createPlayer"]
    assert (
        waited.count == counters.without_answer >= ENOUGH - 1
    )  # the last has perhaps not asked yet
    assert waited.max >= 1000 * (ENOUGH - 1) / RATE  # the first came when the others were not due
    assert counters.journeys["seating"].max >= waited.max
    assert (counters.answers, counters.service) == (0, {})


def test_a_second_stop_does_not_wait_for_the_cleaning_up() -> None:
    began = time.monotonic()
    asyncio.run(silent(most=1000, hurried=True))
    assert time.monotonic() - began < REQUEST_SECONDS


def test_connections_that_the_end_finds_in_their_handshake_are_closed() -> None:
    """One that is not closed is a warning of Python, and warnings are errors here."""
    counters = asyncio.run(silent(most=1000, scheme="https")).counters
    gc.collect()
    assert counters.without_answer >= ENOUGH - 1


def test_more_than_are_allowed_are_skipped_and_counted() -> None:
    generator = asyncio.run(silent(most=2))
    tables = table_counts(generator.counters.tables["house:1"])
    assert (tables.cut_short, tables.skipped) == (2, tables.due - 2)
    assert generator.counters.late["arrival"].count == tables.due
