"""An ordered list as an open parameter: previewed, rejected with its index, carried out."""

from typing import Any

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable, start_table

GAME = "bug_race"
LEGS = ("LF", "LM", "LR", "RF", "RM", "RR")
TRY_OUT = {"dry_run": "true"}


@pytest.fixture
def race(http: httpx.Client) -> HttpTable:
    """Everybody has kept a card; nobody has moved, and no leg has to step (BR-37)."""
    table = start_table(http, 2, game=GAME, options={"must_move": "none"})
    for _ in range(2):
        table.step()
    return table


def play(race: HttpTable, caller: Caller, steps: Any) -> dict[str, Any]:
    """The first card of the hand, with these steps."""
    card = race.seen(caller)["view"]["hand"][0]["card"]
    return {"type": "bug_race.play", "card": card, "steps": steps}


def shown(race: HttpTable, caller: Caller) -> list[str]:
    legs: list[str] = race.seen(caller)["view"]["hand"][0]["legs"]
    return legs


@pytest.mark.rule("BR-35")
def test_the_schema_has_the_grammar_and_the_bound_of_the_list(race: HttpTable) -> None:
    (steps,) = race.actions(race.host)["open_parameters"]
    assert (steps["command"], steps["field"]) == ("bug_race.play", "steps")
    assert steps["schema"]["items"]["enum"] == [*LEGS, "B"]
    assert steps["schema"]["maxItems"] == 9 + max(
        len(each["legs"]) for each in race.seen(race.host)["view"]["hand"]
    )


@pytest.mark.rule("BR-35")
@pytest.mark.parametrize("query", [{}, TRY_OUT])
def test_a_list_that_fails_is_refused_with_its_index_and_nothing_changes(
    race: HttpTable, query: dict[str, str]
) -> None:
    before, host = race.seen(race.host), race.host
    other = next(leg for leg in LEGS if leg not in shown(race, host))
    wrong: list[tuple[list[str], str, int]] = [
        (["B", "B"], "leg_left_behind", 1),
        ([other], "leg_not_on_card", 0),
        (["B", "XX"], "bad_argument", 1),
        (["B"] * 64, "leg_left_behind", 1),
    ]
    for steps, code, index in wrong:
        answer = race.send(host, play(race, host, steps), params=query)
        problem = assert_problem(answer, 409, code)
        assert problem["field"] == f"steps[{index}]"
        assert problem["detail"].startswith(f"At index {index}: ")
    assert race.seen(host) == before


@pytest.mark.parametrize("steps", [["B"] * 65, ["too long a word"], [1], "B", {"0": "B"}])
def test_what_is_no_such_list_at_all_is_malformed(race: HttpTable, steps: Any) -> None:
    before = race.seen(race.host)
    problem = assert_problem(race.send(race.host, play(race, race.host, steps)), 400, "malformed")
    assert problem["field"].startswith("steps")
    assert race.seen(race.host) == before


@pytest.mark.rule("BR-20", "BR-35")
def test_a_list_is_tried_out_and_then_carried_out(race: HttpTable) -> None:
    bob = race.people[1]
    command = play(race, bob, ["B"])
    tried = race.send(bob, command, params=TRY_OUT).json()
    assert tried["dry_run"]
    (foreseen,) = tried["events"]
    stance = {"body": 2, "left": [1, 2, 3], "right": [1, 2, 3]}
    assert (foreseen["data"]["steps"], foreseen["data"]["stance"]) == (["B"], stance)
    assert race.seen(race.host)["view"]["tracks"][1]["stance"]["body"] == 1
    (recorded,) = race.send(bob, command).json()["events"]
    assert recorded["data"] == foreseen["data"]
    assert race.seen(race.host)["view"]["tracks"][1]["stance"] == stance
