"""Callers over the rate limit must wait, but a player can always move on their turn."""

import time
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from api.app import create_app
from api.asgi.middleware import Middleware
from application.setting_values import Rate
from application.settings import Settings
from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.players.callers import Caller
from tests.support.servers.processes import PATIENCE
from tests.support.tables.http_table import HttpTable

pytestmark = pytest.mark.anyio


@pytest.fixture
async def front(store: EmbeddedServer) -> AsyncIterator[Middleware]:
    app = create_app(
        Settings(
            redis_url=store.url,
            store_seconds=PATIENCE,
            rate_per_token=Rate(1, 60),
            rate_per_address=Rate(1, 70),
            rate_of_registration=Rate(1, 50),
        )
    )
    async with app.app.lifespan():
        yield app


class Door:
    """The application itself, called from some address."""

    def __init__(self, front: Middleware, address: str = "192.0.2.1") -> None:
        transport = httpx.ASGITransport(app=front, client=(address, 1))  # type: ignore[arg-type]
        self._http = httpx.AsyncClient(transport=transport, base_url="http://test")

    async def ask(
        self, path: str, caller: Caller | None = None, body: Any = None, **sent: Any
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {caller.token}"} if caller else {}
        method = "GET" if body is None else "POST"
        answer = await self._http.request(method, path, headers=headers, json=body, **sent)
        check_documented(answer)
        return answer

    async def drain(self, path: str = "/v1/games", *who: Any) -> httpx.Response:
        """Ask until it is too much."""
        for _ in range(2000):
            answer = await self.ask(path, *who)
            if answer.status_code == 429:
                return answer
        pytest.fail("never too much")


async def test_a_token_has_its_own_bucket_and_its_turn_is_sacred(
    front: Middleware, race: HttpTable
) -> None:
    mover, other, commands = race.at_turn(), race.waiting(), f"{race.path}/commands"
    command, door, elsewhere = race.listed(mover), Door(front), Door(front, "192.0.2.7")
    for caller, near in ((other, elsewhere), (mover, door)):
        await near.ask("/v1/players/me", caller)  # now the token is known
        answer = await near.drain("/v1/games", caller)
        problem = assert_problem(answer, 429, "too_many_requests")
        assert (
            "The limit per token is 1 requests per second, with bursts of 60." in problem["detail"]
        )
        assert problem["limit"] == 1
        assert int(answer.headers["retry-after"]) >= 1
        assert answer.headers["ratelimit-policy"] == '"token";q=60;w=60'
        assert answer.headers["ratelimit"] == '"token";r=0;t=60'
    await _is_too_much(door, commands, mover, command, params={"dry_run": "true"})
    await _is_too_much(elsewhere, commands, other, command)
    assert (await door.ask(commands, mover, command)).status_code == 200
    await _is_too_much(door, commands, mover, command)  # the turn is over
    await _is_too_much(door, "/v1/tables/" + "a" * 26 + "/commands", mover, command)
    metrics = (await door.ask("/metrics")).text
    assert 'ludotheque_limited_total{limit="token",outcome="refused"} ' in metrics


async def _is_too_much(
    door: Door, path: str, caller: Caller, body: Any, most: int = 60, **sent: Any
) -> None:
    """Drained by the request before; a bucket gives one a second, so perhaps not at once."""
    for _ in range(most):
        answer = await door.ask(path, caller, body, **sent)
        if answer.status_code == 429:
            return
        assert answer.status_code in (200, 400, 404, 409), answer.text
    pytest.fail("never too much")


async def test_a_turn_that_came_at_another_process_is_sacred_too(
    front: Middleware, race: HttpTable
) -> None:
    """This process has seen the table when another seat was asked."""
    door, later = Door(front), race.waiting()
    assert (await door.ask(race.path, later)).status_code == 200
    while race.at_turn() is not later:
        race.step()
    await door.drain("/v1/games", later)
    answer = await door.ask(f"{race.path}/commands", later, race.listed(later))
    assert answer.status_code == 200


async def test_the_way_a_token_is_written_makes_no_other_bucket(
    front: Middleware, read_only_table: HttpTable
) -> None:
    door, token = Door(front), read_only_table.host.token
    await door.ask("/v1/players/me", read_only_table.host)
    await door.drain("/v1/games", read_only_table.host)
    for written in (f"bearer {token}", f"BEARER   {token} "):
        answers = [
            await door._http.get("/v1/games", headers={"Authorization": written}) for _ in range(20)
        ]
        assert 429 in [answer.status_code for answer in answers]


async def test_unknown_tokens_and_nobody_share_the_bucket_of_their_address(
    front: Middleware, read_only_table: HttpTable
) -> None:
    door, http = Door(front), read_only_table.host.http
    assert (await door.ask("/v1/games")).headers["ratelimit"] == '"address";r=69;t=1'
    answer = await door.drain("/v1/games", Caller(http, "made-up"))
    assert "per address" in assert_problem(answer, 429, "too_many_requests")["detail"]
    made_up = [await door.ask("/v1/games", Caller(http, f"made-up-{n}")) for n in range(20)]
    assert 429 in [answer.status_code for answer in made_up]
    for path in ("/health/live", "/health/ready", "/metrics"):
        for _ in range(5):
            assert (await door.ask(path)).status_code == 200
    assert (await Door(front, "192.0.2.2").ask("/v1/games")).status_code == 200


async def test_probes_have_a_rate_of_their_own(front: Middleware) -> None:
    """Before they had none, so that anybody could keep the process busy with them."""
    door = Door(front, "192.0.2.12")
    for path in ("/health/live", "/metrics"):
        answer = await door.drain(path)
        assert answer.headers["ratelimit-policy"] == '"operator";q=100;w=5'
    assert (await door.ask("/v1/games")).status_code == 200
    assert (await Door(front, "192.0.2.13").ask("/health/live")).status_code == 200


async def test_a_network_of_one_caller_is_one_address(front: Middleware) -> None:
    await Door(front, "2001:db8::1").drain()
    neighbours = [await Door(front, f"2001:db8::{n}").ask("/v1/games") for n in range(2, 22)]
    assert 429 in [answer.status_code for answer in neighbours]
    assert (await Door(front, "2001:db8:0:1::1").ask("/v1/games")).status_code == 200


async def test_registering_has_a_bucket_of_its_own(front: Middleware) -> None:
    door = Door(front)
    made = [await door.ask("/v1/players", None, {"name": "A"}) for _ in range(110)]
    statuses = [answer.status_code for answer in made]
    assert statuses[:50] == [201] * 50
    assert 429 in statuses
    assert (await door.ask("/v1/games")).status_code == 200


@pytest.mark.parametrize(
    ("path", "body"), [("/v1/players", {"name": "A"}), ("/v1/recoveries", {"code": "a"})]
)
async def test_a_token_gives_no_more_registrations_and_recoveries(
    front: Middleware, race: HttpTable, path: str, body: Any
) -> None:
    """Before, a request with a token counted for the token only: 310 players per second."""
    door = Door(front, "192.0.2.11")
    answers = [await door.ask(path, race.host, body) for _ in range(60)]
    assert {answer.headers["ratelimit-policy"] for answer in answers} == {
        '"registration";q=50;w=50'
    }
    assert 429 in [answer.status_code for answer in answers]


async def test_registering_gives_an_address_no_more_requests(front: Middleware) -> None:
    """Its tokens have buckets of their own, but they all share the bucket of the address."""
    door, elsewhere = Door(front, "192.0.2.8"), Door(front, "192.0.2.9")
    made = [await door.ask("/v1/players", None, {"name": "A"}) for _ in range(20)]
    players = [Caller(made[0], answer.json()["token"]) for answer in made]  # type: ignore[arg-type]
    began = time.monotonic()
    answers = [await door.ask("/v1/players/me", each) for _ in range(10) for each in players]
    allowed = [answer for answer in answers if answer.status_code == 200]
    assert len(made) + len(allowed) <= 70 + (time.monotonic() - began) + 1
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert "The limit per address" in assert_problem(refused, 429, "too_many_requests")["detail"]
    assert (await elsewhere.ask("/v1/players/me", players[0])).status_code == 200


async def test_illegal_commands_on_ones_turn_are_not_exempt_without_limit(
    front: Middleware, race: HttpTable
) -> None:
    mover, door = race.at_turn(), Door(front, "192.0.2.10")
    await door.drain("/v1/players/me", mover)
    illegal = {**race.listed(mover), "card": "nonsense"}
    await _is_too_much(door, f"{race.path}/commands", mover, illegal, most=300)
