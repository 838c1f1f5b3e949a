"""The end of a round and of the race: BS-19, BS-21, BS-22, BS-25 … BS-27."""

import pytest

from domain.games.bug_race.commands import Advance, BugRaceOptions
from domain.games.bug_race.draft_events import CardsDealt, CardsPassed, RoundDealt
from domain.games.bug_race.events import (
    BodyFollowed,
    BugPlaced,
    BugRaceEvent,
    CardPlayed,
    RaceFinished,
    RoundEnded,
)
from domain.games.bug_race.game import GAME
from domain.games.bug_race.rules import measures, ranked
from domain.games.bug_race.state import Finished, Playing
from domain.kernel.game import Outcome
from domain.kernel.ids import Seat
from ludotheque.testing.spec import Seeded
from tests.support.games.bug_race.rounds import Table
from tests.support.games.bug_race.situations import START, at, card, in_play, play, race
from tests.support.seats import A, B, C, D

WINNER = "10; L(10,11,12); R(9,10,11)"
SECOND = "10; L(9,10,12); R(9,11,12)"
THIRD = "10; L(9,10,11); R(9,11,12)"
WAY_BACK = "5; L(4,5,6); R(4,5,6)"
FULL = "10; L(10,11,12); R(10,11,12)"


def last_card_of(
    seat: Seat, *bugs: str, round_: int = 1, **options: bool
) -> tuple[BugRaceEvent, ...]:
    """The bugs stand so, and only `seat` has a card left: LM LR, which it plays without a move."""
    history = list(in_play(*bugs, hands={seat: "LF LM, LM LR"}, round_=round_, **options))
    state = race.after(*history)
    assert isinstance(state, Playing)
    for each, hand in enumerate(state.race.hands):
        stance = state.race.stances[each]
        history += (CardPlayed(each, c, (), stance) for c in hand if c != card("LM LR"))
    return tuple(history)


def ended(seat: Seat, *bugs: str, **options: bool) -> tuple[BugRaceEvent, ...]:
    """What follows from the last card of the round, after the card itself."""
    given = race.given(*last_card_of(seat, *bugs, **options))
    told = given.when(seat, play("LM LR", ""), Seeded(1)).events
    assert isinstance(told[0], CardPlayed)
    return told[1:]


@pytest.mark.rule("BR-31", "BR-34")
@pytest.mark.parametrize(
    ("stance", "measured"),
    [(THIRD, (10, 18, 21, 23)), (SECOND, (10, 18, 21, 24)), (WINNER, (10, 19, 21, 23))],
)
def test_a_bug_is_measured_by_its_body_then_by_pairs_of_legs(
    stance: str, measured: tuple[int, ...]
) -> None:
    """BS-19"""
    assert measures(at(stance)) == measured


@pytest.mark.rule("BR-29", "BR-31")
def test_the_finished_bug_with_its_rear_legs_further_wins() -> None:
    """BS-19"""
    told = ended(C, THIRD, SECOND, WINNER)
    assert told == (RoundEnded(1, (A, B, C)), RaceFinished((3, 2, 1)))


@pytest.mark.rule("BR-30", "BR-34")
def test_a_single_finished_bug_wins_and_the_others_are_ranked_by_their_bodies() -> None:
    told = ended(A, WAY_BACK, THIRD, START, "5; L(4,5,6); R(4,5,7)")
    assert told == (RoundEnded(1, (B,)), RaceFinished((3, 1, 4, 2)))


@pytest.mark.rule("BR-32")
def test_equal_in_all_three_pairs_they_share_the_victory() -> None:
    """BS-25"""
    told = ended(A, FULL, FULL, WAY_BACK)
    assert told == (RoundEnded(1, (A, B)), RaceFinished((1, 1, 3)))
    before = last_card_of(A, FULL, FULL, WAY_BACK)
    state = race.after(*before, *race.given(*before).when(A, play("LM LR", "")).events)
    assert GAME.outcome(state) == Outcome((1, 1, 3), (10, 10, 5))
    assert GAME.decision(state) is None


@pytest.mark.rule("BR-31", "BR-32")
def test_left_and_right_count_together() -> None:
    one, other = at("10; L(9,11,12); R(10,11,12)"), at("10; L(10,11,12); R(9,11,12)")
    assert ranked({A: one, B: other}) == {A: 1, B: 1}


@pytest.mark.rule("BR-26", "BR-29")
def test_the_race_goes_on_to_the_end_of_the_round_and_the_later_one_may_win() -> None:
    """BS-21"""
    ready, hands = "9; L(9,10,11); R(9,10,11)", {A: "LM LR, RM RR", B: "LF RF, LM LR RM RR"}
    history = in_play(ready, ready, hands=hands)
    first = race.given(*history).when(A, play("LM LR", "B"))
    first.then(CardPlayed(A, card("LM LR"), ("B",), at("10; L(9,10,11); R(9,10,11)")))
    history += first.events
    for legs in ("LF RF", "LM LR RM RR"):
        history += race.given(*history).when(B, play(legs)).events
    assert isinstance(race.after(*history), Playing)
    race.given(*history).when(A, play("RM RR")).then(
        CardPlayed(A, card("RM RR"), (), at("10; L(9,10,11); R(9,10,11)")),
        RoundEnded(1, (A, B)),
        RaceFinished((2, 1)),
    )


