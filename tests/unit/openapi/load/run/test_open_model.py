"""A server that stalls does not slow down arrivals: the waiting is in the figures."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from openapi.load.client import Client, RequestFailed
from openapi.load.counters import Counters
from openapi.load.mix import TableKind
from openapi.load.player_pool import PlayerPool
from openapi.load.table_run import RunContext, TableRun
from tests.support.players.api_document import API

STALL = 1.0
THOUGHT = 0.05
TURNS = 20
Answer = Callable[[httpx.Request], Awaitable[httpx.Response | None]]


class FakeServer:
    """One player takes `turns` turns alone; `before` may answer instead of the server."""

    def __init__(self, turns: int, before: Answer | None = None) -> None:
        self._left = turns
        self._before = before
        self.asked: list[str] = []
        self.keys: list[str | None] = []

    def client(self) -> httpx.AsyncClient:
        transport = httpx.MockTransport(self._answer)
        return httpx.AsyncClient(transport=transport, base_url="http://house")

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        self.keys.append(request.headers.get("Idempotency-Key"))
        self.asked.append(f"{request.method} {request.url.path}")
        if self._before is not None and (said := await self._before(request)) is not None:
            return said
        return httpx.Response(200, json=self._body(request))

    def _body(self, request: httpx.Request) -> dict[str, Any]:
        if request.url.path.endswith("/commands"):
            self._left -= 1
        return {
            "id": "only",
            "token": "secret",
            "version": 1,
            "head": "00",
            "status": "running" if self._left else "finished",
            "seats": [{"seat": 0, "player": "only"}],
            "decision": {"seats": [0]},
            "actions": [{"label": "Wait", "group": "Wait", "command": {"type": "house.wait"}}],
        }


def stalls_once() -> FakeServer:
    stalled: list[httpx.Request] = []

    async def before(request: httpx.Request) -> None:
        if request.url.path.endswith("/commands") and not stalled:
            stalled.append(request)
            await asyncio.sleep(STALL)

    return FakeServer(TURNS, before)


async def visited(house: FakeServer) -> Counters:
    counters = Counters()
    context = RunContext(API, PlayerPool(API), counters, lambda _, last: last + THOUGHT)
    async with house.client() as http:
        due = asyncio.get_running_loop().time()
        kind, client = TableKind("house", 1), Client(http, counters)
        await TableRun(context, kind, client, random.Random(1), due).play()
    return counters


def test_turns_are_late_by_the_plan_not_by_the_last_answer() -> None:
    counters = asyncio.run(visited(stalls_once()))
    assert counters.latency["sendCommand"].count == TURNS
    # The plan has 20 turns in one second; all but the first fall into the stall.
    looked, served = counters.latency["getTable"], counters.service["getTable"]
    assert looked.percentile(50) > 300
    assert served.percentile(50) < looked.percentile(50)
    assert counters.late["turn"].percentile(50) > 300
    assert counters.journeys["turn"].max >= 1000 * STALL
    assert counters.errors == {}


def busy(times: int, status: int, **headers: str) -> FakeServer:
    refusals = [status] * times

    async def before(request: httpx.Request) -> httpx.Response | None:
        if not refusals:
            return None
        problem = {"type": "/problems/too_many_requests"}
        return httpx.Response(refusals.pop(), json=problem, headers=headers)

    return FakeServer(1, before)


def test_a_command_that_is_sent_again_has_the_same_key_and_another_has_another() -> None:
    house, counters = busy(1, 503, **{"Retry-After": "0"}), Counters()
    play = API.request("sendCommand", {"table": "t"}, {"type": "house.wait"})

    async def twice() -> None:
        async with house.client() as http:
            await Client(http, counters).ask(play, "token")
            await Client(http, counters).ask(play, "token")

    asyncio.run(twice())
    first, again, other = house.keys
    assert first == again != other
    assert None not in house.keys
    assert asyncio.run(registered(house, counters))
    assert house.keys[-1] is None  # where the document knows no key


async def registered(house: FakeServer, counters: Counters) -> object:
    async with house.client() as http:
        return await Client(http, counters).ask(API.request("createPlayer", body={"name": "Anne"}))


def test_a_player_waits_for_retry_after_and_the_wait_is_latency() -> None:
    counters = Counters()
    assert asyncio.run(registered(busy(1, 429, **{"Retry-After": "1"}), counters))
    assert counters.errors == {"too_many_requests": 1}
    assert counters.latency["createPlayer"].count == 1
    assert counters.latency["createPlayer"].max >= 1000
    assert counters.service["createPlayer"].max < counters.latency["createPlayer"].max


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
    counters = Counters()
    with pytest.raises(RequestFailed):
        asyncio.run(registered(house, counters))
    assert counters.errors == errors
