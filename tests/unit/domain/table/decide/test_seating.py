"""Sitting down and getting up before the start."""

from domain.table.commands import Leave, Sit
from domain.table.opening_events import SeatLeft, SeatTaken
from domain.table.state import Closed, seats_of
from tests.support.players.people import ANNE, BOB, CLEO, DORA, PLAYERS
from tests.support.tables.rally_table import rally_table, started
from tests.support.tables.table_spec import by, given, seated

SIT = Sit()


def test_a_player_who_sits_gets_the_next_seat() -> None:
    given(rally_table(), seated(ANNE)).when(by(BOB), SIT).then(SeatTaken(1, BOB, None, None))


def test_nobody_sits_twice() -> None:
    given(rally_table(), seated(ANNE)).when(by(ANNE), SIT).refused("already_seated")


def test_a_private_table_does_not_exist_for_strangers() -> None:
    given(rally_table(private=True)).when(by(BOB), SIT).refused("no_such_table")


def test_the_host_and_players_with_the_code_may_sit_at_a_private_table() -> None:
    admitted = Sit(admitted=True)
    given(rally_table(private=True)).when(by(BOB), admitted).then(SeatTaken(0, BOB, None, None))
    given(rally_table(private=True)).when(by(ANNE), SIT).then(SeatTaken(0, ANNE, None, None))


def test_nobody_sits_down_at_a_running_table() -> None:
    given(started()).when(by(DORA), SIT).refused("already_started")


def test_a_player_who_leaves_before_the_start_frees_the_seat_and_the_others_close_up() -> None:
    before = (rally_table(), *seated(*PLAYERS))
    left = given(before).when(by(BOB), Leave(1))
    left.then(SeatLeft(1))
    after = left.judged.state
    assert not isinstance(after, Closed)
    assert [seats_of(after, player) for player in PLAYERS] == [(0,), (), (1,)]


def test_the_host_may_clear_a_seat_before_the_start() -> None:
    given(rally_table(), seated(*PLAYERS)).when(by(ANNE), Leave(2)).then(SeatLeft(2))


def test_others_may_not() -> None:
    given(rally_table(), seated(*PLAYERS)).when(by(BOB), Leave(2)).refused("not_your_seat")


def test_an_empty_seat_cannot_be_left() -> None:
    given(rally_table(), seated(ANNE)).when(by(ANNE), Leave(1)).refused("no_such_seat")
    given().when(by(ANNE), Leave(0)).refused("no_such_seat")


def test_a_free_seat_can_be_taken_again() -> None:
    given(rally_table(seats=3), seated(*PLAYERS), SeatLeft(0)).when(by(DORA), SIT).then(
        SeatTaken(2, DORA, None, None)
    )
    given(rally_table(seats=3), seated(ANNE, CLEO), SeatLeft(0)).when(by(ANNE), SIT).then(
        SeatTaken(1, ANNE, None, None)
    )
