"""Bots at a table: invited by the host, never absent, and no company for a deserted table."""

from dataclasses import replace

import pytest

from domain.games.gumball_rally.events import CardDrawn, CardPlayed, HandRefilled
from domain.games.gumball_rally.game import GAME
from domain.judging.actors import ByBot
from domain.judging.decision_clock import BOT_PLAYS_ON_MS, next_timer_check
from domain.kernel.messages import Event
from domain.table.clock_events import AutopilotEngaged, DecisionOpened, TimedOut
from domain.table.clocks import Pace
from domain.table.commands import Bot, CallTime, Leave, SeatBot, Start
from domain.table.decide.starting import start
from domain.table.end_events import TableClosed
from domain.table.opening_events import LuckDrawn, SeatLeft, SeatTaken, TableStarted
from domain.table.state import Open
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, BOB
from tests.support.tables.rally_table import (
    ANNE_PLAYS,
    ASKED_AGAIN,
    MINUTE,
    rally_table,
    started,
)
from tests.support.tables.table_spec import SEED, THE_CLOCK, by, given, seated

ROBERT, GRETA = "robert".ljust(26, "a"), "greta".ljust(26, "a")
SEAT_GRETA = SeatBot("greedy", GRETA)
TIME = CallTime()
MOVED = (CardPlayed, CardDrawn, HandRefilled, DecisionOpened)
CLOSED = TableClosed("abandoned", None, SEED.hex())


def bot(seat: int, player: str = GRETA, kind: Bot = "greedy") -> SeatTaken:
    return SeatTaken(seat, player, None, None, kind)


def race(*bots: int, clock: Pace = "rules") -> list[Event]:
    """The race of `started`, with bots on these seats; seat 0 is asked."""
    events = started(clock, None if clock is None else NOON + MINUTE)
    for seat in bots:
        events[1 + seat] = bot(seat, f"bot{seat}".replace(str(seat), "abc"[seat]).ljust(26, "a"))
    return events


def test_the_host_gives_the_next_seat_to_a_bot() -> None:
    given(rally_table(), seated(ANNE)).when(by(ANNE), SEAT_GRETA).then(bot(1))
    claims = SeatBot("random", ROBERT, "pink")
    given(rally_table()).when(by(ANNE), claims).then(SeatTaken(0, ROBERT, "pink", None, "random"))


def test_nobody_else_invites_bots() -> None:
    given(rally_table(), seated(ANNE, BOB)).when(by(BOB), SEAT_GRETA).refused("not_the_host")


def test_a_bot_needs_a_free_seat_and_a_free_piece_at_an_open_table() -> None:
    full = given(rally_table(seats=3), seated(ANNE, BOB), bot(2))
    full.when(by(ANNE), SEAT_GRETA).refused("table_full")
    pink = SeatTaken(0, ANNE, "pink", None)
    claims = SeatBot("random", ROBERT, "pink")
    given(rally_table(), pink).when(by(ANNE), claims).refused("preference_taken", "GB-11")
    given(started()).when(by(ANNE), SEAT_GRETA).refused("already_started")
    given(rally_table(), CLOSED).when(by(ANNE), SEAT_GRETA).refused("table_finished")


def test_the_host_clears_a_bots_seat_before_the_start_and_nobody_afterwards() -> None:
    open_table = given(rally_table(), seated(ANNE), bot(1))
    open_table.when(by(ANNE), Leave(1)).then(SeatLeft(1))
    open_table.when(by(BOB), Leave(1)).refused("not_your_seat")
    given(race(1)).when(by(ANNE), Leave(1)).refused("not_your_seat")


def test_bots_alone_are_a_table_too() -> None:
    three = [bot(seat, name.ljust(26, "a")) for seat, name in enumerate(("x", "y", "z"))]
    told = given(rally_table(), three).when(by(ANNE), Start())
    assert isinstance(told.events[0], TableStarted)
    assert next_timer_check(told.judged.state, NOON) == NOON + BOT_PLAYS_ON_MS


def test_a_bot_that_plays_for_several_seats_is_a_bot_on_all_of_them() -> None:
    two_each = replace(GAME, keeper=lambda _, seat: seat % 2, seats=range(4, 5))
    state = given(rally_table(seats=4), seated(ANNE), bot(1)).state
    assert isinstance(state, Open)
    kept = [
        event for event in start(state, two_each, ANNE, Start()) if isinstance(event, SeatTaken)
    ]
    assert [(event.seat, event.bot) for event in kept] == [(2, None), (3, "greedy")]


def test_the_timers_look_for_a_bot_that_nobody_played_for_with_or_without_a_clock() -> None:
    late = NOON + 5 + BOT_PLAYS_ON_MS
    assert next_timer_check(given(race(0)).state, NOON + 5) == late
    assert next_timer_check(given(race(0, clock=None)).state, NOON + 5) == late
    assert next_timer_check(given(race(1)).state, NOON + 5) == NOON + MINUTE
    assert next_timer_check(given(race(1, clock=None)).state, NOON + 5) is None


def test_the_clock_does_not_play_for_a_bot_that_has_time() -> None:
    given(race(0)).when(THE_CLOCK, TIME, NOON + MINUTE - 1).refused("not_due")
    given(race(0, clock=None)).when(THE_CLOCK, TIME, NOON + 10**9).refused("not_due")


def test_a_bot_is_never_timed_out() -> None:
    given(race(0)).when(THE_CLOCK, TIME, NOON + MINUTE).refused("not_due")


def test_a_bot_chooses_its_own_move_by_the_luck_of_the_table() -> None:
    told = given(race(0)).when(ByBot(0), None)
    told.then_types(LuckDrawn, *MOVED)
    luck = told.events[0]
    assert isinstance(luck, LuckDrawn)
    assert [draw.label for draw in luck.draws] == ["bot:1:0:1"]
    assert told.judged.seat == 0


def test_nobody_sends_a_command_for_a_bot() -> None:
    taken = race(0)[1]
    assert isinstance(taken, SeatTaken)
    given(race(0)).when(by(taken.player, 0), ANNE_PLAYS).refused("not_your_seat")


def test_only_a_bot_that_is_asked_moves() -> None:
    given(race(1)).when(ByBot(1), None).refused("not_due")
    given(race(1)).when(ByBot(0), None).refused("not_due")


@pytest.mark.rule("GB-44")
def test_bots_do_not_keep_a_table_going_that_all_people_have_left() -> None:
    given(race(1, 2)).when(by(ANNE), Leave(0)).then(AutopilotEngaged(0, "left"), CLOSED)
    asleep = [*race(1, 2), TimedOut(0, 1), TimedOut(0, 2), ASKED_AGAIN]
    given(asleep).when(THE_CLOCK, TIME, NOON + MINUTE).then(
        TimedOut(0, 3), AutopilotEngaged(0, "time_outs"), CLOSED
    )


def test_one_person_is_enough() -> None:
    given(race(2)).when(by(ANNE), Leave(0)).then(AutopilotEngaged(0, "left"))


def test_a_bot_is_never_late() -> None:
    given([*race(0, 1, 2), ASKED_AGAIN]).when(THE_CLOCK, TIME, NOON + MINUTE).refused("not_due")
