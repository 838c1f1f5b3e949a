"""Seeks: strangers at two processes get a table together, each of them once."""

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import httpx
import pytest

from application.play.matchmaking import wish_for
from application.ports.seeks import SeekLimits
from application.world import RealWorld, new_id
from domain.kernel.ids import TableId
from domain.table.commands import OpenTable
from store.connect import Store
from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem
from tests.support.network.sse import EventStream
from tests.support.players.administrator import Administrator
from tests.support.players.callers import Caller, new_player
from tests.support.servers.processes import PATIENCE, Api, until
from tests.support.tables.http_table import GAME

pytestmark = pytest.mark.usefixtures("projector")

WISH = {"game": "galopp_royal", "seats": 3}


def seconds(number: int) -> Any:
    """Return a clock that no other test seeks."""
    return {"kind": "per_decision", "seconds": number}


def seek(caller: Caller, **wishes: Any) -> Any:
    answer = caller.post("/v1/seeks", {**WISH, **wishes})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_two_strangers_at_two_processes_are_matched(
    http: httpx.Client, second: httpx.Client
) -> None:
    anne, bob = new_player(http, "Anne"), new_player(second, "Bob")
    wish = {"game": "bug_race", "seats": 2, "clock": seconds(77)}
    stream = EventStream(anne, "/v1/players/me/stream", {}, {"max_seconds": 600})
    try:
        stream.wait_for(lambda each: each.named("snapshot"))
        waiting = seek(anne, **wish)
        assert (waiting["status"], waiting["table"]) == ("waiting", None)
        found = seek(bob, **wish)
        assert found["status"] == "matched"
        stream.wait_for(lambda each: any(e["type"] == "seek_matched" for e in each.events()))
        notice = next(e for e in stream.events() if e["type"] == "seek_matched")
        assert (notice["seek"], notice["table"]) == (waiting["id"], found["table"])
        stream.wait_for(lambda each: any(e["type"] == "started" for e in each.events()))
    finally:
        stream.close()
    assert anne.get(f"/v1/seeks/{waiting['id']}").json()["table"] == found["table"]
    table = anne.get(f"/v1/tables/{found['table']}").json()
    assert [each["player"] for each in table["seats"]] == [anne.id, bob.id]
    assert (table["status"], table["host"], table["private"]) == ("running", anne.id, False)
    assert_problem(anne.delete(f"/v1/seeks/{waiting['id']}"), 409, "seek_matched")


def test_a_seek_that_waits_is_answered_when_it_ends(anne: Caller, bob: Caller) -> None:
    wish = {"clock": seconds(78), "seats": 2, "game": "bug_race"}
    first = seek(anne, **wish)
    with ThreadPoolExecutor(1) as threads:
        reading = threads.submit(anne.get, f"/v1/seeks/{first['id']}", params={"wait": 25})
        second_seek = seek(bob, **wish)
        answer = reading.result().json()
    assert (answer["status"], answer["table"]) == ("matched", second_seek["table"])


def test_many_seeks_at_two_processes_seat_everyone_once(
    http: httpx.Client, second: httpx.Client
) -> None:
    people = [new_player((http, second)[n % 2], f"Player {n}") for n in range(18)]
    with ThreadPoolExecutor(9) as threads:
        made = list(threads.map(lambda each: seek(each, clock=seconds(79)), people))

    def ended() -> Any:
        seen = [p.get(f"/v1/seeks/{s['id']}").json() for p, s in zip(people, made, strict=True)]
        return seen if all(each["status"] == "matched" for each in seen) else None

    tables = Counter(each["table"] for each in until(ended))
    assert set(tables.values()) == {3}
    for table in tables:
        seats = http.get(f"/v1/tables/{table}").json()["seats"]
        assert len({each["player"] for each in seats}) == 3


