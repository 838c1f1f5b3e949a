"""BR-29: in the expert game a turn is one card each, and the finish is tested after every turn."""

from typing import Any

import pytest

from domain.games.bug_race.commands import Advance, BugRaceCommand
from domain.games.bug_race.draft_events import RoundDealt
from domain.games.bug_race.events import (
    BodyFollowed,
    BugPlaced,
    BugRaceEvent,
    CardPlayed,
    HandDiscarded,
    RaceFinished,
    RoundEnded,
    TurnEnded,
)
from domain.games.bug_race.game import GAME
from domain.games.bug_race.state import Finished, Playing
from domain.kernel.ids import Seat
from ludotheque.testing.spec import Seeded
from tests.support.games.bug_race.situations import START, at, card, in_play, play, race
from tests.support.seats import A, B, C

READY = "9; L(9,10,11); R(9,10,11)"  # the body finishes with its next step
LATER = "9; L(8,10,11); R(8,10,11)"
HANDS = {A: "LF LM, LR RR, RF RM, LM RM", B: "LF RF, LM LR RM RR, RR RM, LF LR"}


def expert(*bugs: str, **options: Any) -> tuple[BugRaceEvent, ...]:
    return in_play(*bugs, hands=HANDS, expert=True, **options)


def events_after(
    history: tuple[BugRaceEvent, ...], seat: Seat, command: BugRaceCommand
) -> tuple[BugRaceEvent, ...]:
    return tuple(race.given(*history).when(seat, command, Seeded(1)).events)


@pytest.mark.rule("BR-29")
def test_the_next_turn_begins_when_everybody_has_played_one_card() -> None:
    history = expert(START, START)
    history += events_after(history, A, play("LF LM"))
    decision = GAME.decision(race.after(*history))
    assert decision is not None
    assert (decision.key, decision.awaited) == ("play:1:1", frozenset((B,)))
    assert GAME.legal(race.after(*history), A) == ()
    race.given(*history).when(A, play("LR RR")).refused("already_played", "BR-29")
    race.given(*history).when(A, Advance(1)).refused("already_played", "BR-29")
    history += events_after(history, B, play("LF RF"))
    assert history[-1] == TurnEnded(1, 1, ())
    decision = GAME.decision(race.after(*history))
    assert decision is not None
    assert (decision.key, decision.awaited) == ("play:1:2", frozenset((A, B)))


@pytest.mark.rule("BR-27", "BR-29")
def test_after_the_fourth_turn_the_round_is_over() -> None:
    history = expert(START, START)
    for _ in range(4):
        for seat in (A, B):
            history += events_after(history, seat, GAME.default(race.after(*history), seat))
    ends = [event for event in history if isinstance(event, TurnEnded | RoundEnded)]
    assert ends == [*(TurnEnded(1, turn, ()) for turn in (1, 2, 3)), RoundEnded(1, ())]
    assert isinstance(history[-1], RoundDealt)


def finishing(**options: Any) -> tuple[BugRaceEvent, ...]:
    """A finishes with the first card; B could do so with the second."""
    history = expert(READY, LATER, START, **options)
    history += events_after(history, A, play("LF LM"))
    history += events_after(history, B, play("LF RF"))
    history += events_after(history, C, GAME.default(race.after(*history), C))
    return history


@pytest.mark.rule("BR-29", "BR-30")
def test_a_bug_that_is_past_the_line_at_the_end_of_a_turn_wins_at_once() -> None:
    history = finishing()
    assert history[-2:] == (TurnEnded(1, 1, (A,)), RaceFinished((1, 2, 3)))
    assert isinstance(race.after(*history), Finished)


@pytest.mark.rule("BR-29", "BR-31")
def test_with_the_finish_tested_after_the_hand_the_second_may_still_win() -> None:
    """The first edition: the same cards, and B is better when the round is over."""
    history = finishing(finish_check="hand")
    assert isinstance(race.after(*history), Playing)
    while (decision := GAME.decision(race.after(*history))) and decision.key == "play:1":
        seat = min(decision.awaited)
        history += events_after(history, seat, GAME.default(race.after(*history), seat))
    ended, finished = history[-2:]
    assert isinstance(ended, RoundEnded)
    assert set(ended.past_the_line) >= {A, B}
    assert isinstance(finished, RaceFinished)
    assert finished.places[B] == 1


@pytest.mark.rule("BR-36")
def test_after_the_card_of_a_turn_the_body_steps_by_itself() -> None:
    events = events_after(expert(READY, START), A, play("RF RM", "RF"))
    assert events[:2] == (
        CardPlayed(A, card("RF RM"), ("RF",), at("9; L(9,10,11); R(9,10,12)")),
        BodyFollowed(A, 1, at("10; L(9,10,11); R(9,10,12)")),
    )


@pytest.mark.rule("BR-39")
def test_a_late_player_plays_one_card_in_each_turn() -> None:
    history = expert(START, START)
    history += events_after(history, A, GAME.default(race.after(*history), A))
    decision = GAME.decision(race.after(*history))
    assert decision is not None
    assert A not in decision.awaited


@pytest.mark.rule("BR-29", "BR-33")
def test_a_bug_that_leaves_discards_its_other_cards_and_the_rest_play_on() -> None:
    history = finishing(play_for_places=True)
    left = (card("LR RR"), card("RF RM"), card("LM RM"))
    assert history[-3:] == (TurnEnded(1, 1, (A,)), HandDiscarded(A, left), BugPlaced(A, 1))
    state = race.after(*history)
    assert isinstance(state, Playing)
    assert set(left) <= set(state.race.discards)
    decision = GAME.decision(state)
    assert decision is not None
    assert (decision.key, decision.awaited) == ("play:1:2", frozenset((B, C)))
    view = GAME.view(state, None)
    assert view is not None
    assert (view.turn, view.cards_per_turn, view.tracks[A].cards_to_play) == (2, 1, 0)


@pytest.mark.rule("BR-29", "BR-33")
def test_when_one_bug_is_left_in_the_middle_of_a_round_the_race_is_over() -> None:
    history = in_play(READY, START, hands=HANDS, expert=True, play_for_places=True)
    history += events_after(history, B, play("LF RF"))
    history += events_after(history, A, play("LF LM"))
    assert isinstance(history[-1], RaceFinished)
    assert history[-1].places == (1, 2)
    assert GAME.decision(race.after(*history)) is None


@pytest.mark.rule("BR-28", "BR-29")
def test_everybody_sees_who_has_played_in_this_turn() -> None:
    history = expert(START, START)
    history += events_after(history, A, play("LF LM"))
    view = GAME.view(race.after(*history), None)
    assert view is not None
    assert [track.chosen for track in view.tracks] == [True, False]
