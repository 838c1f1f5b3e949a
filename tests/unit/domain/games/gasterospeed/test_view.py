"""What each seat may see and hear, row by row (GS-26, GS-27, GS-33, GS-63)."""

import pytest

from domain.games.gasterospeed.commands import Choose, CommitAction, CommitSpeed
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.seen import GasteroView
from domain.games.gasterospeed.state import Laid
from tests.support.games.gasterospeed.drawing import board, drawn
from tests.support.games.gasterospeed.situations import Scene, acting, plays, racing
from tests.support.seats import A, B, D


def seen(scene: Scene, seat: int | None) -> GasteroView:
    view = GAME.view(scene.state, seat)
    assert view is not None
    return view


@pytest.mark.rule("GS-26")
def test_a_hand_is_seen_by_its_owner_and_counted_by_all() -> None:
    scene = racing(hands={A: "101 shot-1 201"})
    assert seen(scene, A).hand == ("101", "shot-1", "201")
    assert seen(scene, None).hand is None
    assert [each.hand_size for each in seen(scene, B).standings] == [3, 4, 4, 4]
    assert seen(scene, B).piles == (88 - 15,)


@pytest.mark.rule("GS-33")
def test_a_commitment_is_seen_by_its_owner_only() -> None:
    scene = racing(hands={A: "101 shot-1"}).do(A, CommitSpeed(A, "101"))
    assert seen(scene, A).laid == (Laid("101"), None, None, None)
    assert seen(scene, B).laid == (None,) * 4
    assert seen(scene, None).laid is None
    assert [snail.committed for snail in seen(scene, B).snails] == [True, False, False, False]


@pytest.mark.rule("GS-33", "GS-79")
def test_nobody_else_sees_before_the_reveal_whether_a_card_was_laid_at_all() -> None:
    hands = {0: "101 shot-1 shot-2", 1: "201 103"}, {0: "101 102 shot-2", 1: "201 103"}
    without, with_one = (racing(seats=2, hands=each).do(0, CommitSpeed(A, "101")) for each in hands)
    without.do(0, CommitSpeed(B, None))
    with_one.do(0, CommitSpeed(B, "102"))
    assert seen(without, 1) == seen(with_one, 1)
    assert seen(without, None) == seen(with_one, None)
    assert [each.hand_size for each in seen(without, 1).standings] == [3, 2]


@pytest.mark.rule("GS-27")
def test_the_discard_pile_and_face_up_cards_are_public() -> None:
    scene = acting("shot-1", (4, 10)).do(A, CommitAction(A, "shot-1", True))
    assert seen(scene, None).discards == (("shot-1",),)
    shown = plays("shot-1", (4, 10))
    assert seen(shown, None).snails[A].action == Laid("shot-1")


@pytest.mark.rule("GS-63")
def test_the_open_window_is_public_and_says_what_is_at_stake() -> None:
    scene = plays("shock-1", (2, 10), (4, 10)).do(A, Choose(direction="E"))
    question = seen(scene, D).question
    assert question is not None
    assert (question.kind, question.seats) == ("react", (B,))
    assert (question.snail, question.cause, question.by) == (B, "shock", A)
    acts = seen(plays("shot-1", (4, 10)), D).question
    assert acts is not None
    assert (acts.kind, acts.snail, acts.card) == ("choose", A, "shot-1")


def test_the_view_can_be_drawn() -> None:
    scene = racing((4, 9), (5, 9), circuit="dedale_au_pode", knocked_out=[B])
    view = seen(scene, None)
    assert view.circuit.map[16] == "##SSSSSS##"
    assert view.circuit.headings[16] == "##^^^^^^##"
    assert (2, 9, "E") in view.circuit.walls
    assert [snail.heading for snail in view.snails[:2]] == ["N", "N"]
    assert board(view)[9] == "# . .|. A b .|. . #"
    assert "Dédale au Pode" in drawn(view)
    assert view.standings[0].points == 0


def test_surfin_nymphea_is_shown_with_its_printed_labels() -> None:
    """C43"""
    circuit = seen(racing(circuit="surfin_nymphea"), None).circuit
    assert (circuit.start_label, circuit.finish_label) == ("arrivée", "départ")
    assert seen(racing(), None).circuit.start_label is None
