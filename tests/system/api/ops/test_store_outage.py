"""The store dies or hangs: reported within a budget, recovered without a restart."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeAlias

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import check_documented
from tests.support.network.sse import open_stream
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import Api, serving, until
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable, start_table

BUDGET, MOST = 2.0, 20.0  # seconds; by default the budget is less than one
HASTY = {"LUDOTHEQUE_STORE_SECONDS": str(BUDGET)}
Fault: TypeAlias = Callable[[EmbeddedServer], Callable[[], None]]
UNAVAILABLE = ("/problems/store_unavailable", "/problems/outcome_unknown")


@pytest.fixture(scope="module")
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with running("valkey", tmp_path_factory.mktemp("mortal")) as server:
        yield server


@pytest.fixture(scope="module")
def own_api(own_store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with serving(own_store.url, tmp_path_factory.mktemp("api"), **HASTY) as api:
        yield api
        assert api.errors == ""


@pytest.fixture
def door(own_api: Api) -> Iterator[httpx.Client]:
    with calling(own_api.base, check_documented) as http:
        yield http


def sleeping(store: EmbeddedServer) -> Callable[[], None]:
    """SIGSTOP; gives what wakes it again."""
    pid = store.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    return lambda: os.kill(pid, signal.SIGCONT)


def dead(store: EmbeddedServer) -> Callable[[], None]:
    """SIGKILL; gives what starts it again on what is on its disk."""
    assert store.pid is not None
    os.kill(store.pid, signal.SIGKILL)

    def back() -> None:
        store.stop()
        store.start()

    return back


FAULTS = pytest.mark.parametrize("fault", [sleeping, dead])


def expect_unavailable(ask: Callable[[], httpx.Response]) -> None:
    """503 in about the time of the budget, with when to try again."""
    began = time.monotonic()
    answer = ask()
    assert answer.status_code == 503, answer.text
    assert answer.json()["type"] in UNAVAILABLE
    assert int(answer.headers["retry-after"]) >= 1
    assert time.monotonic() - began < MOST


@FAULTS
def test_everything_that_needs_the_store_says_so_within_the_budget(
    own_store: EmbeddedServer,
    door: httpx.Client,
    fault: Fault,
) -> None:
    race = start_table(door)
    asked = race.at_turn()
    command = race.listed(asked)
    back = fault(own_store)
    try:
        expect_unavailable(lambda: race.send(asked, command))
        with ThreadPoolExecutor(9) as pool:
            read = [race.path, *(f"{race.path}/{p}" for p in ("actions", "events", "history"))]
            read += ["/health/ready", "/v1/tables"]
            questions = [partial(asked.get, path) for path in read]
            questions += [partial(Caller(door, "unknown").get, "/v1/players/me")]
            questions += [partial(asked.post, "/v1/players", {"name": "A"})]
            questions += [partial(asked.post, "/v1/tables", {"game": "gumball_rally"})]
            list(pool.map(expect_unavailable, questions))
        assert asked.get("/health/live").status_code == 200
        assert asked.get("/v1/games").status_code == 200
        assert asked.get("/metrics").status_code == 200
    finally:
        back()
    recovered(race)


def recovered(race: HttpTable) -> None:
    until(lambda: race.host.get("/health/ready").status_code == 200)
    race.step()
    race.step()


@FAULTS
def test_what_was_acknowledged_is_still_there(
    own_store: EmbeddedServer,
    door: httpx.Client,
    fault: Fault,
) -> None:
    race = start_table(door)
    receipts = [race.step() for _ in range(8)]
    asked = race.at_turn()
    command, key = race.listed(asked), {"Idempotency-Key": "again"}
    back = fault(own_store)
    expect_unavailable(lambda: race.send(asked, command, headers=key))
    back()
    until(lambda: asked.get("/health/ready").status_code == 200)
    sent = race.send(asked, command, headers=key)
    assert sent.status_code == 200
    for receipt in receipts:
        then = race.seen(at=receipt["version"])
        assert then["head"] == receipt["head"]
    stored = race.host.get(f"{race.path}/events", params={"limit": 500}).json()["events"]
    played = [event["data"] for event in stored if event.get("type") == "gumball_rally.card_played"]
    assert len(played) == len(receipts) + 1, "the command that was sent again counts once"
    assert race.seen()["version"] == sent.json()["version"]


def test_a_process_that_starts_without_its_store_serves_when_it_comes(tmp_path: Path) -> None:
    store = EmbeddedServer(tmp_path / "store", fsync="no")
    store.start()
    url = store.url
    store.stop()
    with serving(url, tmp_path, **HASTY) as api, calling(api.base, check_documented) as http:
        assert http.get("/health/live").status_code == 200
        expect_unavailable(lambda: http.get("/health/ready"))
        store.start()
        try:
            until(lambda: http.get("/health/ready").status_code == 200)
            start_table(http).step()
        finally:
            store.stop()


@FAULTS
def test_a_stream_outlives_a_store_that_is_away(
    own_store: EmbeddedServer, door: httpx.Client, fault: Fault
) -> None:
    race = start_table(door)
    last = race.seen()["version"]
    with open_stream(race.host, race.path, after=last) as listener:
        listener.wait_for(lambda listener: listener.named("snapshot"))
        fault(own_store)()
        until(lambda: race.host.get("/health/ready").status_code == 200)
        version = race.step()["version"]
        listener.wait_for(lambda listener: listener.last_id() >= version)
        assert [event["version"] for event in listener.events()] == list(
            range(last + 1, version + 1)
        )


def test_a_long_poll_outlives_a_store_that_dies(
    own_store: EmbeddedServer, door: httpx.Client
) -> None:
    race = start_table(door)
    last = race.seen()["version"]
    with ThreadPoolExecutor(1) as pool:
        query = {"after": last, "wait": 25}
        poll = pool.submit(race.host.get, f"{race.path}/events", params=query)
        time.sleep(0.2)  # most likely it waits by now; it must survive whenever the store dies
        dead(own_store)()
        until(lambda: race.host.get("/health/ready").status_code == 200)
        race.step()
        answer = poll.result()
    assert answer.status_code in (200, 503)
    assert race.host.get(f"{race.path}/events", params={"after": last}).json()["events"]
