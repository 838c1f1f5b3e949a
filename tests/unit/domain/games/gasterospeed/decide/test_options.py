"""Options of the championship (GS-20, GS-104 … GS-110)."""

from typing import Any

import pytest

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed import deal
from domain.games.gasterospeed.components import CIRCUITS, PETITS_GRIS
from domain.games.gasterospeed.event_types.cards import CardsDrawn, ExtraCardTaken
from domain.games.gasterospeed.event_types.championship import RewardWon
from domain.games.gasterospeed.event_types.snails import DieRolled, ShellAdded
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.cards import CheckHands, ExtraCard, Refill
from domain.games.gasterospeed.rules.race import races, shells_on
from domain.games.gasterospeed.rules.turn import NextTurn
from domain.games.gasterospeed.state import Finished
from domain.kernel.game import Seated
from ludotheque.testing.spec import Fated, Seeded
from tests.support.games.gasterospeed.situations import PASS, Scene, acting, moving, plays, racing
from tests.support.seats import A, B, C, D

THEN = (CheckHands(), NextTurn((0,) * 4))
FEW_SHELLS: Any = {"cross_ronces_shells": 3}


@pytest.mark.rule("GS-20")
def test_the_host_fixes_the_list_of_circuits() -> None:
    listed = ("star_got", "star_got", "dedale_au_pode")
    options = do.GasteroOptions(circuits=listed)  # type: ignore[arg-type]
    scene = Scene(*GAME.deal([Seated(s) for s in range(4)], options, Seeded(1)))
    assert scene.race.circuit == "star_got"
    assert races(scene.race) == 3


@pytest.mark.rule("GS-104", "GS-6")
def test_experopodes_draws_five_circuits_from_the_boxes_in_use() -> None:
    """C54: without replacement."""
    one_box = do.GasteroOptions(experopodes=True)
    assert deal.boxes_in_use(one_box) == PETITS_GRIS
    both = do.GasteroOptions(experopodes=True, circuits=("star_got", "cross_ronces"))
    assert deal.boxes_in_use(both) == tuple(CIRCUITS)
    scene = moving(A, "201", (4, 2), knocked_out=[B, C], circuits=[*PETITS_GRIS], experopodes=True)
    assert races(scene.race) == 5
    scene.do(A, do.TakePath(A, ("N",)), 4, [], 1, 2, 3, 4)
    assert scene.race.circuit == "cross_ronces"  # the fourth of the five not run yet


@pytest.mark.rule("GS-110")
def test_a_race_on_cross_ronces_begins_with_five_shells_unless_three_are_chosen() -> None:
    """C46"""
    assert shells_on(racing().race, "cross_ronces") == 5
    assert shells_on(racing().race, "star_got") == 3
    assert shells_on(racing(escargot_de_compet=True).race, "cross_ronces") == 5
    assert shells_on(racing(**FEW_SHELLS).race, "cross_ronces") == 3
    assert shells_on(racing(escargot_de_compet=True, **FEW_SHELLS).race, "cross_ronces") == 4


@pytest.mark.rule("GS-109")
def test_endurance_exchanges_a_200_card_for_a_shell() -> None:
    """C50: never above what the race was started with."""
    scene = moving(A, "201", (4, 10), shells={A: 1}, vitesse_ou_endurance=True)
    assert do.Endure(A) in scene.legal(A)
    scene.do(A, do.Endure(A))
    assert scene.caused[0] == ShellAdded(A, "endurance", 2)
    assert scene.cells(A) == ((4, 10),)
    assert scene.race.speeds[A] is not None  # the card still counts in phase 4
    full = moving(A, "201", (4, 10), vitesse_ou_endurance=True).do(A, do.Endure(A))
    assert full.shells(A) == (3,)


@pytest.mark.rule("GS-109", "GS-41")
def test_without_the_option_or_with_a_100_card_the_snail_must_move() -> None:
    assert moving(A, "201", (4, 10)).refused(A, do.Endure(A)) == (
        "cannot_endure",
        "GS-109",
        "snail",
    )
    slow = moving(A, "110", (4, 10), vitesse_ou_endurance=True)
    assert slow.refused(A, do.Endure(A)) == ("cannot_endure", "GS-109", "snail")


@pytest.mark.rule("GS-106")
@pytest.mark.parametrize(("die", "reward"), [(4, "reroll"), (5, "extra_card")])
def test_a_speedy_champion_rolls_for_the_bonus(die: int, reward: str) -> None:
    """C48"""
    scene = moving(A, "201", (4, 2), knocked_out=[B, C], championnat_des_speedy=True)
    scene.do(A, do.TakePath(A, ("N",)), die)
    assert RewardWon(A, reward) in scene.caused
    assert isinstance(scene.state, Finished)
    assert GAME.rewards(scene.state) == ((reward,), (), (), ())


