"""Dealing, keeping and passing: BS-15 … BS-18 and BS-22 … BS-24 as far as the draft goes."""

import pytest

from domain.games.bug_race import draft_events as draft
from domain.games.bug_race.commands import BugRaceOptions, Keep, Play
from domain.games.bug_race.components import DECKS
from domain.games.bug_race.deal import deal
from domain.games.bug_race.events import RaceSetUp
from domain.games.bug_race.game import GAME
from domain.games.bug_race.rules import receiver
from domain.games.bug_race.state import Drafting, Playing
from domain.kernel.game import Seated
from domain.kernel.ids import Seat
from ludotheque.testing.spec import Fated, Seeded
from tests.support.games.bug_race.rounds import Table, keeping_lowest, standing_still
from tests.support.games.bug_race.situations import card, dealt, keep, race
from tests.support.seats import A, B, C

DECK = DECKS["standard"]


@pytest.mark.rule("BR-10", "BR-11", "BR-12", "BR-13", "BR-22")
def test_everybody_lines_up_and_draws_two_cards_in_seat_order() -> None:
    luck = Fated(DECK[::-1])
    told = deal([Seated(A), Seated(B, "ladybird"), Seated(C)], BugRaceOptions(), luck)
    assert isinstance(told[0], RaceSetUp)
    assert told[0].bugs == ("beetle", "ladybird", "longhorn")
    assert told[1:] == [
        draft.PileShuffled(DECK[::-1]),
        draft.CardsDealt(A, ("B70", "B69")),
        draft.CardsDealt(B, ("B68", "B67")),
        draft.CardsDealt(C, ("B66", "B65")),
        draft.RoundDealt(1, 2, 64, "right"),
    ]


@pytest.mark.rule("BR-4", "BR-13", "BR-25")
@pytest.mark.parametrize("deck", ["standard", "two_three"])
def test_an_expert_draws_four_from_the_deck_the_host_has_chosen(deck: str) -> None:
    options = BugRaceOptions(expert=True, deck=deck)  # type: ignore[arg-type]
    table = Table(2, Seeded(1), options)
    (pile,) = table.told(draft.PileShuffled)
    assert sorted(pile.pile) == sorted(DECKS[deck])
    assert [len(hand.cards) for hand in table.told(draft.CardsDealt)] == [4, 4]
    assert table.events[-1] == draft.RoundDealt(1, 4, 62, "left")


@pytest.mark.rule("BR-22")
@pytest.mark.parametrize(("expert", "round_"), [(False, 9), (True, 5)])
def test_the_seventh_card_finds_the_pile_empty_and_64_discards_are_shuffled(
    expert: bool, round_: int
) -> None:
    """BS-18"""
    table = Table(4, Seeded(5), BugRaceOptions(expert=expert, must_move="none"))
    for _ in range(round_ - 1):
        assert not table.told(draft.DiscardsReshuffled)
        table.round(standing_still)
    assert table.told(draft.DiscardsReshuffled) == [draft.DiscardsReshuffled(64)]
    at = table.events.index(draft.DiscardsReshuffled(64))
    drawn = [event for event in table.events[:at] if isinstance(event, draft.CardsDealt)]
    assert sum(len(event.cards) for event in drawn) == 64 + 6
    again = table.events[at + 1]
    assert isinstance(again, draft.PileShuffled)
    played = [card for event in drawn for card in event.cards][:64]
    assert sorted(again.pile) == sorted(played)
    assert isinstance(table.events[at + 2], draft.CardsDealt)
    assert table.told(draft.RoundDealt)[-1].round == round_


@pytest.mark.rule("BR-22")
def test_a_seat_may_draw_the_last_of_the_old_pile_and_the_first_of_the_new() -> None:
    """Three experts: 60 cards in five rounds; the third of them finds two, then two more."""
    table = Table(3, Seeded(5), BugRaceOptions(expert=True, must_move="none"))
    for _ in range(5):
        table.round(standing_still)
    dealt_last = table.told(draft.CardsDealt)[-4:]
    assert [(event.seat, len(event.cards)) for event in dealt_last] == [
        (A, 4),
        (B, 4),
        (C, 2),
        (C, 2),
    ]


