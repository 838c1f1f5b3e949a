"""The greedy bug: plays its cards in the order that passes the line first or leads furthest."""

from itertools import permutations

import pytest

from domain.games.bug_race.commands import Keep, Play
from domain.games.bug_race.game import GAME
from domain.games.bug_race.greedy import best_order, greedy, progress
from domain.games.bug_race.view import BugRaceView
from tests.support.games.bug_race.situations import at, cards, dealt, in_play, race
from tests.support.seats import A

NEARLY = "9; L(9,10,11); R(8,10,11)"  # one step of the right rear leg, and the body is in


def seen(*bugs: str, hand: str, expert: bool) -> tuple[BugRaceView, tuple[Play, ...]]:
    """What the first bug sees and what the bot picks."""
    state = race.after(*in_play(*bugs, hands={A: hand}, expert=expert))
    view = GAME.view(state, A)
    assert view is not None
    picked = greedy(view, A, GAME.legal(state, A))
    return view, tuple(each for each in picked if isinstance(each, Play))


@pytest.mark.rule("BR-29")
def test_the_expert_plays_the_card_that_passes_the_line_in_this_turn() -> None:
    _, picked = seen(NEARLY, hand="LF LM, LM RM, LF RM, LR RR", expert=True)
    assert {each.card for each in picked} == set(cards("LR RR"))


@pytest.mark.rule("BR-26")
def test_the_first_card_is_one_that_the_best_order_of_the_hand_begins_with() -> None:
    hand = "LF LM RF, LR RR, LF RF RM, LM LR"
    view, picked = seen("3; L(3,4,5); R(3,4,5)", hand=hand, expert=True)
    stance, held = view.tracks[A].stance, cards(hand)
    most = best_order(stance, held, view)
    orders = [order for order in permutations(held) if progress(stance, order, view) == most]
    assert {each.card for each in picked} == {order[0] for order in orders}
    assert len({order[0] for order in orders}) < len(held)


def test_to_finish_a_turn_earlier_is_worth_more_than_any_legs() -> None:
    view, _ = seen(NEARLY, hand="LF LM, LM RM, LF RM, LR RR", expert=True)

    orders = ("LR RR, LF LM, LM RM", "LF LM, LR RR, LM RM", "LF LM, LM RM, LR RR")
    worths = [progress(at(NEARLY), cards(order), view) for order in orders]
    assert worths == sorted(worths, reverse=True)
    assert len({*worths}) == len(orders)


@pytest.mark.rule("BR-23")
def test_the_card_that_leads_further_is_kept() -> None:
    state = race.after(*dealt({A: "LF RF, LM LR RM RR"}))
    picked = greedy(GAME.view(state, A), A, GAME.legal(state, A))
    start = at("1; L(1,2,3); R(1,2,3)")
    view = GAME.view(state, A)
    assert view is not None
    worths = {each: best_order(start, (each,), view) for each in cards("LF RF, LM LR RM RR")}
    assert picked == (Keep(max(worths, key=worths.__getitem__)),)
