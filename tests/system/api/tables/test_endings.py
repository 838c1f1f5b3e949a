"""Resigning, ending a table by consent, and cancelling it, over HTTP and two processes."""

import httpx
import pytest

from domain.audit.verify import verify
from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable, open_table


def code(answer: httpx.Response) -> str:
    return str(answer.json()["type"]).rpartition("/")[2]


def types(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [event["type"] for event in answer.json()["events"]]


def test_a_seat_resigns_and_can_act_no_more(race: HttpTable) -> None:
    asked = race.at_turn()
    command = race.listed(asked)
    answer = asked.post(f"{race.path}/resign?lang=en")
    assert types(answer) == ["table.seat_resigned"]
    assert answer.json()["events"][0]["sentence"].endswith(" resigns.")
    seat = race.people.index(asked)
    seen = race.seen(asked)
    assert [each["resigned"] for each in seen["seats"]] == [n == seat for n in range(3)]
    assert race.commands(asked) == []
    for refused in (
        race.send(asked, command),
        asked.post(f"{race.path}/resign"),
        asked.post(f"{race.path}/seats", {}),
        asked.delete(f"{race.path}/seats/{seat}"),
        asked.post(f"{race.path}/end"),
    ):
        assert (refused.status_code, code(refused)) == (409, "resigned")


def test_the_last_person_wins_at_once(race: HttpTable, anyone: Caller) -> None:
    race.people[1].post(f"{race.path}/resign")
    last = race.people[0].post(f"{race.path}/resign")
    assert types(last) == ["table.seat_resigned", "table.closed"]
    seen = race.seen()
    assert (seen["status"], seen["outcome"]["places"]) == ("resigned", [2, 3, 1])
    report = verify(anyone.get(f"{race.path}/history").content)
    assert (report.verdict, report.status) == ("PASS", "resigned")


def test_people_end_a_table_by_consent(race: HttpTable, second: httpx.Client) -> None:
    one, two, three = race.people
    assert code(two.delete(f"{race.path}/end")) == "no_proposal"
    assert types(one.post(f"{race.path}/end")) == ["table.end_proposed"]
    assert code(one.post(f"{race.path}/end")) == "already_agreed"
    assert two.delete(f"{race.path}/end").status_code == 204
    assert code(three.post(f"{race.path}/end")) == "proposed_before"
    race.step()
    assert types(three.post(f"{race.path}/end")) == ["table.end_proposed"]
    assert types(two.at(second).post(f"{race.path}/end")) == ["table.end_agreed"]
    assert race.seen()["proposal"]["seats"] == [2, 1]
    assert types(one.post(f"{race.path}/end")) == ["table.end_agreed", "table.closed"]
    seen = race.seen()
    assert (seen["status"], seen["outcome"], seen["proposal"]) == ("agreed", None, None)


@pytest.mark.usefixtures("projector")
def test_the_host_cancels_a_table(http: httpx.Client) -> None:
    table = open_table(http)
    assert code(table.people[1].delete(table.path)) == "not_the_host"
    assert table.host.delete(table.path).status_code == 204
    assert code(table.host.delete(table.path)) == "table_finished"
    assert code(table.people[1].post(f"{table.path}/start")) == "table_finished"
    version = table.seen()["version"]
    query = {"status": "cancelled", "min_version": f"{table.id}:{version}"}
    listed = table.host.get("/v1/tables", params=query).json()["tables"]
    assert table.id in [each["id"] for each in listed]
