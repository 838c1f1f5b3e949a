"""Every audience gets what it would get alone, and what nobody else may see is not shared."""

from itertools import permutations

import pytest

from api.streaming import sse
from api.streaming.event_frames import EventFrames
from domain.judging.commit import decode_events
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


@pytest.mark.parametrize("order", list(permutations(AUDIENCES)))
def test_audiences_share_frames_but_no_secrets(order: tuple[frozenset[Seat], ...]) -> None:
    frames = EventFrames(EVENTS)
    for seats in (*order, *order):
        assert frames.content(seats, False, None) == alone(seats, False)


def test_what_is_hidden_differs_between_these_audiences() -> None:
    assert len({alone(seats, False) for seats in AUDIENCES}) == len(AUDIENCES)


def test_all_see_everything_when_the_table_has_closed() -> None:
    frames = EventFrames(EVENTS)
    frames.content(frozenset(), False, None)
    shown = {frames.content(seats, True, None) for seats in AUDIENCES}
    assert shown == {alone(frozenset(), True)}


def test_audiences_that_see_the_same_share_the_same_bytes() -> None:
    public = [each for each in EVENTS if each.recorded.event.audience().seats is None]
    frames = EventFrames(public)
    assert len({id(frames.content(seats, False, None)) for seats in AUDIENCES}) == 1
