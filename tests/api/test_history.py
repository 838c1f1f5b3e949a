"""The audit bundle over HTTP."""

import json
from typing import Any

import pytest

from tests.api.problem import refused
from tests.api.sitting import Sitting
from tests.support.web import Caller


def history(table: Sitting, caller: Caller) -> Any:
    answer = caller.get(f"{table.path}/history")
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def lines(table: Sitting, caller: Caller) -> list[Any]:
    accept = {"Accept": "application/x-ndjson"}
    answer = caller.get(f"{table.path}/history", headers=accept)
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert answer.content.endswith(b"}\n")
    return [json.loads(line) for line in answer.content.splitlines()]


def test_a_history_is_as_long_as_its_table(race: Sitting, anyone: Caller) -> None:
    for caller in (*race.people, anyone):
        seen, bundle = race.seen(caller), history(race, caller)
        assert bundle["header"]["version"] == seen["version"] == len(bundle["events"])
        assert bundle["header"]["head"] == seen["head"]
        assert bundle["header"]["commitment"] == seen["commitment"]


def test_its_events_are_those_of_the_pages(race: Sitting, anyone: Caller) -> None:
    for caller in (*race.people, anyone):
        pages = caller.get(f"{race.path}/events", params={"limit": 500}).json()["events"]
        assert history(race, caller)["events"] == pages


def test_before_the_end_there_is_no_seed(race: Sitting) -> None:
    header = history(race, race.host)["header"]
    assert (header["seed"], header["outcome"], header["status"]) == (None, None, "running")


def test_before_the_end_only_ones_own_commands_are_told(race: Sitting, anyone: Caller) -> None:
    race.step()
    for caller in race.people:
        assert {command["by"] for command in history(race, caller)["commands"]} == {caller.id}
    assert history(race, anyone)["commands"] == []


def test_after_the_end_everything_is_told_to_everybody(finished: Sitting, bob: Caller) -> None:
    bundle = history(finished, bob)
    assert not any("sealed" in event for event in bundle["events"])
    assert bundle["header"]["seed"] == bundle["events"][-1]["data"]["seed"]
    assert bundle == history(finished, finished.host)


def test_commands_cover_all_events_without_gaps(finished: Sitting) -> None:
    bundle = history(finished, finished.host)
    nexts = [command["first"] for command in bundle["commands"]] + [len(bundle["events"]) + 1]
    assert nexts[0] == 1
    for command, following in zip(bundle["commands"], nexts[1:], strict=True):
        assert command["first"] <= command["last"] == following - 1


def test_a_table_of_one_event_has_a_history(anne: Caller) -> None:
    made = anne.post("/v1/tables", {"game": "gumball_rally"}).json()
    bundle = anne.get(f"/v1/tables/{made['id']}/history").json()
    assert [command["command"]["type"] for command in bundle["commands"]] == ["table.open"]


@pytest.mark.parametrize("which", ["race", "finished"])
def test_line_by_line_the_same_is_told(which: str, request: pytest.FixtureRequest) -> None:
    table: Sitting = request.getfixturevalue(which)
    told, bundle = lines(table, table.host), history(table, table.host)
    assert told[0] == {"header": bundle["header"]}
    assert [each["event"] for each in told if "event" in each] == bundle["events"]
    assert [each["command"] for each in told if "command" in each] == bundle["commands"]
    assert len(told) == 1 + len(bundle["events"]) + len(bundle["commands"])


def test_an_unknown_table_has_no_history(anyone: Caller) -> None:
    refused(anyone.get(f"/v1/tables/{'b' * 26}/history"), 404, "no_such_table")
