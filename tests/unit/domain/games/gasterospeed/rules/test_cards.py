"""Deck, hand, redraw, and two ways of drawing from two piles (GS-26 … GS-31, GS-101 … GS-103)."""

import pytest

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed.components import SPEEDS
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.deal import admit, settings_of
from domain.games.gasterospeed.event_types import cards as card_events
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.cards import CheckHands, Refill, draw
from domain.games.gasterospeed.rules.turn import LayActions, LaySpeeds, NextTurn
from domain.kernel.game import Seated
from domain.kernel.refusals import Rejected
from ludotheque.testing.spec import Fated, Seeded
from tests.support.games.gasterospeed.situations import SLOW, Scene, acting, racing
from tests.support.seats import A, B

THEN = (CheckHands(), NextTurn((0,) * 4))


def colours(scene: Scene, seat: int) -> tuple[int, int]:
    """Speed and Action cards in a hand."""
    speed = sum(card in SPEEDS for card in scene.race.hands[seat])
    return speed, len(scene.race.hands[seat]) - speed


@pytest.mark.rule("GS-31", "GS-89", "GS-26")
def test_hands_are_refilled_in_seat_order_after_the_cards_are_swept() -> None:
    scene = acting("shot-1", (4, 19)).do(A, do.CommitAction(A, "shot-1", discard=True))
    kinds = scene.kinds()
    assert kinds.index("cards_swept") < kinds.index("hand_refilled") < kinds.index("turn_begun")
    assert [event.seat for event in scene.recorded(card_events.HandRefilled)] == [
        A
    ]  # the others are full
    assert len(scene.race.hands[A]) == 4


@pytest.mark.rule("GS-27", "GS-45")
def test_a_discard_lies_in_full_view_at_once() -> None:
    """C11, C12: the intention is laid with the card."""
    scene = acting("shot-1", (4, 19)).do(A, do.CommitAction(A, "101", discard=True))
    revealed = scene.recorded(card_events.ActionsRevealed)[0].actions[A]
    assert (revealed.card, revealed.discard) == ("101", True)
    assert "101" in scene.race.discards[0]


@pytest.mark.rule("GS-28")
def test_the_discards_are_reshuffled_at_the_moment_a_card_is_needed() -> None:
    scene = racing()
    course = Course(scene.race, Fated([]))
    course.add(card_events.PileShuffled(0, ("133",)))
    course.add(card_events.CardsDiscarded(B, course.race.hands[B]))
    draw(course, A, 0, 3)
    told = [event for event in course.events if isinstance(event, card_events.CardsDrawn)]
    assert [len(event.cards) for event in told] == [1, 2]
    assert card_events.DiscardsReshuffled(0, 4) in course.events
    assert len(course.race.piles[0]) == 2


@pytest.mark.rule("GS-28")
def test_a_draw_from_nothing_is_skipped() -> None:
    course = Course(racing().race, Fated())
    course.add(card_events.PileShuffled(0, ()))
    before = len(course.events)
    draw(course, A, 0, 2)
    assert len(course.events) == before


@pytest.mark.rule("GS-29")
def test_the_redraw_gives_up_after_fifty_repetitions() -> None:
    """C13: reactions are yellow; after that the turn is played without Speed card."""
    scene = racing(hands={A: "shot-1 shock-1 shell_reinforcement-1 backlash-1"})
    course = Course(scene.race, Fated(["shot-1", "shock-1"]))
    CheckHands(49).do(course)
    assert card_events.HandsChecked((A,)) in course.events
    assert card_events.RedrawAnnounced(A, ("shot-1", "shock-1")) in course.events
    course = Course(scene.race, Fated())
    CheckHands(50).do(course)
    assert course.events == [card_events.HandsChecked(())]
    assert scene.legal(A)[0] == do.CommitSpeed(A, None)


@pytest.mark.rule("GS-29")
def test_hands_are_never_checked_in_mid_turn() -> None:
    scene = racing(hands={A: "shot-1 101"})
    for seat in range(4):
        scene.do(seat, SLOW if seat else do.CommitSpeed(A, "101"))
    assert scene.race.hands[A] == ("shot-1",)
    assert "hands_checked" not in scene.kinds()


@pytest.mark.rule("GS-30")
def test_a_hand_of_speed_cards_only_plays_on_and_discards_one() -> None:
    scene = racing(hands={A: "101 102 103"}, asking=(LayActions(),))
    laid = [command for command in scene.legal(A) if isinstance(command, do.CommitAction)]
    assert laid
    assert all(command.discard for command in laid)


@pytest.mark.rule("GS-101")
@pytest.mark.parametrize(
    ("seats", "compet", "hand"), [(4, False, (2, 2)), (4, True, (3, 2)), (2, False, (3, 3))]
)
def test_chou_ma_chere_deals_as_many_of_each(
    seats: int, compet: bool, hand: tuple[int, int]
) -> None:
    """C51"""
    options = do.GasteroOptions(chou_ma_chere=True, escargot_de_compet=compet)
    scene = Scene(*GAME.deal([Seated(s) for s in range(seats)], options, Seeded(3)))
    assert [colours(scene, seat) for seat in range(seats)] == [hand] * seats
    assert len(scene.race.piles) == len(scene.race.discards) == 2


