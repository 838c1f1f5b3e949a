"""What one caller may see of one table, built from a table that was played at random."""

from msgspec import json
from msgspec.structs import replace

from domain.fairness.chain import join_code
from domain.kernel.ids import Seat
from domain.table.state import Open, Running, Table
from projections.seat_view.view import (
    TableAtVersion,
    describe_table,
    status,
)
from tests.support.histories.recorded_rally import RALLY, players, stages

HEAD = bytes(32)
SEED = RALLY.seed


def seen(state: Table, seat: Seat | None) -> bytes:
    who = players(state)[seat] if seat is not None else None
    return json.encode(
        describe_table(TableAtVersion(RALLY.table, state, 9, HEAD, SEED), who, seat, {})
    )


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
        assert describe_table(table, caller, None, {}).you.code == shown
    public = TableAtVersion(RALLY.table, state, 1, HEAD, SEED)
    assert describe_table(public, state.setup.host, None, {}).you.code is None
