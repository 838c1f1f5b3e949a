"""The turn: sealed cards, moves by speed, actions by order, lost turns (GS-32 … GS-49, GS-89)."""

import pytest

from domain.games.gasterospeed import choices
from domain.games.gasterospeed.commands import Choose, CommitAction, CommitSpeed, TakePath
from domain.games.gasterospeed.event_types.cards import (
    ActionsRevealed,
    CardLost,
    SpeedLaid,
    SpeedSealed,
    SpeedsRevealed,
)
from domain.games.gasterospeed.event_types.snails import ActionPlayed, SnailMoved, SnailOut
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.speed import Move
from domain.games.gasterospeed.rules.turn import LayActions, by_order
from domain.games.gasterospeed.state import Laid
from ludotheque.testing.spec import Fated
from tests.support.games.gasterospeed.situations import SLOW, Scene, acting, moving, plays, racing
from tests.support.seats import A, B, C, D

CARDS = {A: "101 shot-1 104", B: "205 shot-2", C: "134 105", D: "201 shock-1"}


def all_laid(scene: Scene) -> Scene:
    for seat, card in enumerate(("101", "205", "134", "201")):
        scene.do(seat, CommitSpeed(seat, card))
    return scene


@pytest.mark.rule("GS-32", "GS-33", "GS-37", "GS-36")
def test_speed_cards_lie_face_down_until_the_last_is_laid() -> None:
    scene = racing(hands=CARDS).do(A, CommitSpeed(A, "101"))
    assert scene.caused == (SpeedLaid(A, A, Laid("101")), SpeedSealed(A))
    assert scene.asked() == ("speed", (B, C, D))
    assert scene.refused(A, CommitSpeed(A, "104")) == ("already_committed", "GS-33", "snail")
    scene.do(B, CommitSpeed(B, "205")).do(C, CommitSpeed(C, "134"))
    scene.do(D, CommitSpeed(D, "201"))
    assert len(scene.recorded(SpeedsRevealed)) == 1


@pytest.mark.rule("GS-38", "GS-39", "GS-43")
def test_the_fastest_moves_first_and_the_cards_stay_face_up() -> None:
    """C7: all values differ. C19: the path is chosen when the turn to move comes."""
    scene = all_laid(racing(hands=CARDS))
    asked = []
    while scene.asked()[0] == "path":
        asked.append(scene.asked()[1][0])
        scene.do(asked[-1], scene.legal(asked[-1])[0])
    assert asked == [B, D, C, A]
    assert scene.asked() == ("action", (A, B, C, D))
    assert [laid.card for laid in scene.race.speeds if laid] == ["101", "205", "134", "201"]


@pytest.mark.rule("GS-37")
def test_only_speed_cards_are_laid_in_phase_one() -> None:
    """C10: no discarding in this phase."""
    scene = racing(hands=CARDS)
    assert scene.refused(A, CommitSpeed(A, "shot-1")) == ("not_a_speed_card", "GS-37", "card")
    assert scene.refused(A, CommitSpeed(A, "205")) == ("card_not_in_hand", "GS-26", "card")
    assert scene.refused(A, CommitAction(A, "104", True)) == ("not_your_prompt", "GS-32", None)


@pytest.mark.rule("GS-34")
def test_a_player_who_is_too_slow_in_phase_one_loses_the_turn() -> None:
    """C40: no move, no action; the hand is kept."""
    scene = racing(hands=CARDS)
    assert choices.lapse(scene.state, A, Fated()) == SLOW
    assert SLOW not in scene.legal(A)  # only the clock loses a turn
    scene.do(A, SLOW)
    assert scene.caused == (SpeedLaid(A, A, Laid(None, slow=True)), SpeedSealed(A))
    scene.do(B, CommitSpeed(B, "205")).do(C, SLOW).do(D, SLOW)
    scene.do(B, scene.legal(B)[0])
    assert scene.asked() == ("action", (B,))
    assert len(scene.race.hands[A]) == 3
    assert scene.refused(A, CommitAction(A, "shot-1")) == ("not_your_prompt", "GS-34", "snail")


