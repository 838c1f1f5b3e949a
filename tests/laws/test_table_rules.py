"""What the table does for every game alike: seats, pieces, clocks, absence and the seed."""

import pytest
from msgspec import json

from domain.games import GAMES
from domain.kernel.ids import rfc3339
from domain.kernel.messages import Event
from domain.table import clock_events as clock
from domain.table.clocks import Pace
from domain.table.commands import CallTime, Leave, OpenTable, Sit, Start
from domain.table.end_events import TableClosed
from domain.table.opening_events import SeatLeft, SeatTaken, TableOpened
from ludotheque.laws.random_play import EVERY_BUILT_IN, played
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, BOB, PEOPLE
from tests.support.tables.table_spec import SECOND, SEED, THE_CLOCK, by, given, opened, seated


def table(key: str, pace: Pace = "rules") -> TableOpened:
    """Return the opening of a table with all seats of the game."""
    return opened(key, GAMES[key].options(), GAMES[key].seats[-1], pace)


def dealt(key: str, pace: Pace = "rules") -> list[Event]:
    """Return the events until the fewest players are asked for the first time."""
    sat = [table(key, pace), *seated(*PEOPLE[: GAMES[key].seats[0]])]
    return [*sat, *given(sat).when(by(ANNE), Start()).events]


def first_question(events: list[Event]) -> clock.DecisionOpened:
    question = events[-1]
    assert isinstance(question, clock.DecisionOpened)
    return question


@EVERY_BUILT_IN
@pytest.mark.rule("AX-2.1", "AX-8.12", "BR-10", "GB-10", "GR-2.1", "GR-11.1", "GS-2")
def test_as_many_can_start_as_the_game_has_seats_and_nobody_else(key: str) -> None:
    game = GAMES[key]
    for people in range(game.seats[-1] + 1):
        start = given(table(key), seated(*PEOPLE[:people])).when(by(ANNE), Start())
        if people not in game.seats:
            start.refused("bad_seats", game.seats_rule)
            continue
        assert first_question(list(start.events)).number == 1
    for seats in (game.seats[0] - 1, game.seats[-1] + 1):
        outside = given().when(by(ANNE), OpenTable(key, seats=seats))
        outside.refused("bad_seats", game.seats_rule, "seats")
    full = given(table(key), seated(*PEOPLE[: game.seats[-1]]))
    full.when(by("somebodyelse".ljust(26, "a")), Sit()).refused("table_full")


@EVERY_BUILT_IN
def test_before_the_deal_there_is_nothing_to_see(key: str) -> None:
    assert GAMES[key].view(GAMES[key].initial, None) is None


@EVERY_BUILT_IN
@pytest.mark.rule("AX-2.1", "AX-8.12", "BR-11", "GB-11", "GR-2.2", "GR-11.1", "GS-111")
def test_a_piece_is_chosen_once_and_a_player_who_leaves_before_the_start_frees_it(key: str) -> None:
    game, piece = GAMES[key], GAMES[key].pieces[-1]
    chosen = SeatTaken(0, ANNE, piece, None)
    given(table(key)).when(by(ANNE), Sit(piece)).then(chosen)
    taken = given(table(key), chosen)
    taken.when(by(BOB), Sit(piece)).refused("preference_taken", game.pieces_rule, "preference")
    unknown = taken.when(by(BOB), Sit("XXX"))
    unknown.refused("unknown_preference", game.pieces_rule, "preference")
    taken.when(by(ANNE), Leave(0)).then(SeatLeft(0))
    free = given(table(key), chosen, SeatLeft(0))
    free.when(by(BOB), Sit(piece)).then(SeatTaken(0, BOB, piece, None))


@EVERY_BUILT_IN
@pytest.mark.parametrize("pace", ["rules", 5, 3600])
@pytest.mark.rule("AX-9.1", "BR-38", "GB-41", "GR-11.13")
def test_a_decision_has_the_time_of_the_rules_or_what_the_host_says(key: str, pace: Pace) -> None:
    events = dealt(key, pace)
    question = first_question(events)
    late = NOON + SECOND * (pace if isinstance(pace, int) else GAMES[key].clocks[question.kind])
    assert question.deadline == rfc3339(late)
    assert first_question(dealt(key, None)).deadline is None
    given(events).when(THE_CLOCK, CallTime(), late - 1).refused("not_due")
    told = given(events).when(THE_CLOCK, CallTime(), late)
    told.then_starts_with(clock.TimedOut(min(question.seats), 1))


@EVERY_BUILT_IN
@pytest.mark.rule("AX-9.4", "BR-40", "GB-43", "GR-11.13")
def test_after_three_time_outs_running_a_player_is_played_for_at_once(key: str) -> None:
    events = dealt(key, 60)
    seat = min(first_question(events).seats)
    twice = [*events, clock.TimedOut(seat, 1), clock.TimedOut(seat, 2), events[-1]]
    third = given(twice).when(THE_CLOCK, CallTime(), NOON + 60 * SECOND)
    third.then_starts_with(clock.TimedOut(seat, 3), clock.AutopilotEngaged(seat, "time_outs"))
    at_once = given(events, clock.AutopilotEngaged(seat, "time_outs"))
    at_once.when(THE_CLOCK, CallTime(), NOON + 1).then_starts_with(clock.DefaultPlayed(seat))


@EVERY_BUILT_IN
@pytest.mark.rule("AX-9.4", "BR-40", "GB-43", "GB-44", "GR-11.13")
def test_a_player_who_leaves_stays_in_the_game_until_nobody_is_left(key: str) -> None:
    *others, last = range(GAMES[key].seats[0])
    events = dealt(key)
    for seat in others:
        gone = clock.AutopilotEngaged(seat, "left")
        given(events).when(by(PEOPLE[seat]), Leave(seat)).then(gone)
        events.append(gone)
    given(events).when(by(PEOPLE[last]), Leave(last)).then(
        clock.AutopilotEngaged(last, "left"), TableClosed("abandoned", None, SEED.hex())
    )


@EVERY_BUILT_IN
@pytest.mark.rule("BR-28", "GB-19")
def test_nobody_sees_the_seed_before_the_end_reveals_it(key: str) -> None:
    play = played(key, GAMES[key].seats[0], 1)
    *before, closed = play.events
    assert play.seed.hex() not in json.encode(before).decode()
    assert isinstance(closed, TableClosed)
    assert (closed.reason, closed.seed) == ("finished", play.seed.hex())
