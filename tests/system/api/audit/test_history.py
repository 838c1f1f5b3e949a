"""The audit bundle over HTTP."""

import json
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.audit.verify import verify
from domain.fairness.chain import canon, command_leaf
from openapi.clients import verify as one_file
from projections.history.bundle import AT_ONCE
from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller, new_player
from tests.support.tables.http_table import HttpTable


def history(table: HttpTable, caller: Caller) -> Any:
    answer = caller.get(f"{table.path}/history")
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def test_a_history_is_as_long_as_its_table(race: HttpTable, anyone: Caller) -> None:
    for caller in (*race.people, anyone):
        seen, bundle = race.seen(caller), history(race, caller)
        assert bundle["header"]["version"] == seen["version"] == len(bundle["events"])
        assert bundle["header"]["head"] == seen["head"]
        assert bundle["header"]["commitment"] == seen["commitment"]


def test_the_header_has_the_game_the_players_and_the_components(
    finished: HttpTable, anyone: Caller
) -> None:
    seen, header = finished.seen(), history(finished, anyone)["header"]
    for name in ("game", "options", "rules_version", "commitment", "status", "outcome"):
        assert header[name] == seen[name], name
    box = anyone.get(f"/v1/games/{seen['game']}/components").json()
    del box["texts"]  # no rule reads them
    canonical = json.dumps(box, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert header["components"] == sha256(canonical.encode()).hexdigest()
    assert header["players"] == [caller.id for caller in finished.people]


def test_nobody_is_called_by_name(finished: HttpTable, race: HttpTable, anyone: Caller) -> None:
    assert anyone.get(f"/v1/players/{race.host.id}").json()["name"] == "Player 0"
    for table in (finished, race):
        assert "Player " not in race.host.get(f"{table.path}/history").text


def test_a_command_has_its_seat_and_no_key(race: HttpTable) -> None:
    asked, key = race.at_turn(), "my-key-17"
    sent = race.send(asked, race.listed(asked), headers={"Idempotency-Key": key}).json()
    line = history(race, asked)["commands"][-1]
    record = line["command"]
    assert (record["seat"], record["by"]) == (race.people.index(asked), asked.id)
    assert line["salt"] == sent["command_salt"]
    leaf = command_leaf(bytes.fromhex(line["salt"]), canon(record)).hex()
    assert sent["events"][0]["command"] == leaf
    assert key not in asked.get(f"{race.path}/history").text


def test_its_events_are_those_of_the_pages(race: HttpTable, anyone: Caller) -> None:
    for caller in (*race.people, anyone):
        pages = caller.get(f"{race.path}/events", params={"limit": 500}).json()["events"]
        lines = history(race, caller)["events"]
        assert [as_on_a_page(line) for line in lines] == pages


def as_on_a_page(line: Any) -> Any:
    command = {name: line[name] for name in ("command", "head") if name in line}
    if "event" in line:
        return {**line["event"], "salt": line["salt"], **command}
    return {"version": line["version"], "sealed": line["leaf"], **command}


def test_before_the_end_only_your_own_commands_are_returned(
    race: HttpTable, anyone: Caller
) -> None:
    race.step()
    for caller in race.people:
        assert {line["command"]["by"] for line in history(race, caller)["commands"]} == {caller.id}
    assert history(race, anyone)["commands"] == []


def test_an_unknown_table_has_no_history(anyone: Caller) -> None:
    assert_problem(anyone.get(f"/v1/tables/{'b' * 26}/history"), 404, "no_such_table")


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
def test_a_stranger_can_check_it_with_one_file(
    finished: HttpTable, anyone: Caller, accept: str, tmp_path: Path
) -> None:
    """The bundle, Python and the script: nothing else is there."""
    answer = anyone.get(f"{finished.path}/history", headers={"Accept": accept})
    (tmp_path / "history").write_bytes(answer.content)
    shutil.copy(one_file.__file__, tmp_path / "verify.py")
    done = subprocess.run(
        [sys.executable, "-I", "verify.py", "history"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout.startswith("PASS"), done.stdout + done.stderr
    assert verify(answer.content).verdict == "PASS"


def test_before_the_end_the_chain_can_be_followed(race: HttpTable, anyone: Caller) -> None:
    for caller in (*race.people, anyone):
        answer = caller.get(f"{race.path}/history")
        report = verify(answer.content)
        assert (report.verdict, report.flaw) == ("UNFINISHED", None)
        assert report.sealed > 0


def test_a_long_history_is_sent_in_pieces(http: httpx.Client) -> None:
    """Longer than what is read at a time: people come and go."""
    host, guest = new_player(http, "Anne"), new_player(http, "Bob")
    path = host.post("/v1/tables", {"game": "gumball_rally", "sit": True}).headers["location"]
    for _ in range(AT_ONCE // 2):
        guest.post(f"{path}/seats", {})
        guest.delete(f"{path}/seats/1")
    for kind in ("application/json", "application/x-ndjson"):
        answer = host.get(f"{path}/history", headers={"Accept": kind})
        report = verify(answer.content)
        assert (report.verdict, report.flaw, report.events) == ("UNFINISHED", None, 2 + AT_ONCE)
