"""An event that once had another name and other words is read today as if it had today's.

The example: suppose the first servers had written `table.seat_sold {"place": 0, "to": player, …}`,
before people were said to take seats. Their histories keep their bytes, so chain and receipts hold;
what is folded and judged is the event of today.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.audit.stored_history import find_flaw
from domain.audit.verify import verify
from domain.judging import upcast
from domain.judging.codec import decode
from domain.judging.live_table import restored
from domain.judging.stored import Stored
from domain.table.opening_events import SeatTaken
from tests.support.histories.bundles import chained, history_bundle, rewritten
from tests.support.tables.memory_table import small


def as_it_was_stored_before(event: Any) -> None:
    if event["type"] == SeatTaken.type:
        data = event["data"]
        event["type"] = "table.seat_sold"
        event["data"] = {"place": data["seat"], "to": data["player"], "piece": data["piece"]}


def seat_sold(told: Any) -> tuple[str, Any]:
    """Nobody could give luck then."""
    return "table.seat_given", {**told, "luck": None}


def seat_given(told: Any) -> tuple[str, Any]:
    return SeatTaken.type, {
        "seat": told["place"],
        "player": told["to"],
        "piece": told["piece"],
        "luck": told["luck"],
    }


@pytest.fixture
def old(monkeypatch: pytest.MonkeyPatch) -> tuple[str, Stored]:
    """A history as it would have been written then, on a chain of its own bytes."""
    monkeypatch.setitem(upcast.UPCASTERS, "table.seat_sold", seat_sold)
    monkeypatch.setitem(upcast.UPCASTERS, "table.seat_given", seat_given)
    table, stored = small()
    return table, rewritten(table, stored, as_it_was_stored_before)


def test_an_old_event_is_read_in_todays_words(old: tuple[str, Stored]) -> None:
    _, stored = old
    assert b"table.seat_sold" in stored.events[1]
    assert decode(stored.events[1]) == decode(small()[1].events[1])


def test_an_old_history_folds_to_the_same_and_is_judged_the_same(old: tuple[str, Stored]) -> None:
    table, stored = old
    assert restored(table, stored).state == restored(*small()).state
    assert find_flaw(table, stored) is None
    assert verify(history_bundle(table, stored)).verdict == "PASS"


def test_an_old_event_that_was_changed_is_found(old: tuple[str, Stored]) -> None:
    table, stored = old
    first, second, *others = stored.entries
    changed = second.events[0].replace(b'"place":0', b'"place":1')
    assert changed != second.events[0]
    forged = replace(second, events=(changed, *second.events[1:]))
    assert find_flaw(table, chained(table, stored, (first, forged, *others))) is not None


def test_without_its_upcaster_an_old_history_is_refused_in_words() -> None:
    table, stored = small()
    flaw = find_flaw(table, rewritten(table, stored, as_it_was_stored_before))
    assert flaw is not None
    assert "No game has such an event" in flaw.why
