"""Audits over HTTP: requested, awaited and reported, whatever happens to queue and worker."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from application.store_url import queue_beside
from store.embedded.server import EmbeddedServer
from store.jobs import JOBS
from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.histories.bundles import of_type
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import Api, serving, until, working
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable, start_table
from tests.system.api.audit.test_head_check import plant


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("audits")


@pytest.fixture(scope="module")
def own_store(place: Path) -> Iterator[EmbeddedServer]:
    with running("valkey", place / "store") as server:
        yield server


@pytest.fixture(scope="module")
def own_http(own_store: EmbeddedServer, place: Path) -> Iterator[httpx.Client]:
    """A process that gives an audit up for lost after a second."""
    api = Api(own_store.url, place, LUDOTHEQUE_AUDIT_PATIENCE="1")
    try:
        api.start()
        with calling(api.base, check_documented) as client:
            yield client
    finally:
        api.stop()


@pytest.fixture
def race(own_http: httpx.Client) -> HttpTable:
    return start_table(own_http)


@pytest.fixture
def auditor(own_http: httpx.Client) -> Caller:
    return Caller(own_http)


def done(auditor: Caller, audit: str) -> Any:
    def report() -> Any:
        seen = auditor.get(f"/v1/audits/{audit}").json()
        return seen if seen["status"] == "done" else None

    return until(report)


def test_an_audit_is_queued_and_its_report_returned(
    race: HttpTable, auditor: Caller, own_store: EmbeddedServer, place: Path
) -> None:
    asked = auditor.post(f"{race.path}/audits")
    assert asked.status_code == 202
    seen = asked.json()
    assert asked.headers["location"] == f"/v1/audits/{seen['id']}"
    version = race.seen()["version"]
    assert (seen["table"], seen["progress"]["total"]) == (race.id, version)
    cheated = start_table(auditor.http)
    lines = cheated.host.get(f"{cheated.path}/history").json()["events"]
    told = [line["event"] for line in lines if "event" in line]
    dealt = next(event["version"] for event in told if event["type"].endswith("hand_dealt"))
    with Redis.from_url(own_store.url) as redis:
        plant(redis, cheated.id)
    doubted = auditor.post(f"{cheated.path}/audits").json()
    with working("jobs", own_store.url, place):
        fair, unfair = done(auditor, seen["id"]), done(auditor, doubted["id"])
    assert fair["progress"] == {"done": version, "total": version}
    report = fair["report"]
    assert (report["version"], report["head"]) == (version, race.seen()["head"])
    assert report["flaw"] is None
    assert report["under_own"] == report["under_current"]
    assert report["under_own"] == {"rules_version": "3", "same": True, "difference": None}
    difference = unfair["report"]["under_own"]["difference"]  # the first hand that was changed
    assert (difference["check"], difference["version"] <= dealt) == ("rules", True)


def test_asked_for_twice_or_lost_it_is_done_once(
    race: HttpTable, auditor: Caller, own_store: EmbeddedServer, place: Path
) -> None:
    first, second = (auditor.post(f"{race.path}/audits").json() for _ in range(2))
    assert first["id"] == second["id"]
    with Redis.from_url(queue_beside(own_store.url)) as queue:
        queue.delete(f"rq:queue:{JOBS}")
    with working("jobs", own_store.url, place):
        assert done(auditor, first["id"])["report"]["under_own"]["same"]
    assert auditor.post(f"{race.path}/audits").json()["id"] != first["id"]


def test_a_job_whose_worker_was_killed_is_done_again(
    race: HttpTable, auditor: Caller, own_store: EmbeddedServer, place: Path
) -> None:
    """Killed with whatever it was doing: before, amidst or after it."""
    with working("jobs", own_store.url, place) as worker:
        asked = auditor.post(f"{race.path}/audits").json()
        with Redis.from_url(queue_beside(own_store.url)) as queue:
            until(lambda: queue.llen(f"rq:queue:{JOBS}") == 0)
        worker.kill()
    with working("jobs", own_store.url, place):
        assert done(auditor, asked["id"])["report"]["under_own"]["same"]


def test_an_audit_that_was_never_asked_for_is_not_there(auditor: Caller) -> None:
    for audit in ("a" * 26, "x", "A" * 26, "a" * 26 + "%0A"):
        assert_problem(auditor.get(f"/v1/audits/{audit}"), 404, "no_such_audit")
    assert_problem(auditor.post(f"/v1/tables/{'b' * 26}/audits"), 404, "no_such_table")


def test_a_table_under_rules_nobody_knows_is_not_served(
    race: HttpTable, own_store: EmbeddedServer, place: Path
) -> None:
    with Redis.from_url(own_store.url) as redis:
        plant(redis, race.id, of_type("table.opened", lambda told: told.update(rules_version="77")))
    with serving(own_store.url, place) as api, calling(api.base, check_documented) as other:
        problem = assert_problem(race.host.at(other).get(race.path), 500, "unknown_rules")
    assert "Version '77' of the rules" in problem["detail"]


def test_an_audit_takes_no_body(race: HttpTable, auditor: Caller) -> None:
    assert_problem(auditor.post(f"{race.path}/audits", {"rules": 7}), 400, "malformed")
