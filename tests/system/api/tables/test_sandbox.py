"""A client's contract test in the sandbox, with real processes: run twice, it sees the same."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import json

from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.players.callers import Caller, calling, new_player
from tests.support.servers.processes import serving, until, working
from tests.support.tables.http_table import HttpTable, open_table, start_table

SEED = "5a" * 32
DEALS = [
    {"draw": "first_seat", "got": 1},
    {"draw": "bearers", "got": [5, 3, 8]},
    {"draw": "die", "got": 2},
]
SANDBOX = {"seed": SEED, "deals": DEALS, "clock": "2030-01-01T12:00:00.000Z"}


@pytest.fixture(scope="module")
def sandbox(store: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """An API that allows sandboxes, with the timers that call time at other tables."""
    folder: Path = tmp_path_factory.mktemp("sandbox")
    with (
        serving(store.url, folder, LUDOTHEQUE_SANDBOX="on") as api,
        working("timers", store.url, folder),
        working("projector", store.url, folder),
        calling(api.base, check_documented) as http,
    ):
        yield http


class ContractTest:
    """What an author of a client would write: it expects exact cards, dice and times."""

    def __init__(self, http: httpx.Client) -> None:
        self.seen: list[Any] = []
        self.table = open_table(http, game="galopp_royal", clock=60, sandbox=SANDBOX)

    def run(self) -> str:
        table, host = self.table, self.table.host
        self.seen.append(table.start())
        decision = table.seen()["decision"]
        assert decision["seats"] == [1]  # as scripted
        assert decision["deadline"] == "2030-01-01T12:01:00.000Z"
        for _ in range(3):
            self.seen.append(table.step())
        self.advance(59)
        assert "table.timed_out" not in self.table.types()
        assert self.advance(1)["sandbox"]["clock"] == "2030-01-01T12:01:00.000Z"
        assert "table.timed_out" in self.table.types()
        for _ in range(5):
            self.seen.append(table.step())
        self.note(host.get(f"{table.path}/events", params={"limit": 500}))
        return self.without_ids()

    def advance(self, seconds: int) -> Any:
        path = f"{self.table.path}/sandbox/clock"
        return self.note(self.table.host.post(path, {"advance": seconds}))

    def note(self, answer: httpx.Response) -> Any:
        assert answer.status_code == 200, answer.text
        self.seen.append(answer.json())
        return answer.json()

    def without_ids(self) -> str:
        """Return all that was seen, without ids and the hashes that follow from them."""
        text = json.encode(self.seen).decode().replace(self.table.id, "table")
        for n, person in enumerate(self.table.people):
            text = text.replace(person.id, f"player {n}")
        return re.sub(r'"(head|command|sealed|commitment)":"[0-9a-f]{64}"', "", text)


def test_a_contract_test_of_a_client_sees_the_same_twice(sandbox: httpx.Client) -> None:
    first = ContractTest(sandbox).run()
    assert first == ContractTest(sandbox).run()
    assert '"salt":"' in first


def test_a_sandbox_is_marked_and_counts_nowhere(sandbox: httpx.Client) -> None:
    table, anyone = ContractTest(sandbox).table, Caller(sandbox)
    assert table.seen()["sandbox"]["seed"] == SEED
    header = anyone.get(f"{table.path}/history").json()["header"]
    assert header["sandbox"] == SANDBOX
    version = table.seen()["version"]
    host = table.host.id
    listed = anyone.get(
        "/v1/tables", params={"player": host, "min_version": f"{table.id}:{version}"}
    )
    [row] = listed.json()["tables"]
    assert row["sandbox"] is True
    feed = anyone.get("/v1/feed", params={"limit": 500, "game": "galopp_royal"}).text
    assert table.id not in feed


def test_time_passes_only_by_hand(sandbox: httpx.Client) -> None:
    """Its deadlines lie in the past of the real timers, which leave them alone."""
    early = {"seed": SEED, "clock": "2001-01-01T00:00:00.000Z"}
    table = open_table(sandbox, clock=1, sandbox=early)
    table.host.post(f"{table.path}/start")
    other = start_other(sandbox)
    until(lambda: "table.timed_out" in other.types())  # the timers have looked at all that was due
    assert "table.timed_out" not in table.types()
    table.step()


def start_other(http: httpx.Client) -> HttpTable:
    return start_table(http, clock=1)


def test_bots_play_in_a_sandbox(
    store: EmbeddedServer, sandbox: httpx.Client, tmp_path: Path
) -> None:
    host = new_player(sandbox, "Developer")
    body = {"game": "gumball_rally", "seats": 3, "sandbox": {}, "clock": None}
    path = host.post("/v1/tables", body).headers["location"]
    for _ in range(3):
        assert host.post(f"{path}/seats", {"bot": "random"}).status_code == 201
    with working("timers", store.url, tmp_path):
        host.post(f"{path}/start")
        until(lambda: host.get(path).json()["version"] > 60)  # several moves of each


def test_what_is_not_allowed_is_rejected(sandbox: httpx.Client, anne: Caller) -> None:
    body = {"game": "gumball_rally", "sandbox": {}}
    assert_problem(anne.post("/v1/tables", body), 403, "sandbox_off")
    table = open_table(sandbox, sandbox={})
    clock = f"{table.path}/sandbox/clock"
    assert_problem(anne.post(clock, {"advance": 1}), 403, "sandbox_off")
    assert_problem(table.people[1].post(clock, {"advance": 1}), 403, "not_the_host")
    assert_problem(table.host.post(clock, {"advance": -1}), 400, "malformed")
    other = open_table(sandbox)
    answer = other.host.post(f"{other.path}/sandbox/clock", {"advance": 1})
    assert_problem(answer, 409, "not_a_sandbox")
    wrong = {"game": "gumball_rally", "sandbox": {"clock": "2030-02-31T12:00:00.000Z"}}
    assert_problem(table.host.post("/v1/tables", wrong), 409, "bad_value")
    deals = [{"draw": "first_player", "got": 7}]
    bad = open_table(sandbox, sandbox={"deals": deals})
    assert_problem(bad.host.post(f"{bad.path}/start"), 409, "bad_deal")


def test_readiness_says_whether_sandboxes_are_allowed(
    sandbox: httpx.Client, anyone: Caller
) -> None:
    assert Caller(sandbox).get("/health/ready").json()["sandbox"] is True
    assert anyone.get("/health/ready").json()["sandbox"] is False
