"""The rules that the table keeps for the race: clocks and defaults."""

import pytest

from domain.games.bug_race.commands import BugRaceOptions
from domain.games.bug_race.draft_events import CardKept
from domain.games.bug_race.events import CardPlayed
from domain.games.bug_race.game import GAME
from domain.kernel.ids import rfc3339
from domain.kernel.messages import Event
from domain.table import clock_events as clock
from domain.table.commands import CallTime, OpenTable
from ludotheque.laws.random_play import tables
from tests.support.games.bug_race.situations import START, card, dealt, in_play, play
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, BOB
from tests.support.seats import A, B
from tests.support.tables.table_spec import SECOND, THE_CLOCK, begun, by, given, opened

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


@pytest.mark.rule("BR-25", "BR-28")
def test_the_laws_are_held_against_base_and_expert_drafts_and_both_decks() -> None:
    opened_with = [race.steps[0].command for race in tables(GAME.key)]
    options = [each.options for each in opened_with if isinstance(each, OpenTable)]
    assert {each["expert"] for each in options} == {False, True}
    assert {each["deck"] for each in options} == {"standard", "two_three"}
