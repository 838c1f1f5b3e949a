"""Windows, Renfort de coquille, Retour de bâton, the Choc (GS-59 … GS-64, GS-72 … GS-76)."""

from typing import Any

import pytest

from domain.games.gasterospeed.commands import Choose, CommitAction, Decline, GasteroOptions, React
from domain.games.gasterospeed.event_types.cards import ReactionPlayed
from domain.games.gasterospeed.event_types.snails import ShellLost, SnailMoved
from domain.games.gasterospeed.game import GAME
from tests.support.games.gasterospeed.situations import PASS, Scene, acting, plays
from tests.support.seats import A, B, C, D

REINFORCEMENT, BACKLASH = React("shell_reinforcement"), React("backlash")
LINE = ((2, 10), (4, 10), (7, 10))


def struck(**given: str) -> Scene:
    """A has hit B with a Coup d'antenne; hands by name of the snail."""
    hands = {"ABCD".index(who): cards for who, cards in given.items()}
    hands.setdefault(A, "feeler_blow-1 101 102")
    return plays("feeler_blow-1", (4, 10), (5, 10), hands=hands).do(A, Choose(target=B))


@pytest.mark.rule("GS-63", "GS-59")
def test_a_window_opens_whether_or_not_a_reaction_is_held() -> None:
    without, with_one = struck(), struck(B="shell_reinforcement-1 103 104 105")
    assert without.asked() == with_one.asked() == ("react", (B,))
    assert without.caused == with_one.caused
    assert without.legal(B) == (PASS,)
    assert with_one.legal(B) == (PASS, REINFORCEMENT)
    assert GAME.view(without.state, None) == GAME.view(with_one.state, None)


@pytest.mark.rule("GS-60", "GS-63")
def test_renfort_cancels_the_loss_and_is_discarded_at_once() -> None:
    scene = struck(B="shell_reinforcement-1 103 104").do(B, REINFORCEMENT)
    assert scene.caused[0] == ReactionPlayed(B, B, "shell_reinforcement-1")
    assert scene.shells(A, B) == (3, 3)
    assert not scene.recorded(ShellLost)


@pytest.mark.rule("GS-61")
def test_retour_turns_a_blow_back_until_somebody_takes_it() -> None:
    """C33: ping-pong."""
    cards = {"A": "feeler_blow-1 backlash-2 101", "B": "backlash-1 103"}
    scene = struck(**cards).do(B, BACKLASH)
    assert scene.asked() == ("react", (A,))
    scene.do(A, BACKLASH)
    assert scene.asked() == ("react", (B,))
    scene.do(B, PASS)
    assert scene.shells(A, B) == (3, 2)
    assert scene.recorded(ShellLost) == [ShellLost(B, "feeler_blow", A, 2)]


@pytest.mark.rule("GS-61")
def test_retour_turns_a_shot_back_without_a_new_roll() -> None:
    hands = {B: "backlash-1 103"}
    scene = plays("shot-1", (4, 19), (4, 5), hands=hands).do(A, Choose(target=B), 8)
    scene.do(B, BACKLASH).do(A, PASS)
    assert scene.shells(A, B) == (2, 3)


@pytest.mark.rule("GS-63")
def test_one_reaction_per_snail_and_loss() -> None:
    """C34"""
    scene = struck(B="shell_reinforcement-1 backlash-1").do(B, BACKLASH)
    assert scene.asked() == ("react", (A,))  # B is not asked again
    assert scene.refused(B, REINFORCEMENT) == ("not_your_prompt", "GS-32", None)


@pytest.mark.rule("GS-61", "GS-60")
def test_retour_does_not_help_against_ones_own_firecracker_but_renfort_does() -> None:
    hands = {A: "turbo_firecracker-1 shell_reinforcement-1 backlash-1 101"}
    scene = plays("turbo_firecracker-1", (4, 12), luck=[1], hands=hands)
    assert scene.legal(A) == (PASS, REINFORCEMENT)
    assert scene.refused(A, BACKLASH) == ("cannot_react", "GS-61", "card")
    assert scene.do(A, REINFORCEMENT).shells(A) == (3,)


@pytest.mark.rule("GS-100")
def test_terrain_can_be_answered_with_renfort_only() -> None:
    hands = {A: "turbo_firecracker-1 shell_reinforcement-1 backlash-1 101"}
    scene = plays("turbo_firecracker-1", (5, 6), circuit="raid_chataigne", luck=[2], hands=hands)
    assert scene.cells(A) == ((5, 4),)
    assert scene.legal(A) == (PASS, REINFORCEMENT)