@pytest.mark.rule("GS-101")
def test_chou_ma_chere_refills_to_as_many_of_each_from_its_own_discards() -> None:
    asking = (LayActions(), Refill(A), *THEN)
    hands = {A: "101 shot-1"}
    scene = racing((4, 19), hands=hands, asking=asking, chou_ma_chere=True)
    scene.do(B, SLOW).do(2, SLOW).do(3, SLOW).do(A, do.CommitAction(A, "shot-1", discard=True))
    assert colours(scene, A) == (2, 2)
    assert scene.race.discards == ((), ("shot-1",))


@pytest.mark.rule("GS-102")
def test_fangio_draws_card_by_card_from_the_pile_of_ones_choice() -> None:
    options = do.GasteroOptions(fangio_de_la_prairie=True)
    scene = Scene(*GAME.deal([Seated(s) for s in range(4)], options, Seeded(3)))
    assert scene.asked() == ("draw", (A,))
    assert colours(scene, A) == (1, 1)
    assert GAME.default(scene.state, A) == do.Draw("speed")
    scene.do(A, do.Draw("action"))
    assert colours(scene, A) == (1, 2)
    assert GAME.default(scene.state, A) == do.Draw("action")
    assert scene.asked() == ("draw", (A,))
    scene.do(A, do.Draw("speed"))
    assert scene.asked() == ("draw", (B,))


@pytest.mark.rule("GS-102")
def test_fangio_the_last_card_must_be_a_speed_card_if_none_is_held() -> None:
    hands = {A: "shot-1 shot-2"}
    scene = racing(hands=hands, asking=(Refill(A), *THEN), fangio_de_la_prairie=True)
    assert scene.legal(A) == (do.Draw("speed"), do.Draw("action"))
    scene.do(A, do.Draw("action"))
    assert scene.legal(A) == (do.Draw("speed"),)
    assert scene.refused(A, do.Draw("action")) == ("speed_needed", "GS-102", "pile")
    scene.do(A, do.Draw("speed"))
    assert card_events.HandsChecked(()) in scene.caused


@pytest.mark.rule("GS-103")
def test_radis_sale_announces_all_at_once_without_looking() -> None:
    """C53"""
    options = do.GasteroOptions(fangio_de_la_prairie=True, radis_sale=True)
    scene = Scene(*GAME.deal([Seated(s) for s in range(4)], options, Seeded(3)))
    assert scene.race.hands[A] == ()
    assert scene.legal(A) == (do.AnnounceDraw(1), do.AnnounceDraw(2), do.AnnounceDraw(3))
    assert GAME.default(scene.state, A) == do.AnnounceDraw(2)
    assert scene.refused(A, do.AnnounceDraw(4)) == ("speed_needed", "GS-103", "speed")
    assert scene.refused(A, do.Draw("speed")) == ("not_your_prompt", "GS-103", None)
    scene.do(A, do.AnnounceDraw(3))
    assert colours(scene, A) == (3, 1)
    assert scene.asked() == ("draw", (B,))


@pytest.mark.rule("GS-102", "GS-103", "GS-110")
def test_options_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(Rejected) as both:
        admit(do.GasteroOptions(chou_ma_chere=True, fangio_de_la_prairie=True), 4)
    assert (both.value.code, both.value.rule) == ("bad_option", "GS-102")
    with pytest.raises(Rejected) as alone:
        admit(do.GasteroOptions(radis_sale=True), 4)
    assert (alone.value.code, alone.value.rule) == ("bad_option", "GS-103")
    admit(do.GasteroOptions(fangio_de_la_prairie=True, radis_sale=True), 4)


@pytest.mark.rule("GS-105")
@pytest.mark.parametrize(("seats", "hand", "of_one"), [(4, 5, 5), (2, 7, 5)])
def test_escargot_de_compet_has_one_card_and_one_shell_more(
    seats: int, hand: int, of_one: int
) -> None:
    """C52: a hand of five, not five new cards each turn."""
    options = do.GasteroOptions(escargot_de_compet=True)
    settings = settings_of(options, seats)
    assert (settings.hand, settings.hand_of_one) == (hand, of_one)
    scene = Scene(*GAME.deal([Seated(s) for s in range(seats)], options, Seeded(2)))
    assert {len(cards) for cards in scene.race.hands} == {hand}
    assert {*scene.shells(*range(4))} == {4}


def test_the_question_of_a_phase_is_put_once_to_all() -> None:
    scene = racing(asking=(LaySpeeds(),))
    assert scene.asked() == ("speed", (0, 1, 2, 3))
