"""What one caller may see of one table, built from a table that was played at random."""

import pytest
from msgspec import json
from msgspec.structs import replace

from domain.fairness import chain, salts
from domain.fairness.canonical import canon
from domain.fairness.seed import join_code
from domain.kernel.ids import Seat
from domain.table.state import NotOpened, Open, Running, Table
from projections.seat_view.view import (
    TableAtVersion,
    decision_tag,
    describe_table,
    encode_visible_events,
    legal_actions,
    status,
)
from tests.support.recorded_rally import RALLY, players, stages, told

HEAD = bytes(32)
SEED = RALLY.seed


def seen(state: Table, seat: Seat | None) -> bytes:
    who = players(state)[seat] if seat is not None else None
    return json.encode(describe_table(TableAtVersion(RALLY.table, state, 9, HEAD, SEED), who, seat))


def test_a_table_is_open_then_running_then_finished() -> None:
    assert list(dict.fromkeys(map(status, stages()))) == ["open", "running", "finished"]


def test_a_seat_is_shown_its_own_hand_and_a_spectator_none() -> None:
    running = next(state for state in stages() if isinstance(state, Running) and state.decision)
    hands = [json.decode(seen(running, seat))["view"]["hand"] for seat in range(3)]
    assert all(len(hand) == len(hands[0]) > 0 for hand in hands)
    assert json.decode(seen(running, None))["view"]["hand"] is None


def test_the_seed_is_in_no_view_of_anybody() -> None:
    for state in stages():
        for seat in (None, *range(len(players(state)))):
            assert SEED.hex().encode() not in seen(state, seat)


def test_everybody_sees_who_gave_sealed_luck_and_whether_it_is_allowed() -> None:
    state = next(state for state in stages() if isinstance(state, Open) and state.sitters)
    sealed = replace(state.sitters[0], luck="c" * 64)
    given = replace(state, sitters=(sealed, *state.sitters[1:]))
    shown = json.decode(seen(given, None))
    assert shown["seats"][0]["luck"] == "c" * 64
    assert shown["sealed_luck"]
    forbidden = replace(state, setup=replace(state.setup, sealed_luck=False))
    assert not json.decode(seen(forbidden, None))["sealed_luck"]


def test_the_code_of_a_private_table_is_for_its_host_only() -> None:
    state = stages()[0]
    assert isinstance(state, Open)
    private = replace(state, setup=replace(state.setup, private=True))
    code = join_code(RALLY.table, SEED)
    table = TableAtVersion(RALLY.table, private, 1, HEAD, SEED)
    for caller, shown in ((state.setup.host, code), ("somebody", None), (None, None)):
        assert describe_table(table, caller, None).you.code == shown
    public = TableAtVersion(RALLY.table, state, 1, HEAD, SEED)
    assert describe_table(public, state.setup.host, None).you.code is None


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_tag_of_a_decision_changes_exactly_with_what_is_asked(seat: Seat) -> None:
    """Within one question, while a seat may do the same, its tag stays; else it changes."""
    tags: dict[object, str] = {}
    for n, state in enumerate(stages()):
        if isinstance(state, Running) and state.decision:
            asked = legal_actions(TableAtVersion(RALLY.table, state, n, HEAD, SEED), seat)
            known = (state.decision.number, asked.actions, asked.deadline)
            assert tags.setdefault(known, decision_tag(asked)) == decision_tag(asked)
    assert len(set(tags.values())) == len(tags) > 10


def test_before_and_after_the_play_there_is_nothing_to_do() -> None:
    for state in (stages()[0], stages()[-1]):
        asked = legal_actions(TableAtVersion(RALLY.table, state, 1, HEAD, SEED), 0)
        assert (asked.decision, asked.actions, asked.open_parameters) == (None, (), ())


def test_a_hidden_event_is_a_seal_that_its_salt_opens() -> None:
    for each, shown in zip(told(), json.decode(heard(())), strict=True):
        if "sealed" in shown:
            shown.pop("command", None)
            salt = salts.salt(SEED, each.recorded.version)
            assert shown == {
                "version": each.recorded.version,
                "sealed": chain.leaf(salt, each.raw).hex(),
            }


def heard(seats: tuple[Seat, ...], public: bool = False) -> bytes:
    return encode_visible_events(told(), seats, public, None, NotOpened())


def test_a_heard_event_is_the_stored_one_and_its_salt() -> None:
    for each, shown in zip(told(), json.decode(heard((), public=True)), strict=True):
        salt, command = shown.pop("salt"), shown.pop("command", None)
        assert canon(shown) == each.raw
        assert command == (each.command.hex() if each.command else None)
        assert salt == salts.salt(SEED, each.recorded.version).hex()


def test_who_holds_more_seats_hears_no_less() -> None:
    count = {seats: heard(seats).count(b'"sealed"') for seats in ((), (0,), (0, 1), (0, 1, 2))}
    assert list(count.values()) == sorted(count.values(), reverse=True)
    assert count[()] > count[(0,)] > count[(0, 1)] > count[(0, 1, 2)] > 0
    assert heard((), public=True).count(b'"sealed"') == 0


def test_sentences_are_added_only_where_they_are_asked_for() -> None:
    french = json.decode(encode_visible_events(told()[:5], (), True, "fr", NotOpened()))
    assert all(event["sentence"] for event in french)
    assert b'"sentence"' not in heard(())