@pytest.mark.rule("GS-107")
def test_the_winner_of_the_coquillards_gets_an_extra_shell() -> None:
    given: Any = {"knocked_out": [B, C], "shells": {A: 1}, "championnat_des_coquillards": True}
    scene = moving(A, "201", (4, 2), **given).do(A, do.TakePath(A, ("N",)))
    assert GAME.rewards(scene.state) == ((), (), (), ("extra_shell",))  # D kept three
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.winners == (D,)
    assert outcome.scores == (1, 0, 0, 3)


@pytest.mark.rule("GS-106")
def test_a_champion_may_roll_twice_again_in_the_whole_championship() -> None:
    scene = plays("rolling_ball-1", (4, 12), luck=[7], rewards={A: ["reroll"]})
    assert scene.asked() == ("reroll", (A,))
    assert scene.legal(A) == (PASS, do.Reroll())
    scene.do(A, do.Reroll(), 2)
    assert scene.recorded(DieRolled) == [DieRolled("rolling_ball", A, A, 2, True)]
    scene.do(A, PASS)
    assert scene.cells(A) == ((4, 9),)  # the second result stands
    assert scene.race.privileges[A].rerolls == 1
    kept = plays("rolling_ball-1", (4, 12), luck=[2], rewards={A: ["reroll"]}).do(A, PASS)
    assert kept.race.privileges[A].rerolls == 2


@pytest.mark.rule("GS-106")
def test_both_rolls_may_be_used_on_the_same_die() -> None:
    """Before, the second result of a die stood."""
    scene = plays("rolling_ball-1", (4, 12), luck=[7], rewards={A: ["reroll"]})
    scene.do(A, do.Reroll(), 8)
    assert scene.asked() == ("reroll", (A,))
    scene.do(A, do.Reroll(), 2)
    assert scene.cells(A) == ((4, 9),)
    assert scene.race.privileges[A].rerolls == 0
    assert scene.asked()[0] == "speed"


@pytest.mark.rule("GS-106")
def test_a_champion_may_take_one_extra_card_per_odd_race() -> None:
    asking = (Refill(A), ExtraCard(A), *THEN)
    scene = racing(rewards={A: ["extra_card"]}, asking=asking[1:])
    assert scene.legal(A) == (do.Decline(), do.TakeExtraCard())
    assert scene.refused(A, do.TakeExtraCard("speed"))[0] == "pile_empty"
    scene.do(A, do.TakeExtraCard())
    assert scene.caused[0] == ExtraCardTaken(A)
    assert len(scene.recorded(CardsDrawn)[0].cards) == 1
    assert len(scene.race.hands[A]) == 5
    assert A in scene.race.extra_taken
    two = racing(rewards={A: ["extra_card"]}, asking=asking[1:], chou_ma_chere=True)
    assert two.legal(A) == (do.Decline(), do.TakeExtraCard("speed"), do.TakeExtraCard("action"))


@pytest.mark.rule("GS-107")
def test_the_extra_shell_may_save_a_snail_in_its_window() -> None:
    given: Any = {"rewards": {B: ["extra_shell"]}, "shells": {B: 1}}
    scene = plays("feeler_blow-1", (4, 10), (5, 10), **given)
    scene.do(A, scene.legal(A)[0])
    assert do.UseExtraShell(B) in scene.legal(B)
    scene.do(B, do.UseExtraShell(B))
    assert scene.caused == (ShellAdded(B, "reward", 2),)
    assert scene.asked() == ("react", (B,))
    assert scene.do(B, PASS).status(B) == ("active",)
    assert scene.refused(B, do.UseExtraShell(B)) == ("no_extra_shell", "GS-107", None)


@pytest.mark.rule("GS-107")
def test_the_extra_shell_is_used_at_any_moment_and_may_exceed_the_start() -> None:
    scene = acting("shot-1", (4, 10), rewards={B: ["extra_shell"]})
    assert scene.legal(B) == (do.UseExtraShell(B),)
    assert scene.refused(B, do.UseExtraShell(A)) == ("not_your_snail", "GS-79", "snail")
    assert scene.do(B, do.UseExtraShell(B)).shells(B) == (4,)
    assert scene.refused(C, do.React("backlash"))[0] == "not_your_prompt"


@pytest.mark.rule("GS-106", "GS-107")
def test_rewards_of_the_table_before_are_honoured_by_the_deal() -> None:
    """Which table they are spent at is for the table to say: it gives each reward to one deal."""
    seated = [Seated(0, rewards=("reroll", "extra_shell")), *(Seated(s) for s in (1, 2, 3))]
    scene = Scene(*GAME.deal(seated, do.GasteroOptions(), Fated([], 4)))
    assert scene.asked() == ("reroll", (A,))  # the roll for the start is his own, too
    assert scene.race.privileges[A].extra_shells == 1
