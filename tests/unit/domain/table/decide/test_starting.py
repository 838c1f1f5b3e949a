"""Starting, and giving up what nobody starts."""

import pytest

from domain.games.gumball_rally import events as rally
from domain.games.gumball_rally.commands import Play
from domain.judging.commands.opening import OPEN_FOR_MS
from domain.judging.decision_clock import next_timer_check
from domain.table.clock_events import DecisionOpened
from domain.table.clocks import Pace
from domain.table.commands import CallTime, Leave, Sit, Start
from domain.table.end_events import TableClosed
from domain.table.opening_events import LuckDrawn, TableStarted
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, BOB, DORA, EMIL, PLAYERS
from tests.support.tables.rally_table import rally_table
from tests.support.tables.table_spec import SEED, THE_CLOCK, TableThen, by, given, seated, started

START = Start()
EXPIRY = NOON + OPEN_FOR_MS
GIVEN_UP = TableClosed("abandoned", None, SEED.hex())


def start(clock: Pace = "rules") -> TableThen:
    return given(rally_table(clock=clock), seated(*PLAYERS)).when(by(ANNE), START)


def test_the_host_starts_and_the_cards_are_dealt() -> None:
    start().then_types(
        *(TableStarted, LuckDrawn, rally.RallyLinedUp, rally.DangersStacked, rally.PileShuffled),
        *(rally.HandDealt, rally.HandDealt, rally.HandDealt, rally.HandsDealt, DecisionOpened),
    )


def test_the_start_names_everybody_who_sits() -> None:
    start().then_starts_with(started(*PLAYERS))


def test_the_same_seed_and_entropies_deal_the_same_cards_and_others_do_not() -> None:
    assert start().events == start().events
    others = given(rally_table(), seated(ANNE, BOB, DORA)).when(by(ANNE), START)
    assert others.events[1] == start().events[1]  # entropy, not names, makes the luck
    fewer = given(rally_table(seats=4), seated(ANNE, BOB, DORA, EMIL)).when(by(ANNE), START)
    assert fewer.events[1] != start().events[1]


def test_only_the_host_starts() -> None:
    given(rally_table(), seated(*PLAYERS)).when(by(BOB), START).refused("not_the_host")


def test_a_started_table_is_not_started_again() -> None:
    before = (rally_table(), *seated(*PLAYERS))
    given(before, start().events).when(by(ANNE), START).refused("already_started")


def test_before_the_start_nobody_plays() -> None:
    before = given(rally_table(), seated(*PLAYERS))
    before.when(by(ANNE, 0), Play("R-black-1")).refused("not_started")


def test_a_table_nobody_starts_is_given_up_in_time_and_its_seed_revealed() -> None:
    given(rally_table(), seated(*PLAYERS)).when(THE_CLOCK, CallTime(), EXPIRY).then(GIVEN_UP)


def test_a_table_is_not_given_up_a_moment_earlier() -> None:
    before = given(rally_table(), seated(*PLAYERS))
    before.when(THE_CLOCK, CallTime(), EXPIRY - 1).refused("not_started")


def test_the_clock_looks_at_an_open_table_when_it_expires() -> None:
    assert next_timer_check(given(rally_table()).state, NOON) == EXPIRY


@pytest.mark.parametrize("command", [START, Sit(), Leave(0), CallTime()])
def test_on_a_closed_table_nothing_happens(command: Start | Sit | Leave | CallTime) -> None:
    who = THE_CLOCK if isinstance(command, CallTime) else by(ANNE)
    closed = given(rally_table(), seated(*PLAYERS), GIVEN_UP)
    closed.when(who, command).refused("table_finished")
    assert next_timer_check(closed.state, NOON) is None
