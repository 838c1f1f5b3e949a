"""The draw pile, and what happens when it is empty."""

import pytest

from domain.games.gumball_rally import events
from ludotheque.testing.spec import Fated
from tests.support.games.gumball_rally.situations import card, cards, lined_up, play, rally
from tests.support.games.gumball_rally.whole_games import Turn, whole_rally
from tests.support.seats import A, B, C

ONE_ROUND = (
    *lined_up("black 9", "blue 8", "red 7", drivers=3, hands={A: "yellow 1, yellow 2, yellow 3"}),
    events.RoundEnded(2),
)


@pytest.mark.rule("GB-28")
def test_an_empty_pile_is_made_of_the_discards_when_a_card_must_be_drawn() -> None:
    """Neither the card just played nor a hand is shuffled in."""
    rally.given(*ONE_ROUND, events.PileShuffled(())).when(
        A, play("yellow 1"), luck=Fated(cards("red 7, black 9, blue 8"))
    ).then(
        events.CardPlayed(A, card("yellow 1"), (), (A, B, C)),
        events.DiscardsReshuffled(3),
        events.PileShuffled(cards("red 7, black 9, blue 8")),
        events.CardDrawn(A, card("red 7")),
        events.HandRefilled(A, 2),
    )


@pytest.mark.rule("GB-28")
def test_the_shuffle_starts_from_the_discards_sorted_by_id() -> None:
    """Fairness §2: an order everybody can reconstruct, whoever played what when."""
    sorted_by_id = cards("black 9, blue 8, red 7")
    rally.given(*ONE_ROUND, events.PileShuffled(())).when(
        A, play("yellow 1"), luck=Fated(())
    ).then_includes(events.PileShuffled(sorted_by_id))


@pytest.mark.rule("GB-28")
def test_the_last_card_of_the_pile_is_drawn_without_a_shuffle() -> None:
    rally.given(*ONE_ROUND, events.PileShuffled(cards("black 3"))).when(A, play("yellow 1")).then(
        events.CardPlayed(A, card("yellow 1"), (), (A, B, C)),
        events.CardDrawn(A, card("black 3")),
        events.HandRefilled(A, 0),
    )


def left_after(turn: Turn) -> int:
    (refilled,) = (event for event in turn.events if isinstance(event, events.HandRefilled))
    return refilled.pile


def reshuffles(turn: Turn) -> list[events.RallyEvent]:
    return [event for event in turn.events if isinstance(event, events.DiscardsReshuffled)]


@pytest.mark.rule("GB-12", "GB-28")
def test_with_eight_drivers_the_pile_lasts_two_rounds() -> None:
    """GB-S15"""
    turns = whole_rally(8, 1)
    assert (left_after(turns[7]), left_after(turns[15])) == (8, 0)
    assert not any(reshuffles(turn) for turn in turns[:16])
    assert (turns[16].before.round, reshuffles(turns[16])) == (3, [events.DiscardsReshuffled(16)])
    assert left_after(turns[16]) == 15
    played = turns[16].events[0]
    assert isinstance(played, events.CardPlayed)
    shuffled = next(event for event in turns[16].events if isinstance(event, events.PileShuffled))
    assert played.card not in shuffled.pile


@pytest.mark.rule("GB-28")
def test_with_three_drivers_the_first_shuffle_comes_at_the_second_play_of_round_eleven() -> None:
    """GB-S15"""
    turns = whole_rally(3, 1)
    first = next(n for n, turn in enumerate(turns) if reshuffles(turn))
    assert first == 10 * 3 + 1
    assert turns[first].before.round == 11
    assert reshuffles(turns[first]) == [events.DiscardsReshuffled(30)]


@pytest.mark.rule("GB-22", "GB-28")
@pytest.mark.parametrize("drivers", range(3, 9))
def test_a_draw_is_always_possible_and_everybody_holds_three_cards_again(drivers: int) -> None:
    for turn in whole_rally(drivers, 2):
        kth = sum(card is not None for card in turn.before.played) + 1
        left = len(turn.before.pile) + len(turn.before.discards)
        assert left == 40 - (3 * drivers - 1) - kth
        assert left >= 9
        assert all(len(hand) == 3 for hand in turn.before.hands)
