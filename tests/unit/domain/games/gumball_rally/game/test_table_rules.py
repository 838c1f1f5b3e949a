"""The rules that the table keeps for the rally: how many, clocks, absence, secrets and the end."""

import pytest
from msgspec import json

from domain.games.gumball_rally.components import CARDS
from domain.games.gumball_rally.events import CardPlayed, DangersStacked, HandDealt
from domain.kernel.messages import Event
from domain.table.clock_events import AutopilotEngaged, DecisionOpened, DefaultPlayed, TimedOut
from domain.table.clocks import Pace
from domain.table.commands import CallTime, OpenTable, Start
from domain.table.end_events import TableClosed
from ludotheque.laws.random_play import Played, played
from tests.support.players.fixed_world import NOON
from tests.support.tables.rally_table import ASKED_AGAIN, MINUTE, rally_table, started
from tests.support.tables.table_spec import ANNE, PEOPLE, SEED, THE_CLOCK, by, given, seated


@pytest.mark.rule("GB-10")
@pytest.mark.parametrize("drivers", range(3, 9))
def test_three_to_eight_can_start(drivers: int) -> None:
    told = given(rally_table(seats=8), seated(*PEOPLE[:drivers])).when(by(ANNE), Start())
    assert sum(isinstance(event, HandDealt) for event in told.events) == drivers


@pytest.mark.rule("GB-10")
@pytest.mark.parametrize("drivers", range(3))
def test_fewer_cannot(drivers: int) -> None:
    given(rally_table(seats=8), seated(*PEOPLE[:drivers])).when(by(ANNE), Start()).refused(
        "bad_seats", "GB-10"
    )


@pytest.mark.rule("GB-10")
@pytest.mark.parametrize("seats", [2, 9])
def test_there_is_no_table_for_two_or_for_nine(seats: int) -> None:
    given().when(by(ANNE), OpenTable("gumball_rally", seats=seats)).refused("bad_seats", "GB-10")


@pytest.mark.rule("GB-41")
@pytest.mark.parametrize(("clock", "seconds"), [("rules", 60), (5, 5), (3600, 3600)])
def test_a_play_has_a_minute_or_what_the_host_says(clock: Pace, seconds: int) -> None:
    told = given(rally_table(clock=clock), seated(*PEOPLE[:3])).when(by(ANNE), Start())
    opened = told.events[-1]
    assert isinstance(opened, DecisionOpened)
    late = given(rally_table(clock=clock), seated(*PEOPLE[:3]), told.events)
    late.when(THE_CLOCK, CallTime(), NOON + seconds * 1000 - 1).refused("not_due")
    late.when(THE_CLOCK, CallTime(), NOON + seconds * 1000).then_starts_with(
        TimedOut(opened.seats[0], 1)
    )


@pytest.mark.rule("GB-42")
def test_a_late_driver_plays_the_lowest_card_of_the_hand() -> None:
    """Anne holds black 3, blue 5 and yellow 9."""
    late = given(started()).when(THE_CLOCK, CallTime(), NOON + MINUTE)
    assert CardPlayed(0, "R-black-3", (), (0, 1, 2)) in late.events


@pytest.mark.rule("GB-43")
def test_after_three_time_outs_running_a_driver_is_played_for_at_once() -> None:
    twice = [*started(), TimedOut(0, 1), TimedOut(0, 2), ASKED_AGAIN]
    third = given(twice).when(THE_CLOCK, CallTime(), NOON + MINUTE)
    third.then_starts_with(TimedOut(0, 3), AutopilotEngaged(0, "time_outs"))
    given(started(), AutopilotEngaged(0, "time_outs")).when(
        THE_CLOCK, CallTime(), NOON + 1
    ).then_starts_with(DefaultPlayed(0), CardPlayed(0, "R-black-3", (), (0, 1, 2)))


@pytest.mark.rule("GB-44")
def test_a_rally_without_drivers_is_closed_without_a_winner() -> None:
    alone = [*started(), AutopilotEngaged(1, "left"), AutopilotEngaged(2, "left")]
    given(alone, TimedOut(0, 1), TimedOut(0, 2), ASKED_AGAIN).when(
        THE_CLOCK, CallTime(), NOON + MINUTE
    ).then(
        TimedOut(0, 3),
        AutopilotEngaged(0, "time_outs"),
        TableClosed("abandoned", None, SEED.hex()),
    )


def whispered(play: Played, seat: int | None) -> str:
    """All that a seat (None: a spectator) hears before the table is closed."""
    holds = () if seat is None else (seat,)
    heard: list[Event] = [e for e in play.events[:-1] if e.audience().hears(holds)]
    return json.encode(heard).decode()


@pytest.mark.rule("GB-19")
def test_before_the_end_nobody_sees_the_seed_a_pile_or_the_danger_stack() -> None:
    play = played("gumball_rally", 4, 1)
    stacked = next(event for event in play.events if isinstance(event, DangersStacked))
    for seat in (None, 0, 1, 2, 3):
        heard = whispered(play, seat)
        assert play.seed.hex() not in heard
        assert not [danger for danger in stacked.boxed if danger in heard]
        assert "stack" not in heard.replace("stacked", "")


@pytest.mark.rule("GB-19")
def test_a_spectator_sees_a_card_when_it_is_played_and_not_before() -> None:
    for event in played("gumball_rally", 4, 1).events[:-1]:
        if event.audience().hears(()) and not hasattr(event, "card"):
            said = json.encode(event).decode()
            assert not [card for card in CARDS if f'"{card}"' in said]


@pytest.mark.rule("GB-19")
def test_the_end_reveals_the_seed() -> None:
    play = played("gumball_rally", 4, 1)
    closed = play.events[-1]
    assert isinstance(closed, TableClosed)
    assert (closed.reason, closed.seed) == ("finished", play.seed.hex())