@pytest.mark.rule("GS-34", "GS-44")
def test_a_player_who_is_too_slow_in_phase_three_neither_acts_nor_discards() -> None:
    scene = acting("shot-1", (4, 19)).do(A, SLOW)
    assert scene.recorded(ActionsRevealed)[0].actions[A] == Laid(None, slow=True)
    assert "shot-1" in scene.race.hands[A]


@pytest.mark.rule("GS-34")
def test_a_path_or_target_not_chosen_in_time_is_lost() -> None:
    scene = moving(A, "201", (4, 10)).do(A, SLOW)
    assert scene.caused[0] == CardLost(A, "201", "slow")
    assert scene.cells(A) == ((4, 10),)
    scene = plays("shot-1", (4, 10)).do(A, SLOW)
    assert scene.caused[0] == CardLost(A, "shot-1", "slow")


@pytest.mark.rule("GS-35")
def test_three_lost_turns_running_withdraw_a_player() -> None:
    scene = racing((4, 19), (5, 19), (6, 19))
    for _ in range(3):
        for seat in range(4):
            slow = seat == D
            speed = next(c for c in scene.legal(seat) if isinstance(c, CommitSpeed))
            scene.do(seat, SLOW if slow else speed)
        while scene.asked()[0] == "path":
            scene.do(scene.asked()[1][0], SLOW)
        for seat in (A, B, C):
            scene.do(seat, SLOW)
    assert SnailOut(D, "ko", None, True) in scene.caused
    assert scene.race.hands[D] == ()
    assert scene.asked() == ("speed", (A, B, C))


@pytest.mark.rule("GS-35")
def test_a_turn_that_is_played_breaks_the_run() -> None:
    scene = racing((4, 19), (5, 19), (6, 19))
    for turn in range(4):
        for seat in range(4):
            card = next(c for c in scene.legal(seat) if isinstance(c, CommitSpeed))
            scene.do(seat, SLOW if seat == D and turn != 2 else card)
        while scene.asked()[0] == "path":
            scene.do(scene.asked()[1][0], SLOW)
        while scene.asked()[0] == "action":
            scene.do(scene.asked()[1][0], SLOW)
    assert scene.status(D) == ("active",)
    assert scene.race.missed[D] == 1


@pytest.mark.rule("GS-40", "GS-41")
def test_a_move_is_made_in_full_onto_free_cells() -> None:
    """C8, C9: no staying, but back to where it came from is allowed."""
    scene = moving(A, "201", (4, 10), (4, 9))
    assert scene.refused(A, TakePath(A, ())) == ("illegal_path", "GS-41", "steps[0]")
    assert scene.refused(A, TakePath(A, ("E",))) == ("illegal_path", "GS-41", "steps[1]")
    assert scene.refused(A, TakePath(A, ("N", "N"))) == ("illegal_path", "GS-41", "steps[0]")
    assert scene.refused(A, TakePath(A, ("NE", "W"))) == ("illegal_path", "GS-41", "steps[1]")
    back = scene.do(A, TakePath(A, ("NE", "SW")))
    assert back.cells(A) == ((4, 10),)


@pytest.mark.rule("GS-41")
def test_a_hundred_card_is_exactly_one_step() -> None:
    scene = moving(A, "110", (4, 10))
    too_long = TakePath(A, ("N", "N"))
    assert scene.refused(A, too_long) == ("illegal_path", "GS-41", "steps[1]")
    assert scene.do(A, TakePath(A, ("SW",))).cells(A) == ((3, 11),)


@pytest.mark.rule("GS-41")
def test_a_move_that_cannot_be_made_is_lost() -> None:
    cells = ((2, 21), (2, 20), (3, 20), (3, 21), (1, 20))
    scene = racing(*cells, seats=5, hands={A: "201 104"})
    for seat in range(5):
        scene.do(seat, CommitSpeed(A, "201") if seat == A else SLOW)
    assert CardLost(A, "201", "impossible") in scene.caused
    assert scene.cells(A) == ((2, 21),)