@pytest.mark.rule("GS-59")
def test_nobody_reacts_without_the_card_or_when_not_asked() -> None:
    scene = struck()
    assert scene.refused(B, REINFORCEMENT) == ("card_not_in_hand", "GS-59", "card")
    assert scene.refused(C, PASS) == ("not_your_prompt", "GS-32", None)
    assert scene.refused(A, BACKLASH) == ("not_your_prompt", "GS-32", None)
    calm = acting("shot-1", (4, 10))
    assert calm.refused(A, PASS) == ("not_your_prompt", "GS-32", None)
    laid = acting("shot-1", (4, 10), hands={A: "backlash-1 101"})
    refusal = laid.refused(A, CommitAction(A, "backlash-1"))
    assert refusal == ("must_be_discarded", "GS-45", "discard")


@pytest.mark.rule("GS-63", "GS-34")
def test_no_answer_in_time_lets_it_happen() -> None:
    scene = struck(B="shell_reinforcement-1 103")
    assert GAME.default(scene.state, B) == Decline()


@pytest.mark.rule("GS-64", "GS-73")
def test_knocked_out_snails_are_never_asked_and_let_the_wave_pass() -> None:
    """C30"""
    scene = plays("shock-1", *LINE, knocked_out=[B]).do(A, Choose(direction="E"))
    assert scene.asked() == ("react", (C,))
    assert scene.passed().shells(A, B, C) == (3, 3, 2)


@pytest.mark.rule("GS-72", "GS-73")
def test_the_wave_runs_outwards_nearest_first() -> None:
    """C31"""
    scene = plays("shock-1", *LINE).do(A, Choose(direction="E"))
    assert scene.asked() == ("react", (B,))
    scene.do(B, PASS)
    assert scene.asked() == ("react", (C,))
    assert scene.do(C, PASS).shells(A, B, C) == (3, 2, 2)


@pytest.mark.rule("GS-75", "GS-76")
def test_several_retours_play_ping_pong_along_the_line() -> None:
    """C32: out to C, back by B (hit once) to A, who sends it out again."""
    hands = {A: "shock-1 backlash-1 101", C: "backlash-2 103"}
    scene = plays("shock-1", *LINE, hands=hands).do(A, Choose(direction="E"))
    asked = []
    for answer in (PASS, BACKLASH, PASS, BACKLASH, PASS, PASS):
        seat = scene.asked()[1][0]
        asked.append(seat)
        scene.do(seat, answer)
    assert asked == [B, C, B, A, B, C]
    assert scene.status(B) == ("ko",)
    assert scene.shells(A, B, C) == (3, 0, 2)


@pytest.mark.rule("GS-72", "GS-61")
def test_a_choc_hits_ones_own_snail_which_cannot_return_it() -> None:
    """C36: C and D are seat 1's, B is A's own second snail."""
    hands = {A: "shock-1 backlash-1 101"}
    scene = plays("shock-1", *LINE, seats=2, hands=hands).do(A, Choose(direction="E"))
    assert scene.asked() == ("react", (A,))
    assert scene.legal(A) == (PASS,)


@pytest.mark.rule("GS-76")
def test_the_wave_ends_with_the_attacker() -> None:
    hands = {B: "backlash-1 103"}
    scene = plays("shock-1", *LINE, hands=hands).do(A, Choose(direction="E")).do(B, BACKLASH)
    assert scene.asked() == ("react", (A,))
    assert scene.do(A, PASS).asked()[0] == "speed"
    assert scene.shells(A, B, C) == (2, 3, 3)


@pytest.mark.rule("GS-62")
def test_without_the_option_retour_does_not_help_against_a_shove() -> None:
    """C33: the old reading."""
    given: Any = {"backlash_vs_shove": False, "hands": {B: "backlash-1 103"}}
    scene = plays("rolling_ball-1", (4, 12), (4, 11), luck=[2], **given)
    assert scene.asked()[0] == "speed"
    assert GasteroOptions().backlash_vs_shove


@pytest.mark.rule("GS-62")
def test_retour_throws_the_mover_back() -> None:
    """C33: the option is on unless switched off."""
    on: Any = {"backlash_vs_shove": True, "hands": {B: "backlash-1 103"}}
    scene = plays("rolling_ball-1", (4, 12), (4, 11), luck=[2], **on)
    assert scene.asked() == ("react", (B,))
    assert scene.legal(B) == (PASS, BACKLASH)
    scene.do(B, BACKLASH)
    assert scene.cells(A, B) == ((4, 13), (4, 11))
    assert scene.recorded(SnailMoved) == [SnailMoved(A, "shove", ((4, 13),), B)]


@pytest.mark.rule("GS-62")
def test_with_the_option_only_the_first_snail_entered_is_asked_once() -> None:
    on: Any = {"backlash_vs_shove": True}
    scene = plays("rolling_ball-1", (4, 14), (4, 13), (4, 12), luck=[2], **on)
    assert scene.asked() == ("react", (B,))
    assert scene.do(B, PASS).asked()[0] == "speed"
    assert scene.cells(A, B, C) == ((4, 11), (4, 10), (4, 9))
    bound = plays("spring-1", (4, 14), (4, 13), (4, 12), **on).do(A, Choose(direction="N"))
    assert bound.asked() == ("react", (C,))
    assert D not in bound.asked()[1]
