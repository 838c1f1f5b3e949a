"""The events of a table as its seats hear them, from a table that was played at random."""

from msgspec import json

from domain.fairness import chain
from domain.fairness.chain import canon
from domain.judging.narration import narrator
from domain.kernel.ids import Seat
from projections.seat_view.events import encode_visible_events
from tests.support.histories.recorded_rally import entries, salted_events


def test_a_hidden_event_is_a_seal_that_its_salt_opens() -> None:
    for each, shown in zip(salted_events(), json.decode(events_visible_to(())), strict=True):
        if "sealed" in shown:
            assert shown.pop("command", None) == (each.command.hex() if each.command else None)
            assert shown.pop("head", None) == (each.head.hex() if each.head else None)
            assert shown == {
                "version": each.recorded.version,
                "sealed": chain.leaf(each.salt, each.raw).hex(),
            }


def events_visible_to(seats: tuple[Seat, ...], public: bool = False) -> bytes:
    return encode_visible_events(salted_events(), seats, public, None)


def test_a_visible_event_is_the_stored_one_and_its_salt() -> None:
    for each, shown in zip(
        salted_events(), json.decode(events_visible_to((), public=True)), strict=True
    ):
        assert shown.pop("salt") == each.salt.hex()
        assert shown.pop("command", None) == (each.command.hex() if each.command else None)
        assert shown.pop("head", None) == (each.head.hex() if each.head else None)
        assert canon(shown) == each.raw


def test_the_first_event_of_a_commit_has_its_command_and_the_last_its_head() -> None:
    heads = {entry.last: entry.head for entry in entries()}
    begins = {entry.first for entry in entries()}
    for each in salted_events():
        assert each.head == heads.get(each.recorded.version)
        assert (each.command is not None) == (each.recorded.version in begins)


def test_a_player_with_more_seats_sees_no_less() -> None:
    count = {
        seats: events_visible_to(seats).count(b'"sealed"')
        for seats in ((), (0,), (0, 1), (0, 1, 2))
    }
    assert list(count.values()) == sorted(count.values(), reverse=True)
    assert count[()] > count[(0,)] > count[(0, 1)] > count[(0, 1, 2)] > 0
    assert events_visible_to((), public=True).count(b'"sealed"') == 0


def test_sentences_are_added_only_where_they_are_asked_for() -> None:
    french = json.decode(encode_visible_events(salted_events()[:5], (), True, narrator("fr")))
    assert all(event["sentence"] for event in french)
    assert b'"sentence"' not in events_visible_to(())