@pytest.mark.rule("GS-42")
def test_a_move_ends_early_on_the_line() -> None:
    scene = moving(A, "201", (4, 2)).do(A, TakePath(A, ("N", "N")))
    assert scene.caused[0] == SnailMoved(A, "crawl", ((4, 1),), None)
    assert scene.status(A) == ("finished",)


@pytest.mark.rule("GS-45")
def test_speed_and_reaction_cards_are_only_laid_as_a_discard() -> None:
    hands = {A: "101 shell_reinforcement-1 shot-1"}
    scene = racing(hands=hands, asking=(LayActions(),))
    for card in ("101", "shell_reinforcement-1"):
        refusal = scene.refused(A, CommitAction(A, card))
        assert refusal == ("must_be_discarded", "GS-45", "discard")
    assert CommitAction(A, "101", True) in scene.legal(A)
    assert CommitAction(A, "shot-1") in scene.legal(A)


@pytest.mark.rule("GS-46")
def test_cards_go_by_order_then_speed_then_start_cell() -> None:
    scene = racing(
        hands={A: "shock-1", B: "shot-1", C: "shot-2", D: "shock-2"},
        asking=(LayActions(),),
        seats=6,
    )
    speeds = (None, Laid("104"), Laid("201"), None, None, None)
    cards = ("shock-1", "shot-1", "shot-2", "shock-2")
    actions = (*(Laid(card) for card in cards), None, Laid("101", True))
    scene.state = ActionsRevealed(actions).apply(SpeedsRevealed(speeds).apply(scene.race))
    assert by_order(scene.race) == [C, B, A, D]


@pytest.mark.rule("GS-47", "GS-48")
def test_targets_are_chosen_when_the_card_is_executed() -> None:
    """C19, C20"""
    scene = plays("feeler_blow-1", (4, 10), (5, 10), (4, 11))
    assert scene.asked() == ("choose", (A,))
    assert scene.legal(A) == (Choose(target=B), Choose(target=C))
    assert scene.refused(A, Choose(target=D)) == ("illegal_choice", "GS-48", "target")
    scene.do(A, Choose(target=C))
    assert scene.caused[0] == ActionPlayed(A, "feeler_blow-1", C, None)


@pytest.mark.rule("GS-48")
def test_a_card_made_impossible_is_lost() -> None:
    scene = plays("feeler_blow-1", (4, 10), (4, 5))
    assert scene.recorded(CardLost) == [CardLost(A, "feeler_blow-1", "impossible")]
    assert "feeler_blow-1" in scene.race.discards[0]


@pytest.mark.rule("GS-49", "GS-82")
def test_a_snail_knocked_out_before_its_card_comes_up_does_not_execute_it() -> None:
    """C30"""
    scene = racing(
        (4, 10),
        (5, 10),
        shells={B: 1},
        hands={A: "feeler_blow-1 101", B: "spring-1 103"},
        asking=(LayActions(),),
    )
    scene.do(C, SLOW).do(D, SLOW).do(B, CommitAction(B, "spring-1"))
    scene.do(A, CommitAction(A, "feeler_blow-1")).do(A, Choose(target=B)).passed()
    assert scene.status(B) == ("ko",)
    assert CardLost(B, "spring-1", "out") in scene.caused
    assert {"spring-1", "103"} <= {*scene.race.discards[0]}
    assert scene.cells(B) == ((5, 10),)


@pytest.mark.rule("GS-89", "GS-32")
def test_the_end_of_a_turn_in_order() -> None:
    scene = acting("shot-1", (4, 19), circuit="speed_cuisine")
    scene.do(A, CommitAction(A, "shot-1", True), 3)
    order = ["actions_revealed", "die_rolled", "cards_swept", "cards_drawn"]
    order += ["hand_refilled", "hands_checked", "turn_begun", "question_put"]
    assert scene.kinds()[2:] == order


def test_the_question_of_a_move_lists_one_path_to_every_end() -> None:
    scene = moving(A, "201", (4, 12), asking=(Move(A), LayActions()))
    ends = [command for command in scene.legal(A) if isinstance(command, TakePath)]
    assert len(ends) == len({*ends}) == 25  # all cells within two steps, its own included
    assert [each.field for each in GAME.open_parameters(scene.state, A)] == ["steps"]
