"""Replays cost by their work, wait for their turn, and never delay commands for long."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from api.admission import caller as admitted
from api.admission.replay_budget import Work
from api.app import create_app
from api.asgi.middleware import Middleware
from application.setting_values import Rate
from application.settings import NO_LIMITS, Settings
from domain.kernel.ids import TableId
from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.players.callers import Caller
from tests.support.servers.processes import PATIENCE
from tests.support.tables.http_table import HttpTable
from tests.support.tables.stored_tables import long_table

pytestmark = pytest.mark.anyio
SLOWLY = Rate(1, 100_000)  # events; what a test uses does not come back while it runs


class Door:
    """An application in this process, and its answers from some address."""

    def __init__(self, front: Middleware) -> None:
        transport = httpx.ASGITransport(app=front, client=("192.0.2.1", 1))  # type: ignore[arg-type]
        self._http = httpx.AsyncClient(transport=transport, base_url="http://test")
        self.work: Work = front.app.state.parts[Work]

    async def ask(
        self, path: str, caller: Caller | None = None, body: Any = None, **sent: Any
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {caller.token}"} if caller else {}
        method = sent.pop("method", "GET" if body is None else "POST")
        answer = await self._http.request(method, path, headers=headers, json=body, **sent)
        check_documented(answer)
        return answer

    async def cost(self, path: str, *who: Any, **sent: Any) -> int:
        """Return how many units a request has taken from the allowance of its address."""
        buckets: Any = self.work._per_address
        before = buckets.look("192.0.2.1").left
        answer = await self.ask(path, *who, **sent)
        assert answer.is_success, answer.text
        return int(before - buckets.look("192.0.2.1").left)


@asynccontextmanager
async def opened(store: EmbeddedServer, **limits: Any) -> AsyncIterator[Door]:
    app = create_app(
        Settings(redis_url=store.url, store_seconds=PATIENCE, **{**NO_LIMITS, **limits})
    )
    async with app.app.lifespan():
        yield Door(app)


@pytest.fixture
async def door(store: EmbeddedServer) -> AsyncIterator[Door]:
    async with opened(store, work_per_address=SLOWLY, work_per_token=SLOWLY) as each:
        yield each


async def test_a_replay_costs_its_events_and_nothing_else_costs(
    door: Door, finished: HttpTable
) -> None:
    path, host = finished.path, finished.host
    await door.ask(path)  # now it is cached
    version = finished.seen()["version"]
    head = finished.seen()["head"]
    at = next(
        line["command"]["first"] - 1
        for line in host.get(f"{path}/history").json()["commands"]
        if line["command"]["first"] > version // 2
    )
    expected = {
        path: 0,
        f"{path}/events?after={version}": 0,
        f"{path}?at={at}": at,
        f"{path}/actions?at={at}&seat=0": at,
        f"{path}?head={head}": version,
        f"{path}?at=7&head={head}": version + 7,
        f"{path}/history": version,
        f"{path}/events?limit=10": 10,
        f"{path}/events?after={version - 3}": 3,
        f"{path}/events/stream?max_seconds=0&after={version - 5}": 5,
        "/v1/games": 0,
    }
    assert {each: await door.cost(each) for each in expected} == pytest.approx(expected, abs=3)
    fork = await door.cost(f"{path}/forks", host, {"at": at})
    assert fork == pytest.approx(2 * at, abs=3)
    audit = await door.cost(f"{path}/audits", method="POST")
    assert audit == pytest.approx(4 * version, abs=3)


async def test_a_dry_run_costs_and_a_command_does_not(door: Door, race: HttpTable) -> None:
    mover, commands = race.at_turn(), f"{race.path}/commands"
    command = race.listed(mover)
    await door.ask(race.path)
    preview = await door.cost(commands, mover, command, params={"dry_run": "true"})
    assert preview == pytest.approx(25, abs=3)
    assert await door.cost(commands, mover, command) <= 0


async def test_a_table_that_is_not_in_memory_costs_its_events(
    door: Door, finished: HttpTable
) -> None:
    version = finished.seen()["version"]
    assert await door.cost(finished.path) == pytest.approx(version, abs=3)
    assert await door.cost(finished.path) <= 0


async def test_a_caller_who_has_replayed_too_much_waits_and_can_still_play(
    store: EmbeddedServer, race: HttpTable, finished: HttpTable
) -> None:
    async with opened(store, work_per_address=Rate(10, 2000)) as door:
        mover = race.at_turn()
        await door.ask(race.path, mover)
        at = finished.seen()["version"] - 1
        answers = [await door.ask(f"{finished.path}?at={at}") for _ in range(40)]
        refused = answers[-1]
        assert answers[0].status_code == 200
        problem = assert_problem(refused, 429, "too_much_work")
        assert problem["limit"] == 10
        assert int(refused.headers["retry-after"]) >= 1
        assert refused.headers["ratelimit-policy"] == '"address-work";q=2000;w=200'
        for path in (f"{finished.path}/history", f"{finished.path}/events?head={'0' * 64}"):
            assert_problem(await door.ask(path), 429, "too_much_work")
        command, commands = race.listed(mover), f"{race.path}/commands"
        for _ in range(40):  # it is cheap: some may be left
            dry_run = await door.ask(commands, mover, command, params={"dry_run": "true"})
        assert_problem(dry_run, 429, "too_much_work")
        assert (await door.ask(finished.path)).status_code == 200
        assert (await door.ask(commands, mover, command)).status_code == 200


async def test_a_token_and_its_address_both_pay(store: EmbeddedServer, finished: HttpTable) -> None:
    """A new token has a new allowance, but its address does not."""
    async with opened(store, work_per_address=Rate(1, 300), work_per_token=Rate(1, 10**6)) as door:
        for player in finished.people:
            await door.ask("/v1/players/me", player)
        answers = [
            await door.ask(f"{finished.path}?at=60", finished.people[n % 3]) for n in range(12)
        ]
        assert [answer.status_code for answer in answers].count(200) <= 5
        assert_problem(answers[-1], 429, "too_much_work")


async def test_replays_beyond_the_queue_are_shed_and_the_present_is_served(
    store: EmbeddedServer, finished: HttpTable
) -> None:
    async with opened(store, replays=1, replays_waiting=1) as door:
        await door.ask(finished.path)
        async with door.work.replay(1):
            waiting = asyncio.create_task(door.ask(f"{finished.path}?at=5"))
            while not door.work._replays.full:
                await asyncio.sleep(0)
            for path in (f"{finished.path}?at=5", f"{finished.path}/actions?at=5&seat=0"):
                refused = await door.ask(path)
                assert_problem(refused, 503, "server_busy")
                assert int(refused.headers["retry-after"]) >= 1
            assert (await door.ask(finished.path)).status_code == 200
            assert not waiting.done()
        assert (await waiting).status_code == 200
        assert (await door.ask(f"{finished.path}?at=5")).status_code == 200


async def test_histories_that_are_not_read_free_their_slot(
    store: EmbeddedServer, finished: HttpTable
) -> None:
    async with opened(store, histories=4) as door:
        admitted.CALLER.set(admitted.Caller("203.0.113.9"))  # of another client
        slots = [await door.work.send_history(1)]
        assert (await door.ask(f"{finished.path}/history")).status_code == 200
        for slot in slots:
            slot.release()
        for _ in range(10):
            assert (await door.ask(f"{finished.path}/history")).status_code == 200


LONG = 3_000


@pytest.fixture(scope="module")
async def long(store: EmbeddedServer) -> TableId:
    return await long_table(store.url, LONG)


async def test_a_command_does_not_wait_for_a_replay(
    store: EmbeddedServer, long: TableId, race: HttpTable
) -> None:
    async with opened(store) as door:
        path = f"/v1/tables/{long}"
        await door.ask(path)
        mover = race.at_turn()
        command = race.listed(mover)
        await door.ask(race.path, mover)
        answered = asyncio.Event()

        async def replay_on() -> set[int]:
            seen = set()
            while not answered.is_set():
                seen.add((await door.ask(f"{path}?at={LONG}")).status_code)
            return seen

        replays = [asyncio.create_task(replay_on()) for _ in range(4)]
        while door.work._replays._free:
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):  # it would wait for ever behind all replays
            moved = await door.ask(f"{race.path}/commands", mover, command)
        answered.set()
        assert moved.status_code == 200
        assert set().union(*await asyncio.gather(*replays)) == {200}
