"""Two or three players with two snails each (GS-77 … GS-81)."""

from typing import Any

import pytest

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed.event_types.cards import CardsDiscarded, SpeedsRevealed
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.cards import hand_size
from domain.games.gasterospeed.rules.turn import LayActions
from domain.games.gasterospeed.state import Laid
from domain.kernel.game import Seated
from ludotheque.testing.spec import Fated, Seeded
from tests.support.games.gasterospeed.situations import SLOW, Scene, moving, plays, racing
from tests.support.seats import A, B, C, D


@pytest.mark.rule("GS-77")
def test_one_hand_of_six_for_two_snails() -> None:
    """C15: six per player, three shells per snail."""
    scene = Scene(*GAME.deal([Seated(s) for s in range(3)], do.GasteroOptions(), Seeded(1)))
    assert [len(hand) for hand in scene.race.hands] == [6, 6, 6]
    assert scene.shells(*range(6)) == (3,) * 6


@pytest.mark.rule("GS-79")
def test_every_card_is_laid_for_a_snail() -> None:
    scene = racing(seats=2, hands={0: "101 102 shot-1", 1: "201 103"})
    scene.do(0, do.CommitSpeed(B, "101"))
    assert scene.asked() == ("speed", (0, 1))
    assert scene.refused(0, do.CommitSpeed(B, "102")) == ("already_committed", "GS-33", "snail")
    assert scene.refused(0, do.CommitSpeed(C, "102")) == ("not_your_snail", "GS-79", "snail")
    scene.do(0, do.CommitSpeed(A, "102"))
    assert scene.asked() == ("speed", (1,))


@pytest.mark.rule("GS-79")
def test_with_one_speed_card_the_other_snail_goes_without_but_may_act() -> None:
    """C14"""
    scene = racing(seats=2, hands={0: "101 shot-1 shot-2", 1: "201 103"})
    assert scene.refused(0, do.CommitSpeed(A, None)) == ("speed_card_left", "GS-79", "card")
    scene.do(0, do.CommitSpeed(B, "101"))
    assert scene.legal(0) == (do.CommitSpeed(A, None),)
    assert GAME.default(scene.state, 0) == do.CommitSpeed(A, None)
    scene.do(0, do.CommitSpeed(A, None)).do(1, SLOW).do(1, SLOW)
    assert scene.recorded(SpeedsRevealed)[0].speeds[A] == Laid(None)
    scene.do(0, scene.legal(0)[0])
    assert {command.snail for command in scene.legal(0)} == {A, B}  # type: ignore[union-attr]


@pytest.mark.rule("GS-33", "GS-34")
def test_being_too_slow_looks_like_any_other_commitment() -> None:
    scene = racing(seats=2, hands={0: "101 102 shot-1", 1: "201 103"}).do(0, SLOW)
    assert scene.kinds() == ["speed_laid", "speed_sealed"]
    assert scene.asked() == ("speed", (0, 1))  # the second snail may still be played for
    assert scene.legal(0) == (do.CommitSpeed(B, "101"), do.CommitSpeed(B, "102"))


@pytest.mark.rule("GS-79")
def test_with_fewer_cards_than_snails_the_other_lays_nothing() -> None:
    scene = racing(seats=2, hands={0: "shot-1", 1: "103"}, asking=(LayActions(),))
    scene.do(0, do.CommitAction(B, "shot-1", True))
    assert scene.asked() == ("action", (1,))


def knocked_out_first(hand: str) -> Scene:
    """C, the first snail of seat 1, is hit for the last time."""
    hands = {0: "feeler_blow-1 101 102", 1: hand}
    given: Any = {"seats": 2, "hands": hands, "shells": {C: 1}}
    scene = plays("feeler_blow-1", (4, 10), None, (5, 10), **given)
    return scene.do(0, do.Choose(target=C)).passed()