@pytest.mark.rule("BR-23", "BR-24")
def test_a_choice_is_stored_and_the_pass_waits_for_everybody() -> None:
    before = dealt({A: "LF LM, LR RR", B: "RF RM, LM RM"})
    kept = race.given(*before).when(A, keep("LF LM"))
    kept.then(draft.CardKept(A, card("LF LM")), draft.ChoiceMade(A))
    race.given(*before, *kept.events).when(B, keep("LM RM")).then(
        draft.CardKept(B, card("LM RM")),
        draft.ChoiceMade(B),
        draft.CardsPassed(A, B, (card("LR RR"),)),
        draft.CardsPassed(B, A, (card("RF RM"),)),
        draft.DraftEnded("right", 2),
    )


@pytest.mark.rule("BR-14")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_left_neighbour_is_the_next_seat_and_the_right_one_the_seat_before(seats: int) -> None:
    racing = tuple(range(seats))
    for seat in racing:
        assert receiver(racing, seat, "left") == (seat + 1) % seats
        assert receiver(racing, seat, "right") == (seat - 1) % seats


def passes(table: Table) -> list[tuple[Seat, Seat]]:
    return [(event.giver, event.receiver) for event in table.told(draft.CardsPassed)]


@pytest.mark.rule("BR-14", "BR-24")
def test_three_pass_to_the_right_then_to_the_left_then_to_the_right() -> None:
    """BS-15"""
    table = Table(3, Seeded(2), BugRaceOptions(must_move="none"))
    for _ in range(3):
        table.round(standing_still)
    right, left = [(0, 2), (1, 0), (2, 1)], [(0, 1), (1, 2), (2, 0)]
    assert passes(table) == [*right, *left, *right]
    sides = [event.direction for event in table.told(draft.RoundDealt)]
    assert sides == ["right", "left", "right", "left"]


@pytest.mark.rule("BR-24")
@pytest.mark.parametrize("expert", [False, True])
def test_two_exchange_in_every_round(expert: bool) -> None:
    """BS-16"""
    table = Table(2, Seeded(2), BugRaceOptions(expert=expert, must_move="none"))
    for _ in range(2):
        table.round(standing_still)
    assert passes(table) == [(0, 1), (1, 0)] * (6 if expert else 2)


@pytest.mark.rule("BR-25")
def test_experts_keep_one_pass_three_keep_one_pass_two_keep_one_pass_one() -> None:
    """BS-17: A1 is B01, … D4 is B16."""
    table = Table(4, Fated(DECK), BugRaceOptions(expert=True))
    table.draft(keeping_lowest)
    assert isinstance(table.state, Playing)
    a1, d2, c3, b4 = "B01", "B14", "B11", "B08"
    assert table.state.race.hands[A] == (a1, d2, c3, b4)
    assert [len(hand) for hand in table.state.race.hands] == [4] * 4
    assert table.told(draft.HandsPassed) == [
        draft.HandsPassed("left", 3),
        draft.HandsPassed("left", 2),
    ]
    assert table.events[-1] == draft.DraftEnded("left", 4)
    assert set(passes(table)) == {(0, 1), (1, 2), (2, 3), (3, 0)}


@pytest.mark.rule("BR-25")
def test_in_round_two_experts_pass_to_the_right() -> None:
    """BS-17"""
    table = Table(4, Seeded(3), BugRaceOptions(expert=True, must_move="none"))
    table.round(standing_still)
    table.events.clear()
    table.draft()
    assert set(passes(table)) == {(0, 3), (1, 0), (2, 1), (3, 2)}


@pytest.mark.rule("BR-38")
def test_a_late_player_keeps_the_first_card_offered_and_passes_the_other() -> None:
    """BS-22"""
    state = race.after(*dealt({A: "LR RR, LF LM"}))
    assert GAME.default(state, A) == keep("LR RR")
    assert GAME.clocks["draft"] == 45


@pytest.mark.rule("BR-38")
def test_in_later_steps_it_is_the_first_in_the_order_received() -> None:
    table = Table(2, Fated(DECK), BugRaceOptions(expert=True))
    table.ask(A, Keep("B03"))
    table.ask(B, Keep("B06"))
    assert isinstance(table.state, Drafting)
    assert table.state.offered == (("B05", "B07", "B08"), ("B01", "B02", "B04"))
    assert GAME.default(table.state, A) == Keep("B05")


@pytest.mark.rule("BR-39")
def test_a_hand_is_ordered_kept_first_received_last() -> None:
    table = Table(2, Fated(DECK))
    table.ask(A, Keep("B02"))
    table.ask(B, Keep("B03"))
    assert isinstance(table.state, Playing)
    assert table.state.race.hands == (("B02", "B04"), ("B03", "B01"))
    assert GAME.default(table.state, A) == Play("B02")
