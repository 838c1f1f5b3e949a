"""The end of a run: answers under way are waited for, and nothing else is sent."""

import asyncio

import httpx

from openapi.load.client import Client
from openapi.load.counters import Counters
from openapi.load.crowd.actor import Actor, RunOver, end
from tests.support.players.api_document import API

REQUEST = API.request("isAlive")


class Server:
    """Answers when `answer` is set."""

    def __init__(self) -> None:
        self.asked, self.answer = asyncio.Event(), asyncio.Event()

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.set()
        await self.answer.wait()
        return httpx.Response(200, json={})


async def ended(answered: bool) -> Counters:
    server, counters = Server(), Counters()
    async with httpx.AsyncClient(
        transport=httpx.MockTransport(server), base_url="http://h"
    ) as http:
        actor = Actor(Client(http, counters))

        async def ask_for_ever() -> None:
            while True:
                await actor.wait_for(actor.client.ask(REQUEST))

        task = actor.begin(ask_for_ever())
        await server.asked.wait()
        if answered:
            asyncio.get_running_loop().call_soon(server.answer.set)
        await end([actor], 60.0 if answered else 0.0)
        assert task.done()
        assert isinstance(task.exception(), RunOver) if answered else task.cancelled()
    return counters


def test_an_answer_under_way_is_counted_and_no_request_follows() -> None:
    counters = asyncio.run(ended(answered=True))
    assert (counters.answers, counters.without_answer) == (1, 0)


def test_a_request_that_is_not_answered_in_time_is_unanswered() -> None:
    counters = asyncio.run(ended(answered=False))
    assert (counters.answers, counters.without_answer) == (0, 1)


def test_an_actor_that_waits_for_nothing_ends_at_once() -> None:
    async def idle() -> bool:
        actor = Actor(Client(httpx.AsyncClient(), Counters()))
        task = actor.begin(asyncio.sleep(3600))
        await end([actor])
        return task.cancelled()

    assert asyncio.run(idle())
