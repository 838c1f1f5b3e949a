"""The finish: shared victories, and the photo finish for those who do not like them."""

import pytest

from domain.games.gumball_rally import events, rules
from domain.games.gumball_rally.components import prizes
from domain.games.gumball_rally.game import GAME
from domain.games.gumball_rally.state import Award
from domain.kernel.game import Outcome
from ludotheque.testing.spec import Fated
from tests.support.games.gumball_rally.situations import card, cards, lined_up, play, rally
from tests.support.seats import A, B, C, D

PRIZES = prizes("standard")
POINTS = rules.totals(
    rules.totals((0, 0, 0, 0), rules.awards((A, B, C, D), PRIZES.checkpoint)),
    rules.awards((B, D, A, C), PRIZES.checkpoint),
)
SCORED = events.FinishScored((Award(C, 8), Award(D, 5), Award(A, 3), Award(B, 1)), (9, 9, 9, 8))
PILE = "yellow 10, black 9, red 7, blue 9, red 3, red 8"


def last_play(photo_finish: bool = False) -> tuple[events.RallyEvent, ...]:
    """Line C D A B; B is to play the last card of the rally, yellow 1, and draws yellow 10."""
    return lined_up(
        *("black 10", "blue 10", "red 10"),
        line=(C, D, A, B),
        hands={B: "yellow 1"},
        pile=PILE,
        next_danger="winner",
        points=POINTS,
        photo_finish=photo_finish,
    )


@pytest.mark.rule("GB-37", "GB-38", "GB-40")
def test_drivers_with_equal_totals_share_the_victory() -> None:
    """GB-S17"""
    rally.given(*last_play()).when(B, play("yellow 1")).then_ends_with(
        events.DangerRevealed("D-WIN", 1), SCORED, events.RallyFinished((1, 1, 1, 4), (9, 9, 9, 8))
    )


@pytest.mark.rule("GB-39")
def test_a_photo_finish_is_drawn_for_until_one_is_highest() -> None:
    """GB-S18"""
    rally.given(*last_play(photo_finish=True)).when(B, play("yellow 1")).then_ends_with(
        events.CardDrawn(B, card("yellow 10")),
        events.HandRefilled(B, 24),
        events.DangerRevealed("D-WIN", 1),
        SCORED,
        events.RoundEnded(None),
        events.PhotoTaken(C, card("black 9")),
        events.PhotoTaken(A, card("red 7")),
        events.PhotoTaken(B, card("blue 9")),
        events.PhotoTaken(C, card("red 3")),
        events.PhotoTaken(B, card("red 8")),
        events.RallyFinished((3, 1, 2, 4), (9, 9, 9, 8)),
    )


@pytest.mark.rule("GB-28", "GB-39")
def test_the_cards_of_the_last_round_can_be_drawn_for_the_photo() -> None:
    """The pile holds one card after B has drawn: C takes it, the discards serve the others."""
    before = (*last_play(photo_finish=True), events.PileShuffled(cards("yellow 10, black 9")))
    reshuffled = cards("red 10, yellow 1, blue 10, black 10")
    rally.given(*before).when(B, play("yellow 1"), luck=Fated(reshuffled)).then_ends_with(
        events.RoundEnded(None),
        events.PhotoTaken(C, card("black 9")),
        events.DiscardsReshuffled(4),
        events.PileShuffled(reshuffled),
        events.PhotoTaken(A, card("red 10")),
        events.PhotoTaken(B, card("yellow 1")),
        events.RallyFinished((1, 3, 2, 4), (9, 9, 9, 8)),
    )


@pytest.mark.rule("GB-39")
def test_a_sole_leader_needs_no_photo() -> None:
    before = lined_up(
        "black 10", "blue 10", hands={C: "yellow 1"}, next_danger="winner", photo_finish=True
    )
    told = rally.given(*before).when(C, play("yellow 1"))
    told.then_never(events.PhotoTaken, events.RoundEnded)
    told.then_ends_with(events.RallyFinished((1, 2, 3), (8, 5, 3)))


@pytest.mark.rule("GB-33", "GB-38")
def test_the_race_is_over_and_its_outcome_names_the_winners() -> None:
    told = rally.given(*last_play()).when(B, play("yellow 1"))
    told.leads_to(lambda state: GAME.outcome(state) == Outcome((1, 1, 1, 4), (9, 9, 9, 8)))
    told.leads_to(lambda state: GAME.decision(state) is None)


@pytest.mark.rule("GB-38")
def test_before_the_finish_there_is_no_outcome() -> None:
    assert GAME.outcome(rally.after(*last_play())) is None
    assert GAME.outcome(rally.after()) is None
