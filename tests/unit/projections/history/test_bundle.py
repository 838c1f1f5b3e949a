"""The audit bundle, from a table that was played at random."""

from typing import Any

import pytest
from msgspec import json

from domain.audit.format import FORMAT
from domain.kernel.ids import PlayerId
from projections.history.bundle import LINES, bundle
from tests.support.recorded_rally import RALLY, entries, players, seen

IN_PLAY = 9  # commands after which the play is on


def told(steps: int | None, player: PlayerId | None) -> Any:
    return json.decode(bundle(seen(steps), entries(steps), player))


def test_the_header_says_what_the_events_are_about() -> None:
    header = told(None, None)["header"]
    assert (header["format"], header["table"]) == (FORMAT, RALLY.table)
    assert header["seed"] == RALLY.seed.hex()
    assert header["version"] == len(RALLY.events)
    assert header["players"] == players(RALLY.steps[-1].after)


def test_before_the_end_neither_seed_nor_outcome_is_told() -> None:
    header = told(IN_PLAY, None)["header"]
    assert (header["seed"], header["outcome"], header["status"]) == (None, None, "running")
    assert RALLY.seed.hex() not in bundle(seen(IN_PLAY), entries(IN_PLAY), None).decode()


def test_before_the_end_a_player_is_told_his_own_commands_only() -> None:
    anne, *_ = players(RALLY.steps[-1].after)
    assert {line["command"]["by"] for line in told(IN_PLAY, anne)["commands"]} == {anne}
    assert told(IN_PLAY, None)["commands"] == []


def test_after_the_end_every_command_is_told_with_the_events_it_caused() -> None:
    commands = told(None, None)["commands"]
    assert len(commands) == len(RALLY.steps)
    spans = [each["command"]["last"] - each["command"]["first"] + 1 for each in commands]
    assert spans == [len(step.events) for step in RALLY.steps]


def test_after_the_end_everybody_is_told_the_same() -> None:
    bundles = {bundle(seen(), entries(), who) for who in (None, "x", *players(seen().state))}
    assert len(bundles) == 1


@pytest.mark.parametrize("steps", [1, 4, IN_PLAY, None])
@pytest.mark.parametrize("seat", [None, 0])
def test_lines_and_bundle_tell_the_same(steps: int | None, seat: int | None) -> None:
    who = None if seat is None else players(RALLY.steps[-1].after)[seat]
    whole = told(steps, who)
    content = bundle(seen(steps), entries(steps), who, LINES)
    parts = [json.decode(line) for line in content.splitlines()]
    assert content.endswith(b"}\n")
    assert parts == [
        {"header": whole["header"]},
        *whole["events"],
        *whole["commands"],
    ]