@pytest.mark.rule("GS-78", "GS-82")
def test_a_player_who_loses_a_snail_chooses_two_cards_to_discard() -> None:
    """C16"""
    scene = knocked_out_first("103 104 105 shot-1")
    assert scene.status(C) == ("ko",)
    assert scene.asked() == ("discard", (1,))
    assert len(scene.legal(1)) == 6
    assert scene.refused(1, do.DiscardTwo(("103", "103"))) == ("bad_discard", "GS-78", "cards")
    assert scene.refused(1, do.DiscardTwo(("103",))) == ("bad_discard", "GS-78", "cards")
    assert scene.refused(1, do.DiscardTwo(("103", "101")))[0] == "card_not_in_hand"
    scene.do(1, do.DiscardTwo(("103", "shot-1")))
    assert scene.caused[0] == CardsDiscarded(1, ("103", "shot-1"))
    assert hand_size(scene.race, 1) == 4
    assert len(scene.race.hands[1]) == 4  # refilled for the next turn


@pytest.mark.rule("GS-78")
def test_out_of_time_two_are_discarded_at_random() -> None:
    scene = knocked_out_first("103 104 105 shot-1")
    assert GAME.lapse is not None
    chosen = GAME.lapse(scene.state, 1, Fated(["105", "shot-1"]))
    assert chosen == do.DiscardTwo(("105", "shot-1"))
    assert chosen in scene.legal(1)
    assert GAME.default(scene.state, 1) in scene.legal(1)


@pytest.mark.rule("GS-78")
def test_two_cards_or_fewer_are_all_discarded() -> None:
    scene = knocked_out_first("103 shot-1")
    assert CardsDiscarded(1, ("103", "shot-1")) in scene.caused
    assert scene.asked()[0] == "speed"


@pytest.mark.rule("GS-78", "GS-84")
def test_the_same_holds_when_a_snail_finishes() -> None:
    """C17: at once, before anything else; with the second the whole hand goes."""
    scene = moving(A, "201", (4, 2), seats=2).do(0, do.TakePath(A, ("N",)))
    assert scene.status(A) == ("finished",)
    assert scene.asked() == ("discard", (0,))
    last = moving(A, "201", (4, 2), seats=2, knocked_out=[B]).do(0, do.TakePath(A, ("N",)))
    assert CardsDiscarded(0, ("104", "105", "106")) in last.caused


@pytest.mark.rule("GS-80")
def test_own_snails_block_and_shove_and_slipstream_but_are_no_targets() -> None:
    """C36"""
    near = ((4, 12), (4, 11))
    blow = plays("feeler_blow-1", *near, (5, 12), seats=2)
    assert blow.legal(0) == (do.Choose(target=C),)
    shove = plays("rolling_ball-1", *near, seats=2, luck=[2])
    assert shove.cells(A, B) == ((4, 10), (4, 9))  # a stone ends it
    assert plays("sticky_slipstream-1", *near, seats=2).asked()[0] == "choose"


@pytest.mark.rule("GS-81")
def test_a_player_adds_the_points_of_both_snails() -> None:
    scene = moving(A, "201", (4, 2), seats=2, knocked_out=[B, D]).do(0, do.TakePath(A, ("N",)))
    assert scene.race.results[0].places == (1, None, 2, None)
    assert scene.race.results[0].points == (9, 1, 6, 1)
    assert scene.race.points == (10, 7)


@pytest.mark.rule("GS-35")
def test_a_turn_is_not_lost_if_a_snail_was_played_that_then_left_the_race() -> None:
    scene = racing((4, 2), seats=2, hands={0: "134 101", 1: "102 103"})
    scene.do(0, do.CommitSpeed(A, "134")).do(0, SLOW)
    scene.do(1, do.CommitSpeed(C, "102")).do(1, do.CommitSpeed(D, "103"))
    scene.do(0, do.TakePath(A, ("N",))).do(1, SLOW).do(1, SLOW)
    assert scene.status(A, B) == ("finished", "active")
    assert scene.asked() == ("speed", (0, 1))
    assert scene.race.missed == (0, 0)