@pytest.mark.rule("BR-29", "BR-31")
def test_the_legs_of_a_finished_bug_can_still_step() -> None:
    """BS-21"""
    history = in_play("10; L(9,10,11); R(9,10,11)", hands={A: "LF LM, RF RM"})
    race.given(*history).when(A, play("LF LM")).then(
        CardPlayed(A, card("LF LM"), ("LF", "LM"), at("10; L(9,11,12); R(9,10,11)"))
    )


@pytest.mark.rule("BR-27", "BR-29")
def test_if_nobody_has_finished_the_cards_are_discarded_and_the_next_round_is_dealt() -> None:
    told = ended(A, WAY_BACK, WAY_BACK)
    assert told[0] == RoundEnded(1, ())
    assert told[-1] == RoundDealt(2, 2, 62, "left")
    state = race.after(*last_card_of(A, WAY_BACK), CardPlayed(A, card("LM LR"), (), at(START)))
    assert isinstance(state, Playing)
    after = RoundEnded(1, ()).apply(state)
    assert len(after.race.discards) == 4
    assert after.race.hands == ((), ())


@pytest.mark.rule("BR-39")
def test_a_late_player_plays_the_rest_of_the_hand_at_most() -> None:
    """BS-22"""
    history = in_play(START, hands={A: "LF RF RM, LM LR RR"})
    history += race.given(*history).when(A, play("LF RF RM")).events
    state = race.after(*history)
    assert GAME.default(state, A) == play("LM LR RR")
    (played,) = GAME.decide(state, A, GAME.default(state, A), Seeded(0))
    assert isinstance(played, CardPlayed)
    assert played.stance == at("3; L(2,3,4); R(2,3,4)")


@pytest.mark.rule("BR-36")
def test_after_the_last_card_the_body_steps_by_itself_before_the_finish_is_tested() -> None:
    """BS-26"""
    ready = "9; L(9,10,11); R(9,10,11)"
    assert ended(A, ready) == (
        BodyFollowed(A, 1, at("10; L(9,10,11); R(9,10,11)")),
        RoundEnded(1, (A,)),
        RaceFinished((1, 2)),
    )


@pytest.mark.rule("BR-36", "BR-20")
def test_without_that_option_it_stays_and_may_step_in_the_next_round() -> None:
    """BS-26"""
    ready = "9; L(9,10,11); R(9,10,11)"
    told = ended(A, ready, auto_body_end=False)
    assert told[0] == RoundEnded(1, ())
    history = in_play(ready, round_=2, auto_body_end=False)
    listed = GAME.legal(race.after(*history), A)
    assert Advance(1) in listed


@pytest.mark.rule("BR-36")
def test_before_the_last_card_the_body_stays_where_the_player_leaves_it() -> None:
    history = in_play(START, hands={A: "LM LR, LF LM"})
    race.given(*history).when(A, play("LM LR", "")).then(
        CardPlayed(A, card("LM LR"), (), at(START))
    )


@pytest.mark.rule("BR-33")
def test_finished_bugs_take_the_next_places_and_the_others_exchange_cards() -> None:
    """BS-27, first half: in round 11 C and B finish, C is better."""
    history = last_card_of(A, WAY_BACK, SECOND, WINNER, START, round_=11, play_for_places=True)
    told = race.given(*history).when(A, play("LM LR", ""), Seeded(1)).events
    assert told[1:4] == (RoundEnded(11, (B, C)), BugPlaced(C, 1), BugPlaced(B, 2))
    dealt = [(event.seat, len(event.cards)) for event in told if isinstance(event, CardsDealt)]
    assert dealt == [(A, 2), (D, 2)]
    assert isinstance(told[-1], RoundDealt)
    assert told[-1].round == 12
    history += told
    for seat in (A, D):
        default = GAME.default(race.after(*history), seat)
        told = race.given(*history).when(seat, default).events
        history += told
    passed = [(e.giver, e.receiver) for e in told if isinstance(e, CardsPassed)]
    assert passed == [(A, D), (D, A)]


@pytest.mark.rule("BR-33")
def test_the_next_to_finish_is_third_and_the_last_one_fourth_at_once() -> None:
    """BS-27, second half"""
    lined_up, *rest = last_card_of(A, WAY_BACK, SECOND, WINNER, THIRD, play_for_places=True)
    history = (lined_up, BugPlaced(C, 1), BugPlaced(B, 2), *rest)
    told = race.given(*history).when(A, play("LM LR", "")).events
    assert told[1:] == (RoundEnded(1, (D,)), BugPlaced(D, 3), RaceFinished((4, 2, 1, 3)))


@pytest.mark.rule("BR-33")
def test_equal_bugs_share_a_place_and_the_next_is_left_out() -> None:
    history = last_card_of(A, WAY_BACK, FULL, FULL, play_for_places=True)
    told = race.given(*history).when(A, play("LM LR", "")).events
    assert told[-3:] == (BugPlaced(B, 1), BugPlaced(C, 1), RaceFinished((3, 1, 1)))


@pytest.mark.rule("BR-33")
def test_a_player_who_has_left_is_neither_dealt_to_nor_passed_to() -> None:
    table = Table(4, Seeded(8), BugRaceOptions(play_for_places=True))
    while not isinstance(table.state, Finished):
        table.round()
    gone: set[Seat] = set()
    for event in table.events:
        if isinstance(event, BugPlaced):
            gone.add(event.seat)
        if isinstance(event, CardsDealt):
            assert event.seat not in gone
        if isinstance(event, CardsPassed):
            assert not gone & {event.giver, event.receiver}
    assert 2 <= len(gone) <= 4
    places = table.state.places
    assert sorted(places)[0] == 1
    assert all(places[event.seat] == event.place for event in table.told(BugPlaced))
