"""The rules that the table keeps for the game: options, clocks and defaults."""

import pytest

from domain.games.galopp_royal.auction_events import BidderPassed, TeamSold
from domain.games.galopp_royal.commands import Bid, GaloppOptions, Pass, Remove
from domain.games.galopp_royal.game import GAME
from domain.games.galopp_royal.race_events import ChairMoved, DieRolled
from domain.kernel.ids import Seat, rfc3339
from domain.kernel.messages import Event
from domain.table.clock_events import DecisionOpened, TimedOut
from domain.table.commands import CallTime, OpenTable, Start
from tests.support.games.galopp_royal.situations import cards, dealt_tale, on_track
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, PEOPLE
from tests.support.seats import A, B, C, D
from tests.support.tables.table_spec import THE_CLOCK, begun, by, given, opened, seated

TABLE = opened(GAME.key, GaloppOptions(first_seat=0), 6)


def decision_opened(kind: str, seat: Seat) -> DecisionOpened:
    return DecisionOpened(1, "some key", kind, (seat,), rfc3339(NOON))


@pytest.mark.rule("GR-2.1", "GR-2.5")
def test_options_that_do_not_fit_the_table_are_refused_when_it_is_opened() -> None:
    two_users = OpenTable("galopp_royal", options={"two_users": True}, seats=5)
    given().when(by(ANNE), two_users).refused("bad_option", "GR-2.1", "two_users")
    nobody = OpenTable("galopp_royal", options={"first_seat": 3}, seats=3)
    given().when(by(ANNE), nobody).refused("bad_option", "GR-2.5", "first_seat")


@pytest.mark.rule("GR-2.5")
def test_a_first_seat_nobody_has_taken_is_refused_at_the_start() -> None:
    table = opened(GAME.key, GaloppOptions(first_seat=4), 6)
    given(table, seated(*PEOPLE[:3])).when(by(ANNE), Start()).refused("bad_option", "GR-2.5")


@pytest.mark.rule("GR-9.2", "GR-5.7")
@pytest.mark.parametrize("options", [{"races": 0}, {"races": 7}, {"crafty_mode": "some"}, {"x": 1}])
def test_options_that_do_not_exist_are_refused(options: dict[str, object]) -> None:
    given().when(by(ANNE), OpenTable("galopp_royal", options=options)).refused("unknown_option")


def late(kind: str, seat: Seat, *history: Event) -> tuple[Event, ...]:
    """What the clock plays for a seat that has let its time pass."""
    people = begun(*PEOPLE[: 4 if kind != "crafty" else 3])
    table = given(TABLE, people, history, decision_opened(kind, seat))
    return table.when(THE_CLOCK, CallTime()).events


@pytest.mark.rule("GR-11.10")
def test_a_late_bidder_passes_as_if_by_choice() -> None:
    """GR-E20"""
    bids = (*((A, 1), (B, 2), (C, 3), (D, 5), (A, None)), *((B, 6), (C, None), (D, 7), (B, 9)))
    told = late("bid", D, *dealt_tale(4, "1 2 3 5").says(*bids).events)
    assert told[:3] == (
        TimedOut(D, 1),
        BidderPassed(D, discards=False),
        TeamSold(B, 9, cards("1 2 3 5"), 41),
    )


@pytest.mark.rule("GR-11.10")
def test_a_late_roller_rolls() -> None:
    told = late("roll", A, *on_track(0, 0, 0, 0))
    assert [type(event) for event in told[2:4]] == [DieRolled, ChairMoved]


@pytest.mark.rule("GR-11.11")
def test_a_late_master_of_a_crafty_devil_goes_forth_and_pushes() -> None:
    rolled = DieRolled(A, 1, cards("X")[0], choice=True)
    told = late("crafty", A, *on_track(0, 3, 9, teams=["X 1 1 1"]), rolled)
    assert [e.by for e in told if isinstance(e, ChairMoved)] == [2, -2]


@pytest.mark.rule("GR-11.2", "GR-11.8")
def test_the_table_lets_the_game_refuse() -> None:
    auction = (dealt_tale(4).events, decision_opened("bid", A))
    table = given(TABLE, begun(*PEOPLE[:4]), *auction)
    table.when(by(ANNE, 0), Bid(51)).refused("bad_amount", "GR-3.3", "amount")
    table.when(by(PEOPLE[1]), Pass()).refused("not_your_turn", "GR-3.3")
    table.when(by(ANNE), Remove((1, 1, 1, 1))).refused("not_now", "GR-10.6")
