"""Every past answer can be fetched again byte for byte; after the end, by everybody."""

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable, open_table, play_table

Recorded = dict[tuple[int, str], dict[int, httpx.Response]]


@pytest.fixture(scope="module")
def lived(http: httpx.Client) -> tuple[HttpTable, Recorded]:
    """A whole table with a clock; every answer that anybody got while it was played was kept."""
    table = open_table(http, clock=600)
    recorded: Recorded = {}

    def look() -> None:
        for seat, caller in enumerate(table.people):
            for part in ("", "/actions"):
                answer = caller.get(table.path + part)
                recorded.setdefault((seat, part), {})[answer.json()["version"]] = answer

    look()
    table.host.post(f"{table.path}/start")
    look()
    while table.seen()["status"] == "running":
        table.step()
        look()
    return table, recorded


def same(then: httpx.Response, now: httpx.Response) -> None:
    assert now.status_code == 200, now.text
    assert now.content == then.content
    assert now.headers["etag"] == then.headers["etag"]


@pytest.mark.parametrize("part", ["", "/actions"])
def test_a_player_gets_the_same_view_again(lived: tuple[HttpTable, Recorded], part: str) -> None:
    table, recorded = lived
    for seat, caller in enumerate(table.people):
        for version, then in recorded[seat, part].items():
            same(then, caller.get(table.path + part, params={"at": version}))


@pytest.mark.parametrize("part", ["", "/actions"])
def test_after_the_end_anyone_gets_the_past_views_of_a_seat(
    lived: tuple[HttpTable, Recorded], anyone: Caller, part: str
) -> None:
    table, recorded = lived
    for (seat, which), answers in recorded.items():
        if which == part:
            for version, then in answers.items():
                query = {"at": version, "seat": seat}
                same(then, anyone.get(table.path + part, params=query))


def test_a_past_version_has_its_deadline(lived: tuple[HttpTable, Recorded], anyone: Caller) -> None:
    table, recorded = lived
    version, then = list(recorded[1, "/actions"].items())[5]
    query = {"at": version, "seat": 1}
    now = anyone.get(f"{table.path}/actions", params=query).json()
    assert now["deadline"] == then.json()["deadline"] is not None
    seen = anyone.get(table.path, params=query).json()
    assert seen["decision"]["deadline"] == now["deadline"]


def test_in_the_midst_of_a_command_nothing_is_asked(finished: HttpTable, anyone: Caller) -> None:
    lines = anyone.get(f"{finished.path}/history").json()["commands"]
    commands = [line["command"] for line in lines]
    amidst = next(c["first"] for c in commands[::-1] if c["last"] > c["first"])
    seen = anyone.get(finished.path, params={"at": amidst, "seat": 0}).json()
    assert (seen["version"], seen["decision"]) == (amidst, None)


def test_amidst_a_command_no_answer_is_on_offer(http: httpx.Client, anyone: Caller) -> None:
    """When a race has been run and is not yet paid, the game itself could not say whose turn."""
    table = play_table(http, game="galopp_royal", options={"races": 1})
    lines = anyone.get(f"{table.path}/history").json()["commands"]
    commands = [line["command"] for line in lines]
    last = commands[-1]
    for at in (*range(last["first"], last["last"]), commands[-2]["last"]):
        query = {"at": at, "seat": 0}
        assert anyone.get(table.path, params=query).json()["version"] == at
        then = anyone.get(f"{table.path}/actions", params=query).json()
        assert (then["version"], then["decision"] is None) == (at, at >= last["first"])
        assert at < last["first"] or (then["actions"], then["open_parameters"]) == ([], [])


def test_a_past_version_has_the_seat_before_moving_up(http: httpx.Client) -> None:
    """Seats close up when somebody leaves; the past is not the present."""
    table = open_table(http)
    before = table.people[2].get(table.path)
    table.people[1].delete(f"{table.path}/seats/1")
    assert table.seen(table.people[2])["you"]["seats"] == [1]
    at = before.json()["version"]
    same(before, table.people[2].get(table.path, params={"at": at}))


def test_before_the_end_nobody_gets_the_views_of_others(race: HttpTable, anyone: Caller) -> None:
    at = race.seen()["version"]
    race.step()
    query = {"at": at, "seat": 1}
    assert_problem(race.host.get(race.path, params=query), 403, "not_finished")
    assert_problem(race.host.get(f"{race.path}/actions", params=query), 403, "not_your_seat")
    assert_problem(anyone.get(f"{race.path}/actions", params=query), 401, "token_missing")
    assert_problem(anyone.get(f"{race.path}/actions"), 401, "token_missing")
    own = race.host.get(f"{race.path}/actions", params={"at": at})
    assert own.json()["version"] == at


def test_a_seat_or_a_version_that_never_was_is_not_there(
    finished: HttpTable, anyone: Caller
) -> None:
    for part in ("", "/actions"):
        path = finished.path + part
        assert_problem(anyone.get(path, params={"at": 2, "seat": 7}), 404, "no_such_seat")
        assert_problem(anyone.get(path, params={"at": 9999, "seat": 0}), 404, "no_such_version")
