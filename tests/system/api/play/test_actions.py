"""What a seat may do now."""

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable, start_table


def test_an_open_parameter_comes_with_its_schema(race: HttpTable) -> None:
    asked = race.at_turn()
    [parameter] = race.actions(asked)["open_parameters"]
    assert parameter["command"] == "gumball_rally.play"
    command = {**race.listed(asked), parameter["field"]: 10**6}
    assert race.send(asked, command).status_code == 200


def test_the_tag_stays_when_something_else_happens_at_the_table(race: HttpTable) -> None:
    asked, waiting = race.at_turn(), race.waiting()
    before = asked.get(f"{race.path}/actions").headers["etag"]
    waiting.delete(f"{race.path}/seats/{race.people.index(waiting)}")
    assert asked.get(f"{race.path}/actions").headers["etag"] == before


def test_a_player_without_a_seat_there_may_do_nothing(race: HttpTable, bob: Caller) -> None:
    assert_problem(bob.get(f"{race.path}/actions"), 403, "not_seated")


def test_ones_own_seat_may_be_named_and_no_other(race: HttpTable) -> None:
    path = f"{race.path}/actions"
    assert race.host.get(path, params={"seat": 0}).json() == race.actions(race.host)
    problem = assert_problem(race.host.get(path, params={"seat": 1}), 403, "not_your_seat")
    assert problem["field"] == "seat"


@pytest.mark.parametrize("seat", ["-1", "8", "x", "null", "0&seat=0"])
def test_a_seat_that_cannot_be_is_malformed(read_only_table: HttpTable, seat: str) -> None:
    problem = assert_problem(
        read_only_table.host.get(f"{read_only_table.path}/actions?seat={seat}"), 400, "malformed"
    )
    assert problem["field"] == "seat"


def test_actions_have_a_deadline_if_there_is_a_clock(http: httpx.Client) -> None:
    race = start_table(http, clock=60)
    told = race.actions(race.at_turn())
    assert told["deadline"] == told["decision"]["deadline"] == race.seen()["decision"]["deadline"]
    assert told["deadline"].endswith("Z")
