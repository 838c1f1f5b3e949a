"""A server that stalls does not slow down those who come: what they suffer is in the figures."""

import asyncio
import random
import ssl
import time

import httpx
import pytest

from openapi.load.client import REQUEST_SECONDS, Line, Refused
from openapi.load.counters import Tally, ended
from openapi.load.mix import Offer
from openapi.load.player_pool import Lobby, Player
from openapi.load.report import Profile
from openapi.load.run import Crowd
from openapi.load.table_run import House as Shared
from openapi.load.table_run import Visit
from tests.support.load.fake_server import DOCUMENT, FakeServer
from tests.support.ports import free_port

STALL = 1.0
THOUGHT = 0.05
TURNS = 20
PATIENCE = 30.0
A_MOMENT = 0.1
ENOUGH = 6  # tables
RATE = 20  # of them in a second


def stalls_once() -> FakeServer:
    stalled: list[httpx.Request] = []

    async def before(request: httpx.Request) -> None:
        if request.url.path.endswith("/commands") and not stalled:
            stalled.append(request)
            await asyncio.sleep(STALL)

    return FakeServer(TURNS, before)


async def visited(house: FakeServer) -> Tally:
    tally = Tally()
    shared = Shared(DOCUMENT, Lobby(DOCUMENT), tally, lambda _: THOUGHT)
    async with house.client() as http:
        due = asyncio.get_running_loop().time()
        await Visit(shared, Offer("house", 1), Line(http, tally), random.Random(1), due).play()
    return tally


def test_turns_are_late_by_the_plan_not_by_the_last_answer() -> None:
    tally = asyncio.run(visited(stalls_once()))
    assert tally.latency["sendCommand"].count == TURNS
    # The plan has 20 turns in one second; all but the first fall into the stall.
    looked, served = tally.latency["getTable"], tally.service["getTable"]
    assert looked.percentile(50) > 300
    assert served.percentile(50) < looked.percentile(50)
    assert tally.late["turn"].percentile(50) > 300
    assert tally.journeys["turn"].max >= 1000 * STALL
    assert tally.errors == {}


async def silent(most: int, hurried: bool = False) -> Crowd:
    """Tables come to a server that takes connections and says nothing."""
    port = free_port()

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    profile = Profile(
        mix={}, options={}, rate=RATE, think=1, arrival="even", most=most, seconds=2 * PATIENCE
    )
    base, tls = f"http://127.0.0.1:{port}", ssl.create_default_context()
    crowd = Crowd(base, tls, DOCUMENT, [Offer("house", 1)], profile, random.Random(1))
    async with await asyncio.start_server(say_nothing, "127.0.0.1", port):
        playing = asyncio.create_task(crowd.play())
        async with asyncio.timeout(PATIENCE):
            while crowd.tally.late["arrival"].count < ENOUGH:
                await asyncio.sleep(0.01)
        crowd.stop()
        await playing
        if hurried:
            crowd._house.lobby.everyone.append(Player("anne", "token"))  # to be erased, in vain
            asyncio.get_running_loop().call_later(A_MOMENT, crowd.stop)
        await crowd.go_home()
    return crowd


def test_tables_come_though_nobody_is_served() -> None:
    tables = ended(asyncio.run(silent(most=1000)).tally.tables["house:1"])
    assert tables.due >= ENOUGH
    assert (tables.cut_short, tables.finished, tables.skipped) == (tables.due, 0, 0)


def test_a_wait_that_the_end_cuts_short_is_in_the_figures() -> None:
    """Else a server that stalls until the end would look as good as before."""
    tally = asyncio.run(silent(most=1000)).tally
    waited = tally.latency["createPlayer"]
    assert waited.count == tally.silences >= ENOUGH - 1  # the last has perhaps not asked yet
    assert waited.max >= 1000 * (ENOUGH - 1) / RATE  # the first came when the others were not due
    assert tally.journeys["seating"].max >= waited.max
    assert (tally.answers, tally.service) == (0, {})


def test_who_says_stop_twice_need_not_wait_for_the_cleaning_up() -> None:
    began = time.monotonic()
    asyncio.run(silent(most=1000, hurried=True))
    assert time.monotonic() - began < REQUEST_SECONDS


def test_more_than_are_allowed_are_skipped_and_counted() -> None:
    crowd = asyncio.run(silent(most=2))
    tables = ended(crowd.tally.tables["house:1"])
    assert (tables.cut_short, tables.skipped) == (2, tables.due - 2)
    assert crowd.tally.late["arrival"].count == tables.due


def busy(times: int, status: int, **headers: str) -> FakeServer:
    refusals = [status] * times

    async def before(request: httpx.Request) -> httpx.Response | None:
        if not refusals:
            return None
        problem = {"type": "/problems/too_many_requests"}
        return httpx.Response(refusals.pop(), json=problem, headers=headers)

    return FakeServer(1, before)


def test_a_command_that_is_sent_again_has_the_same_key_and_another_has_another() -> None:
    house, tally = busy(1, 503, **{"Retry-After": "0"}), Tally()
    play = DOCUMENT.request("sendCommand", {"table": "t"}, {"type": "house.wait"})

    async def twice() -> None:
        async with house.client() as http:
            await Line(http, tally).ask(play, "token")
            await Line(http, tally).ask(play, "token")

    asyncio.run(twice())
    first, again, other = house.keys
    assert first == again != other
    assert None not in house.keys
    assert asyncio.run(registered(house, tally))
    assert house.keys[-1] is None  # where the document knows no key


async def registered(house: FakeServer, tally: Tally) -> object:
    async with house.client() as http:
        return await Line(http, tally).ask(DOCUMENT.request("createPlayer", body={"name": "Anne"}))


def test_who_is_told_to_wait_waits_and_the_wait_is_latency() -> None:
    tally = Tally()
    assert asyncio.run(registered(busy(1, 429, **{"Retry-After": "1"}), tally))
    assert tally.errors == {"too_many_requests": 1}
    assert tally.latency["createPlayer"].count == 1
    assert tally.latency["createPlayer"].max >= 1000
    assert tally.service["createPlayer"].max < tally.latency["createPlayer"].max


@pytest.mark.parametrize(
    ("house", "errors"),
    [
        (busy(9, 429, **{"Retry-After": "0"}), {"too_many_requests": 4}),
        (busy(9, 409), {"too_many_requests": 1}),
        (busy(9, 429), {"too_many_requests": 1}),
    ],
)
def test_a_refusal_for_good_is_counted_and_given_up(
    house: FakeServer, errors: dict[str, int]
) -> None:
    tally = Tally()
    with pytest.raises(Refused):
        asyncio.run(registered(house, tally))
    assert tally.errors == errors
