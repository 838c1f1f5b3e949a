"""View and actions of one seat together."""

from msgspec.structs import replace

from domain.table.state import Closed, Open, Running, Sitter, Table
from projections.seat_view.actions import decision_tag
from projections.seat_view.state import StateSeen, describe_state, seat_to_show
from projections.seat_view.view import TableAtVersion, game_view
from tests.support.histories.recorded_rally import RALLY, players, stages


def state_of(state: Table, seat: int | None) -> StateSeen:
    return describe_state(
        TableAtVersion(RALLY.table, state, 9, bytes(32), RALLY.seed), seat, "en", {}
    )


def running() -> Running:
    return next(each for each in stages() if isinstance(each, Running) and each.decision)


def test_only_a_seat_that_must_decide_gets_actions() -> None:
    state = running()
    for seat in (None, 0, 1, 2):
        seen = state_of(state, seat)
        assert seen.view == game_view(state, seat)
        assert seen.decision is not None
        asked = seat in seen.decision.seats
        assert (seen.actions is not None) == (seen.open_parameters is not None) == asked
        assert seen.tag == (decision_tag(state, seat) if asked and seat is not None else None)


def test_an_open_table_has_seats_and_a_closed_one_an_outcome() -> None:
    opened = state_of(next(each for each in stages() if isinstance(each, Open)), None)
    assert (opened.status, opened.view, opened.decision, opened.actions) == (
        "open",
        None,
        None,
        None,
    )
    closed = state_of(stages()[-1], 0)
    assert closed.status == "finished"
    assert closed.outcome is not None
    assert len(closed.seats) == 3


def test_with_several_seats_the_one_that_must_decide_is_shown() -> None:
    state = running()
    everything = replace(state, sitters=tuple(Sitter("me", None) for _ in state.sitters))
    seen = state_of(everything, None)
    assert seen.decision is not None
    assert seat_to_show(everything, "me", None) == seen.decision.seats[0]
    assert seat_to_show(everything, "me", 2) == 2


def test_a_seat_of_another_player_is_shown_only_when_the_table_is_closed() -> None:
    state, mine = running(), players(running())[0]
    assert seat_to_show(state, mine, 1) == 0
    assert seat_to_show(state, None, 1) is None
    closed = stages()[-1]
    assert isinstance(closed, Closed)
    assert seat_to_show(closed, None, 1) == 1