def test_a_match_that_a_killed_process_has_left_is_finished_though_nobody_asks(
    store: EmbeddedServer, api: Api, anne: Caller, bob: Caller
) -> None:
    async def leave_match() -> TableId:
        """Do what a process does that is killed after it has made a match."""
        async with Store(store.url, PATIENCE) as left:
            wish = wish_for(OpenTable("bug_race", seats=2, clock=77), 0.0, None, None)
            for person in (anne, bob):
                ids = [new_id(RealWorld()) for _ in range(2)]
                limits = SeekLimits(5, "", 5, 60_000)
                sought = await left.seeks.add(ids[0], person.id, wish, limits, TableId(ids[1]))
            assert sought.match is not None
            return sought.match.table

    table = asyncio.run(leave_match())
    until(lambda: anne.get(f"/v1/tables/{table}").status_code == 200)
    until(lambda: anne.get(f"/v1/tables/{table}").json()["status"] == "running")


def test_a_seek_is_cancelled_by_its_owner_only(anne: Caller, bob: Caller) -> None:
    made = seek(anne, clock=seconds(80))
    path = f"/v1/seeks/{made['id']}"
    for answer in (bob.get(path), bob.delete(path), anne.get("/v1/seeks/nothing")):
        assert_problem(answer, 404, "no_such_seek")
    assert anne.delete(path).status_code == 204
    assert anne.get(path).json()["status"] == "cancelled"
    assert [each["id"] for each in anne.get("/v1/seeks").json()["seeks"]] == [made["id"]]


def test_an_idempotency_key_makes_one_seek(anne: Caller) -> None:
    body, key = {**WISH, "clock": seconds(81)}, {"Idempotency-Key": "once"}
    first, again = (anne.post("/v1/seeks", body, headers=key).json() for _ in range(2))
    assert (first["id"], again["status"]) == (again["id"], "waiting")
    other = anne.post("/v1/seeks", {**body, "rating": {"min": 3}}, headers=key)
    assert_problem(other, 409, "idempotency_key_reused")
    anne.delete(f"/v1/seeks/{first['id']}")


def test_suspended_and_erased_players_are_not_matched(
    http: httpx.Client, zoe: Administrator
) -> None:
    clock = seconds(82)
    barred, erased, anne, bob = (new_player(http, name) for name in ("Eve", "Max", "Anne", "Bob"))
    waits = seek(barred, game="bug_race", seats=2, clock=clock)
    assert zoe.suspend(barred.id, "Cheated.").status_code == 200
    assert barred.get(f"/v1/seeks/{waits['id']}").json()["status"] == "cancelled"
    seek(erased, game="bug_race", seats=2, clock=clock)
    assert erased.erase().status_code == 204
    assert seek(anne, game="bug_race", seats=2, clock=clock)["status"] == "waiting"
    table = seek(bob, game="bug_race", seats=2, clock=clock)["table"]
    assert http.get(f"/v1/tables/{table}").json()["host"] == anne.id


def test_an_impossible_table_is_not_sought(anne: Caller) -> None:
    assert_problem(anne.post("/v1/seeks", {"game": GAME, "seats": 9}), 400, "malformed")
    assert anne.get("/v1/seeks").json()["seeks"] == []


def test_a_player_may_have_so_many_seeks_which_expire_one_by_one(tight_api: Any) -> None:
    def next_seek() -> httpx.Response:
        return cleo.post("/v1/seeks", {**WISH, "clock": seconds(next(clocks))})

    clocks = count(101)
    with httpx.Client(base_url=tight_api.base) as near:
        cleo = new_player(near, "Cleo")
        refused = until(lambda: (answer := next_seek()).status_code == 409 and answer)
        assert assert_problem(refused, 409, "too_many_seeks")["limit"] == 2
        until(lambda: {e["status"] for e in cleo.get("/v1/seeks").json()["seeks"]} == {"expired"})
        newest = cleo.get("/v1/seeks").json()["seeks"][0]["id"]
        assert cleo.get(f"/v1/seeks/{newest}").json()["status"] == "expired"
