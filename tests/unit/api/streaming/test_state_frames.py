"""A state is rendered once for all streams that show the same."""

from typing import Any

from msgspec import json

from api.streaming.state_frames import StateFrames
from domain.judging.live_table import LiveTable
from tests.support.histories.recorded_rally import RALLY, entries


def running() -> LiveTable:
    live = LiveTable(RALLY.table, RALLY.seed)
    live.catch_up(entries(6))
    return live


def content(frame: bytes) -> Any:
    return json.decode(frame.partition(b"data: ")[2].strip())


def test_a_hundred_streams_of_one_seat_cost_one_rendering() -> None:
    live, states = running(), StateFrames()
    frames = {states.frame(live, 0, "en", {}) for _ in range(100)}
    assert (len(frames), states.rendered) == (1, 1)


def test_seats_and_languages_are_rendered_apart() -> None:
    live, states = running(), StateFrames()
    for seat in (None, 0, 1, 2):
        for _ in range(3):
            states.frame(live, seat, "en", {})
    states.frame(live, 0, "fr", {})
    assert states.rendered == 5


def test_only_the_newest_version_is_kept_and_sent() -> None:
    live, states = running(), StateFrames()
    older = content(states.frame(live, 0, "en", {}))["version"]
    live.catch_up(entries())
    newest = content(states.frame(live, 0, "en", {}))["version"]
    assert older < newest == live.version
    assert (states.rendered, len(states._frames)) == (2, 1)


def test_only_awaited_seats_get_actions() -> None:
    live, states = running(), StateFrames()
    told = {seat: content(states.frame(live, seat, "en", {})) for seat in (0, 1, 2)}
    awaited = told[0]["decision"]["seats"]
    assert [seat for seat, state in told.items() if state["actions"]] == awaited
