"""Maintenance: nothing can be changed, reading goes on, and every clock gets the time back."""

import json
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import httpx
import pytest

from application.lib.reading_loop import TRUSTED_SECONDS
from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem
from tests.support.players.administrator import Administrator
from tests.support.players.callers import Caller
from tests.support.servers.processes import until, working
from tests.support.tables.http_table import GAME, HttpTable, start_table

MAINTENANCE = "/v1/admin/maintenance"
MESSAGE = "We move to a new disk."
SECONDS = 3.2  # long enough for all deadlines to be moved at once


@pytest.fixture(scope="module")
def timers(store: EmbeddedServer, directory: Path) -> Iterator[None]:
    with working("timers", store.url, directory):
        yield


@pytest.fixture
def under_maintenance(zoe: Administrator) -> Iterator[None]:
    body = {"message": MESSAGE, "seconds": 120}
    assert zoe.put(MAINTENANCE, body).json()["message"] == MESSAGE
    yield
    zoe.delete(MAINTENANCE, params={"reason": "Test."})


@pytest.mark.usefixtures("under_maintenance")
def test_changes_are_rejected_and_reading_goes_on(
    read_only_table: HttpTable, anyone: Caller, second: httpx.Client, zoe: Administrator
) -> None:
    time.sleep(TRUSTED_SECONDS)
    asked = read_only_table.at_turn()
    command = read_only_table.listed(asked)
    for caller in (asked, asked.at(second)):
        refused = read_only_table.send(caller, command)
        told = assert_problem(refused, 503, "maintenance")
        assert (told["reason"], MESSAGE in told["detail"]) == (MESSAGE, True)
        assert 60 <= int(refused.headers["Retry-After"]) <= 120
        assert_problem(caller.post("/v1/tables", {"game": GAME}), 503, "maintenance")
        assert_problem(caller.post("/v1/players", {"name": "Eve"}), 503, "maintenance")
        assert caller.get(read_only_table.path).status_code == 200
        assert caller.post(f"{read_only_table.path}/tickets").status_code == 201
    ready = anyone.get("/health/ready")
    assert (ready.status_code, ready.json()["maintenance"]) == (200, MESSAGE)
    assert zoe.get("/v1/admin").json()["maintenance"]["message"] == MESSAGE


def test_the_root_shows_the_message(under_maintenance: None, second: httpx.Client) -> None:
    time.sleep(TRUSTED_SECONDS)
    assert second.get("/", headers={"Accept": "application/json"}).json()["maintenance"] == MESSAGE


@pytest.mark.usefixtures("timers")
def test_the_time_is_given_back(http: httpx.Client, zoe: Administrator) -> None:
    table = start_table(http, clock=600)
    before = table.seen()["decision"]["deadline"]
    began = zoe.put(MAINTENANCE, {"message": MESSAGE}).json()["began"]
    time.sleep(SECONDS)
    assert table.seen()["decision"]["deadline"] == before
    assert zoe.delete(MAINTENANCE, params={"reason": "Done."}).status_code == 204
    ended = json.loads(zoe.acts()[-1]["record"])["act"]["ended"]  # ms
    lost = ended / 1000 - moment(began)
    assert lost >= SECONDS
    moved = until(lambda: (now := table.seen()["decision"]["deadline"]) != before and now)
    assert moment(moved) - moment(before) == pytest.approx(lost, abs=0.01)


def test_what_is_not_under_way_cannot_end(zoe: Administrator) -> None:
    assert_problem(zoe.delete(MAINTENANCE, params={"reason": "?"}), 404, "no_maintenance")


def moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()
