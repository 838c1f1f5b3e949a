"""People who keep several seats: two users of a game with four."""

import pytest

from domain.games.galopp_royal.auction_events import BidderPassed
from domain.games.galopp_royal.commands import GaloppOptions, Pass
from domain.games.galopp_royal.game import GAME
from domain.kernel.ids import rfc3339
from domain.kernel.messages import Event
from domain.table.clock_events import AutopilotEngaged, DecisionOpened, SeatReturned
from domain.table.commands import CallTime, Leave, Sit, Start
from domain.table.end_events import TableClosed
from domain.table.opening_events import SeatTaken, TableOpened
from domain.table.state import Running, seats_of
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, BOB, CLEO
from tests.support.tables.table_spec import SEED, THE_CLOCK, by, given, opened, seated
from tests.support.tables.table_spec import started as has_started

SIT = Sit()
BOTH = (SeatTaken(0, ANNE, "green", None), SeatTaken(1, BOB, None, None))


def two_users() -> TableOpened:
    return opened(GAME.key, GaloppOptions(first_seat=0, two_users=True), 4)


def started() -> list[Event]:
    told = given(two_users(), BOTH).when(by(ANNE), Start()).events
    return [two_users(), *BOTH, *told]


def test_two_people_fill_four_seats() -> None:
    given(two_users(), seated(ANNE)).when(by(BOB), SIT).then(SeatTaken(1, BOB, None, None))
    given(two_users(), seated(ANNE, BOB)).when(by(CLEO), SIT).refused("table_full")


@pytest.mark.parametrize("people", [0, 1])
def test_one_alone_cannot_start(people: int) -> None:
    waiting = given(two_users(), seated(ANNE, BOB)[:people])
    waiting.when(by(ANNE), Start()).refused("bad_seats", "GR-2.1")


def test_the_start_gives_the_further_seats_to_their_keepers() -> None:
    given(two_users(), BOTH).when(by(ANNE), Start()).then_starts_with(
        SeatTaken(2, ANNE, None, None),
        SeatTaken(3, BOB, None, None),
        has_started(ANNE, BOB, ANNE, BOB, game=GAME.key, options=two_users().options),
    )


def test_both_hold_two_seats_once_it_is_on() -> None:
    state = given(started()).state
    assert isinstance(state, Running)
    assert (seats_of(state, ANNE), seats_of(state, BOB)) == ((0, 2), (1, 3))
    assert len(state.time_outs) == 4


def test_a_player_with_two_seats_names_one() -> None:
    table = given(started())
    table.when(by(ANNE), Pass()).refused("which_seat", field="seat")
    table.when(by(ANNE, 1), Pass()).refused("not_your_seat", field="seat")
    table.when(by(ANNE, 2), Pass()).refused("not_your_turn", "GR-3.3")
    table.when(by(CLEO), Pass()).refused("not_seated")
    table.when(by(ANNE, 0), Pass()).then_starts_with(BidderPassed(0, discards=False))


def test_one_seat_may_go_on_autopilot_while_its_keeper_plays_the_other() -> None:
    left = AutopilotEngaged(2, "left")
    given(started()).when(by(ANNE), Leave(2)).then(left)
    given(started(), left).when(by(ANNE, 0), Pass()).then_starts_with(BidderPassed(0, False))
    given(started(), left).when(by(BOB), Leave(2)).refused("not_your_seat")


def test_sitting_down_again_takes_all_seats_back() -> None:
    left = [AutopilotEngaged(0, "left"), AutopilotEngaged(2, "left")]
    given(started(), left).when(by(ANNE), SIT).then(SeatReturned(0), SeatReturned(2))


def test_the_table_is_deserted_when_all_seats_are_left() -> None:
    left = [AutopilotEngaged(seat, "left") for seat in (0, 1, 2)]
    told = given(started(), left).when(by(BOB), Leave(3)).events
    assert told == (AutopilotEngaged(3, "left"), TableClosed("abandoned", None, SEED.hex()))


def test_the_clock_asks_each_seat_for_itself() -> None:
    question = DecisionOpened(2, "some key", "bid", (0,), rfc3339(NOON))
    table = given(started(), question)
    told = table.when(THE_CLOCK, CallTime(), NOON).events
    assert BidderPassed(0, discards=False) in told
    state = table.state
    assert isinstance(state, Running)
    assert state.time_outs == (0, 0, 0, 0)


def test_without_keepers_everybody_keeps_one_seat() -> None:
    ordinary = opened(GAME.key, GaloppOptions(), 4)
    told = given(ordinary, seated(ANNE, BOB, CLEO)).when(by(ANNE), Start())
    told.then_starts_with(has_started(ANNE, BOB, CLEO, game=GAME.key))
