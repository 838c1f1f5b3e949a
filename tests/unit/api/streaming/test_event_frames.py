"""Frames are rendered once for all streams that show the same, and share no secrets."""

from itertools import permutations
from typing import Any

import pytest
from msgspec import json

from api.streaming import sse
from api.streaming.event_frames import EventFrame, StateFrames
from domain.judging.commit import decode_events
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Seat
from projections.seat_view.events import encode_visible_event
from tests.support.histories.recorded_rally import RALLY, entries

EVENTS = decode_events(entries(), RALLY.seed)
AUDIENCES: list[frozenset[Seat]] = [frozenset(), frozenset([0]), frozenset([1]), frozenset([0, 2])]


def alone(seats: frozenset[Seat], public: bool) -> bytes:
    return b"".join(
        sse.event(each.recorded.version, encode_visible_event(each, seats, public, None))
        for each in EVENTS
    )


def shared(frames: list[EventFrame], seats: frozenset[Seat], public: bool) -> bytes:
    return b"".join(frame.content(seats, public, None) for frame in frames)


@pytest.mark.parametrize("order", list(permutations(AUDIENCES)))
def test_audiences_share_frames_but_no_secrets(order: tuple[frozenset[Seat], ...]) -> None:
    frames = [EventFrame(each) for each in EVENTS]
    for seats in (*order, *order):
        assert shared(frames, seats, False) == alone(seats, False)


def test_what_is_hidden_differs_between_these_audiences() -> None:
    assert len({alone(seats, False) for seats in AUDIENCES}) == len(AUDIENCES)


def test_all_see_everything_when_the_table_has_closed() -> None:
    frames = [EventFrame(each) for each in EVENTS]
    shared(frames, frozenset(), False)
    shown = {shared(frames, seats, True) for seats in AUDIENCES}
    assert shown == {alone(frozenset(), True)}


def test_audiences_that_see_the_same_share_the_same_bytes() -> None:
    for event in EVENTS:
        frame, allowed = EventFrame(event), event.recorded.event.audience().seats
        contents = {id(frame.content(seats, False, None)) for seats in AUDIENCES}
        assert len(contents) <= (1 if allowed is None else 2)


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
