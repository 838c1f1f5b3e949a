"""Sending commands."""

import re
import time

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.servers.processes import until
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable, start_table
from tests.support.tables.timed_tables import deadline

PLAY = {"type": f"{GAME}.play", "card": "R-red-4"}
BAD_COMMANDS = [
    ({}, "type"),
    ({"type": "chess.castle"}, "type"),
    ({"type": "table.start"}, "type"),
    ({"type": "table.call_time"}, "type"),
    ({"type": None, "card": "R-red-4"}, "type"),
    ({"type": f"{GAME}.play"}, "card"),
    ({**PLAY, "card": "R-red-11"}, "card"),
    ({**PLAY, "card": "R-red-4\n"}, "card"),
    ({**PLAY, "card": "R-red-4\x00"}, "card"),
    ({**PLAY, "card": 4}, "card"),
    ({**PLAY, "card": ["R-red-4"]}, "card"),
    ({**PLAY, "colour_passes": "1"}, "colour_passes"),
    ({**PLAY, "colour_passes": -1}, "colour_passes"),
    ({**PLAY, "colour_passes": 1.5}, "colour_passes"),
    ({**PLAY, "colour_passes": 2**53}, "colour_passes"),
    ({**PLAY, "colour_passes": 10**30}, "colour_passes"),
    ({**PLAY, "colour_passes": True}, "colour_passes"),
    ({**PLAY, "seat": 1}, "seat"),
    ([PLAY], None),
    ("play", None),
]


def not_held(race: HttpTable, asked: Caller) -> str:
    hand = set(race.seen(asked)["view"]["hand"])
    return next(f"R-black-{n}" for n in range(1, 11) if f"R-black-{n}" not in hand)


def test_a_command_is_answered_with_what_it_caused(race: HttpTable) -> None:
    before, asked = race.seen(), race.at_turn()
    command = race.listed(asked)
    answer = race.send(asked, command).json()
    events = answer["events"]
    assert [e["version"] for e in events] == list(
        range(before["version"] + 1, answer["version"] + 1)
    )
    assert events[0]["type"] == f"{GAME}.card_played"
    assert events[0]["data"]["card"] == command["card"]
    assert events[0]["rule"] == "GB-21"
    assert (race.seen()["version"], race.seen()["head"]) == (answer["version"], answer["head"])


def test_a_whole_float_is_a_number(race: HttpTable) -> None:
    asked = race.at_turn()
    body = race.listed(asked) | {"colour_passes": 4.0}
    assert race.send(asked, body).status_code == 200
    record = asked.get(f"{race.path}/history").json()["commands"][-1]["command"]["command"]
    assert record["colour_passes"] == 4
    assert isinstance(record["colour_passes"], int)


@pytest.mark.parametrize(("body", "field"), BAD_COMMANDS)
def test_a_command_of_another_form_is_refused_and_costs_nothing(
    read_only_table: HttpTable, stored: StoreContents, body: object, field: str | None
) -> None:
    with stored.unchanged():
        problem = assert_problem(
            read_only_table.send(read_only_table.at_turn(), body), 400, "malformed"
        )
    assert problem.get("field") == field


def test_out_of_turn_is_refused_with_its_rule(
    read_only_table: HttpTable, stored: StoreContents
) -> None:
    waiting = read_only_table.waiting()
    card = read_only_table.seen(waiting)["view"]["hand"][0]
    with stored.unchanged():
        problem = assert_problem(
            read_only_table.send(waiting, {**PLAY, "card": card}), 409, "not_your_turn"
        )
    assert problem["rule"] == "GB-17"


def test_a_card_that_is_not_held_cannot_be_played(
    read_only_table: HttpTable, stored: StoreContents
) -> None:
    asked = read_only_table.at_turn()
    card = not_held(read_only_table, asked)
    for query in ({}, {"dry_run": "true"}):
        with stored.unchanged():
            answer = read_only_table.send(asked, {**PLAY, "card": card}, params=query)
        problem = assert_problem(answer, 409, "card_not_in_hand")
        assert (problem["rule"], problem["field"]) == ("GB-21", "card")
        assert card in problem["detail"]


def test_after_the_end_there_is_nothing_to_play(finished: HttpTable, stored: StoreContents) -> None:
    for query in ({}, {"dry_run": "true"}):
        with stored.unchanged():
            assert_problem(finished.send(finished.host, PLAY, params=query), 409, "table_finished")


def test_nobody_plays_for_another_seat(read_only_table: HttpTable, stored: StoreContents) -> None:
    asked, waiting = read_only_table.at_turn(), read_only_table.waiting()
    seat = read_only_table.people.index(asked)
    with stored.unchanged():
        answer = read_only_table.send(waiting, read_only_table.listed(asked), params={"seat": seat})
    assert assert_problem(answer, 403, "not_your_seat")["field"] == "seat"


def test_a_dry_run_judges_and_stores_nothing(race: HttpTable, stored: StoreContents) -> None:
    asked = race.at_turn()
    command = race.listed(asked)
    with stored.unchanged():
        dry = race.send(asked, command, params={"dry_run": "true"}).json()
    assert dry["dry_run"] is True
    assert dry["version"] == race.seen()["version"]
    done = race.send(asked, command).json()
    assert dry["events"][0]["data"] == done["events"][0]["data"]


@pytest.mark.parametrize("word", ["maybe", "", "2", "null"])
def test_a_dry_run_is_true_or_false(
    read_only_table: HttpTable, stored: StoreContents, word: str
) -> None:
    asked = read_only_table.at_turn()
    with stored.unchanged():
        answer = read_only_table.send(
            asked, read_only_table.listed(asked), params={"dry_run": word}
        )
    assert assert_problem(answer, 400, "malformed")["field"] == "dry_run"


def test_sentences_come_in_two_languages(race: HttpTable) -> None:
    said = {}
    for lang in ("en", "fr"):
        asked = race.at_turn()
        answer = race.send(asked, race.listed(asked), params={"lang": lang})
        said[lang] = answer.json()["events"][0]["sentence"]
    assert said["en"] != said["fr"]
    assert_problem(race.send(race.at_turn(), PLAY, params={"lang": "tlh"}), 400, "malformed")


def test_a_refusal_cites_rules_that_can_be_read(race: HttpTable) -> None:
    problem = race.send(race.waiting(), PLAY).json()
    rules = race.host.get(f"/v1/games/{GAME}/rules").json()["rules"]
    assert problem["rule"] in [rule["id"] for rule in rules]
    assert race.host.get(problem["type"]).json()["code"] == "not_your_turn"
    assert re.fullmatch(r"/v1/tables/\w+/commands", problem["instance"])


def test_a_late_command_is_refused(http: httpx.Client, stored: StoreContents) -> None:
    race = start_table(http, clock=1)
    asked = race.at_turn()
    command = race.listed(asked)
    until(lambda: time.time() > deadline(race))
    with stored.unchanged():
        assert_problem(race.send(asked, command), 409, "too_late")
