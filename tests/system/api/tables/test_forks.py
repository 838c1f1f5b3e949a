"""Forks: a finished table is continued from an earlier version."""

from typing import Any

import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.servers.processes import until
from tests.support.tables.http_table import HttpTable


def boundary(table: HttpTable, number: int = 5) -> int:
    """The last version of a command of the play."""
    commands = table.host.get(f"{table.path}/history").json()["commands"]
    version: int = commands[number]["command"]["last"]
    return version


def forked(table: HttpTable, caller: Caller, at: int) -> Any:
    made = caller.post(f"{table.path}/forks", {"at": at})
    assert made.status_code == 201, made.text
    assert made.headers["location"] == f"/v1/tables/{made.json()['id']}"
    return made.json()


def test_a_fork_looks_like_its_parent_looked_then(finished: HttpTable, bob: Caller) -> None:
    at = boundary(finished)
    fork = forked(finished, bob, at)
    assert (fork["status"], fork["version"], fork["host"]) == ("running", at + 1, bob.id)
    assert (fork["clock"], fork["you"]["seats"]) == (None, [0, 1, 2])
    for seat in range(3):
        query = {"seat": seat}
        then = finished.seen(bob, at=at, **query)
        now = bob.get(f"/v1/tables/{fork['id']}", params=query).json()
        assert now["view"] == then["view"]
        assert now["decision"] == then["decision"]
        actions = bob.get(f"/v1/tables/{fork['id']}/actions", params=query).json()["actions"]
        there = bob.get(f"{finished.path}/actions", params={"at": at, **query}).json()
        listed, then = ([a["command"] for a in each] for each in (actions, there["actions"]))
        assert listed == then


def test_it_says_of_what_it_is_a_fork(finished: HttpTable, bob: Caller, anyone: Caller) -> None:
    at = boundary(finished)
    fork = forked(finished, bob, at)
    seed = anyone.get(f"{finished.path}/history").json()["header"]["seed"]
    head = finished.seen(at=at)["head"]
    assert fork["fork"] == {"table": finished.id, "version": at, "head": head, "seed": seed}
    page = anyone.get(f"/v1/tables/{fork['id']}/events", params={"after": at}).json()["events"]
    assert [event["type"] for event in page] == ["table.forked"]
    header = anyone.get(f"/v1/tables/{fork['id']}/history").json()["header"]
    assert (header["table"], header["fork"]) == (fork["id"], fork["fork"])
    assert finished.seen()["fork"] is None


def test_in_lists_it_is_marked(projector: None, finished: HttpTable, bob: Caller) -> None:
    fork = forked(finished, bob, boundary(finished))
    mine = {"player": bob.id}
    [row] = until(lambda: bob.get("/v1/tables", params=mine).json()["tables"])
    assert (row["id"], row["fork_of"], row["status"]) == (fork["id"], finished.id, "running")


def test_the_past_of_a_fork_bears_its_own_name(finished: HttpTable, bob: Caller) -> None:
    fork = forked(finished, bob, boundary(finished))
    for at in (1, 4, fork["version"]):
        then = bob.get(f"/v1/tables/{fork['id']}", params={"at": at}).json()
        assert (then["id"], then["version"]) == (fork["id"], at)


def test_what_is_still_played_cannot_be_forked(
    read_only_table: HttpTable, bob: Caller, anyone: Caller
) -> None:
    assert_problem(bob.post(f"{read_only_table.path}/forks", {"at": 8}), 409, "cannot_fork")
    assert_problem(anyone.post(f"{read_only_table.path}/forks", {"at": 8}), 401, "token_missing")
    assert_problem(bob.post(f"/v1/tables/{'b' * 26}/forks", {"at": 8}), 404, "no_such_table")


@pytest.mark.parametrize("body", [{}, {"at": 0}, {"at": "5"}, {"at": None}, {"at": 5, "x": 1}, []])
def test_a_bad_body_is_malformed(finished: HttpTable, bob: Caller, body: Any) -> None:
    assert_problem(bob.post(f"{finished.path}/forks", body), 400, "malformed")


def test_a_fork_continues_against_bots(finished: HttpTable, bob: Caller) -> None:
    at = boundary(finished)
    made = bob.post(f"{finished.path}/forks", {"at": at, "seat": 1, "bot": "random"}).json()
    assert [seat["bot"] for seat in made["seats"]] == ["random", None, "random"]
    assert made["you"]["seats"] == [1]
    assert made["seats"][0]["name"]
    events = bob.get(f"/v1/tables/{made['id']}/events", params={"after": at}).json()["events"]
    assert [bot["seat"] for bot in events[0]["data"]["bots"]] == [0, 2]


def test_a_seat_that_does_not_exist_cannot_be_kept(finished: HttpTable, bob: Caller) -> None:
    answer = bob.post(f"{finished.path}/forks", {"at": boundary(finished), "seat": 6})
    assert assert_problem(answer, 404, "no_such_seat")["field"] == "seat"
