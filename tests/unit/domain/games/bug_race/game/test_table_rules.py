"""The rules that the table keeps for the race: how many, clocks, absence, secrets and the end."""

import pytest
from msgspec import json

from domain.games.bug_race.commands import Advance, BugRaceOptions
from domain.games.bug_race.draft_events import CardKept, CardsDealt, PileShuffled
from domain.games.bug_race.events import CardPlayed
from domain.games.bug_race.game import GAME
from domain.kernel.messages import Event
from domain.kernel.moments import rfc3339
from domain.table import clock_events as clock
from domain.table.commands import CallTime, Leave, OpenTable, Sit, Start
from domain.table.end_events import TableClosed
from ludotheque.laws.games import tables
from ludotheque.laws.random_play import played
from tests.support.games.bug_race.situations import START, A, B, card, dealt, in_play, play
from tests.support.players.fixed_world import NOON
from tests.support.tables.table_spec import (
    ANNE,
    BOB,
    EMIL,
    PEOPLE,
    SECOND,
    SEED,
    THE_CLOCK,
    begun,
    by,
    given,
    opened,
    seated,
)

TABLE = opened(GAME.key, BugRaceOptions(), seats=4)
DRAFT_TIME, PLAY_TIME = 45 * SECOND, 90 * SECOND


def decision_opened(kind: str, key: str, seconds: int) -> clock.DecisionOpened:
    return clock.DecisionOpened(1, key, kind, (A, B), rfc3339(NOON + seconds))


def drafting() -> list[Event]:
    hands = {A: "LR RR, LF LM", B: "RF RM, LM RM"}
    draft = decision_opened("draft", "draft:1:1", DRAFT_TIME)
    return [TABLE, *begun(ANNE, BOB), *dealt(hands), draft]


def playing() -> list[Event]:
    hands = {A: "LF RF RM, LM LR RR", B: "RF RM, LM RM"}
    return [
        TABLE,
        *begun(ANNE, BOB),
        *in_play(START, hands=hands),
        decision_opened("play", "play:1", PLAY_TIME),
    ]


@pytest.mark.rule("BR-10")
@pytest.mark.parametrize("people", [2, 3, 4])
def test_two_to_four_can_start(people: int) -> None:
    told = given(TABLE, seated(*PEOPLE[:people])).when(by(ANNE), Start())
    assert sum(isinstance(event, CardsDealt) for event in told.events) == people
    question = told.events[-1]
    assert isinstance(question, clock.DecisionOpened)
    assert (question.kind, question.seats) == ("draft", tuple(range(people)))


@pytest.mark.rule("BR-10")
def test_one_cannot_and_there_is_no_table_for_five() -> None:
    given(TABLE, seated(ANNE)).when(by(ANNE), Start()).refused("bad_seats", "BR-10")
    given().when(by(ANNE), OpenTable(GAME.key, seats=5)).refused("bad_seats", "BR-10")
    given(TABLE, seated(*PEOPLE[:4])).when(by(EMIL), Sit()).refused("table_full")


@pytest.mark.rule("BR-11")
def test_a_bug_is_chosen_in_the_lobby_once() -> None:
    sat = given(TABLE).when(by(ANNE), Sit(piece="longhorn")).events
    given(TABLE, sat).when(by(BOB), Sit(piece="longhorn")).refused(
        "preference_taken", "BR-11", "preference"
    )


@pytest.mark.rule("BR-38")
def test_in_the_draft_who_is_late_after_45_seconds_keeps_the_first_card() -> None:
    """BS-22"""
    late = given(drafting())
    late.when(THE_CLOCK, CallTime(), NOON + DRAFT_TIME - 1).refused("not_due")
    told = late.when(THE_CLOCK, CallTime(), NOON + DRAFT_TIME)
    told.then_starts_with(clock.TimedOut(A, 1), CardKept(A, card("LR RR")))


@pytest.mark.rule("BR-39")
def test_the_90_seconds_are_for_all_cards_of_the_round() -> None:
    """BS-22: a card played in time opens no new question; the other is then played at most."""
    history = playing()
    one = given(history).when(by(ANNE), play("LM LR RR", ""), NOON + PLAY_TIME - 1).events
    assert not [event for event in one if isinstance(event, clock.DecisionOpened)]
    told = given(history, one).when(THE_CLOCK, CallTime(), NOON + PLAY_TIME).events
    assert told[0] == clock.TimedOut(A, 1)
    assert isinstance(told[1], CardPlayed)
    assert (told[1].card, told[1].steps) == (card("LF RF RM"), ("B", "LF", "RF", "RM"))


@pytest.mark.rule("BR-39")
def test_a_player_who_has_played_nothing_is_late_once_and_the_hand_is_played_in_order() -> None:
    history = playing()
    for expected in (clock.TimedOut(A, 1), clock.DefaultPlayed(A)):
        told = given(history).when(THE_CLOCK, CallTime(), NOON + PLAY_TIME).events
        assert told[0] == expected
        history += told
    assert [e.card for e in history if isinstance(e, CardPlayed)] == [
        card("LF RF RM"),
        card("LM LR RR"),
    ]


@pytest.mark.rule("BR-40")
def test_after_three_time_outs_running_a_player_is_played_for_at_once() -> None:
    twice = [
        *playing(),
        clock.TimedOut(A, 1),
        clock.TimedOut(A, 2),
        decision_opened("play", "play:1", PLAY_TIME),
    ]
    third = given(twice).when(THE_CLOCK, CallTime(), NOON + PLAY_TIME)
    third.then_starts_with(clock.TimedOut(A, 3), clock.AutopilotEngaged(A, "time_outs"))
    at_once = given(playing(), clock.AutopilotEngaged(A, "time_outs"))
    told = at_once.when(THE_CLOCK, CallTime(), NOON + 1).events
    assert told[0] == clock.DefaultPlayed(A)


@pytest.mark.rule("BR-40")
def test_giving_up_the_seat_is_the_same_until_a_command_is_sent() -> None:
    told = given(playing()).when(by(ANNE), Leave(A))
    told.then(clock.AutopilotEngaged(A, "left"))
    back = given(playing(), told.events).when(by(ANNE), Advance(1), NOON + 1)
    back.then_starts_with(clock.SeatReturned(A))


@pytest.mark.rule("BR-40")
def test_without_people_the_race_is_closed_without_a_winner() -> None:
    alone = given(playing(), clock.AutopilotEngaged(A, "left"))
    alone.when(by(BOB), Leave(B)).then(
        clock.AutopilotEngaged(B, "left"), TableClosed("abandoned", None, SEED.hex())
    )


@pytest.mark.rule("BR-28")
@pytest.mark.parametrize("seats", [2, 4])
def test_before_the_end_nobody_sees_the_seed_or_a_pile(seats: int) -> None:
    race = played(GAME.key, seats, 1)
    for seat in (None, *range(seats)):
        holds = () if seat is None else (seat,)
        heard = [event for event in race.events[:-1] if event.audience().hears(holds)]
        assert race.seed.hex() not in json.encode(heard).decode()
        assert not [event for event in heard if isinstance(event, PileShuffled)]
    closed = race.events[-1]
    assert isinstance(closed, TableClosed)
    assert closed.seed == race.seed.hex()


@pytest.mark.rule("BR-25", "BR-28")
def test_the_laws_are_held_against_base_and_expert_drafts_and_both_decks() -> None:
    opened_with = [race.steps[0].command for race in tables(GAME.key)]
    options = [each.options for each in opened_with if isinstance(each, OpenTable)]
    assert {each["expert"] for each in options} == {False, True}
    assert {each["deck"] for each in options} == {"standard", "two_three"}
