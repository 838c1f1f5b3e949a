"""Pirates at scoring: AX-E11 … AX-E13, every order there is, and what is refused."""

from itertools import permutations
from random import Random

import pytest

from domain.games.asterix.commands import Free, Pirates
from domain.games.asterix.components import BOX, PIRATES, ROMANS
from domain.games.asterix.events import Freed, GameFinished, PiratesActed, RoundScored
from domain.games.asterix.game import GAME
from domain.games.asterix.rules import best_freeing, freeings, outcomes, score, targets
from domain.games.asterix.state import Score
from domain.kernel.game import Decision
from domain.kernel.ids import Seat
from tests.support.games.asterix.freeing import FREEING, last_draw, sequence
from tests.support.games.asterix.situations import (
    asked,
    captures,
    cards,
    dealt,
    playing,
    plays,
    village,
)
from tests.support.seats import A, B


@pytest.mark.rule("AX-7.2")
@pytest.mark.parametrize(
    ("order", "points"), [("P-HIGH:R13-1 P-GEN", 10), ("P-GEN:R13-1 P-HIGH:R10-1", 0)]
)
def test_e11_the_holder_chooses_the_order(order: str, points: int) -> None:
    before = last_draw("R13-1 R10-1 P-GEN P-HIGH", auto=False)
    village.given(*before).when(A, Pirates(sequence(order))).then(
        PiratesActed(A, tuple(Freed(each.pirate, each.roman) for each in sequence(order))),
        RoundScored(1, (Score(points, 0, points), Score(6, 0, 6)), (points, 6)),
        GameFinished((1, 2) if points > 6 else (2, 1), (points, 6)),
    )


@pytest.mark.rule("AX-7.2")
def test_e11_the_server_chooses_the_best_order() -> None:
    told = last_draw("R13-1 R10-1 P-GEN P-HIGH", auto=True)
    acted = PiratesActed(A, (Freed("P-HIGH", "R13-1"), Freed("P-GEN", None)))
    assert acted in told
    assert told[-1] == GameFinished((1, 2), (10, 6))


@pytest.mark.rule("AX-7.2", "AX-7.4", "AX-9.3")
@pytest.mark.parametrize(
    ("captured", "points"),
    [
        ("P-CHOICE R02-1 R02-2 R09-1", 24),
        ("P-CHOICE R01-1 R01-2 R01-3 R01-4 R15-1", 104),
        ("P-LOW R02-1 R02-2 R09-1", 11),
        ("P-HIGH R10-1 R10-2 R04-1", 14),
    ],
)
def test_e12_the_best_choice_keeps_the_bonus(captured: str, points: int) -> None:
    best = best_freeing(cards(captured), BOX.bonuses)
    assert left_over(cards(captured), best) == points


@pytest.mark.rule("AX-7.1")
def test_e13_more_pirates_than_romans_are_without_effect() -> None:
    best = best_freeing(cards("P-HIGH P-LOW P-CHOICE R04-1"), BOX.bonuses)
    assert [each.roman for each in best] == ["R04-1", None, None]


def left_over(captured: tuple[str, ...], freeing: tuple[Free, ...]) -> int:
    freed = {each.roman for each in freeing}
    return score([card for card in captured if card not in freed], BOX.bonuses).points


@pytest.mark.rule("AX-1.9", "AX-7.1")
@pytest.mark.parametrize(
    ("pirate", "free"),
    [
        ("P-HIGH", (13,)),
        ("P-LOW", (3,)),
        ("P-CHOICE", (3, 8, 10, 13)),
        ("P-DEC", (8,)),
        ("P-CEN", (10,)),
        ("P-GEN", (13,)),
    ],
)
def test_whom_each_pirate_can_free(pirate: str, free: tuple[int, ...]) -> None:
    assert targets(pirate, (13, 8, 10, 3, 8)) == free
    assert targets(pirate, ()) == ()


@pytest.mark.rule("AX-7.2", "AX-8.15", "AX-9.3")
def test_the_list_has_every_outcome_of_every_order_once_and_the_best_first() -> None:
    rng = Random(7)
    for _ in range(40):
        romans = rng.sample(sorted(ROMANS), rng.randrange(7))
        captured = (*romans, *rng.sample(sorted(PIRATES), rng.randrange(1, 5)))
        start = tuple(sorted(ROMANS[roman].value for roman in romans))
        orders = permutations(card for card in captured if card in PIRATES)
        by_hand = {end for order in orders for end in ends(order, start)}
        assert set(outcomes(captured)) == by_hand
        listed = freeings(captured, BOX.bonuses)
        scores = [left_over(captured, each) for each in listed]
        assert len(listed) == len(by_hand)
        assert scores == sorted(scores, reverse=True)


def ends(order: tuple[str, ...], values: tuple[int, ...]) -> set[tuple[int, ...]]:
    """What can be left when these Pirates act in this order, tried one by one."""
    if not order:
        return {values}
    found: set[tuple[int, ...]] = set()
    for target in targets(order[0], values) or (None,):
        rest = list(values)
        if target is not None:
            rest.remove(target)
        found |= ends(order[1:], tuple(rest))
    return found


@pytest.mark.rule("AX-8.15")
def test_even_with_all_pirates_and_all_romans_the_list_is_short() -> None:
    assert len(freeings((*ROMANS, *PIRATES), BOX.bonuses)) < 40


@pytest.mark.rule("AX-8.15", "AX-7.1")
@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("", "AX-8.15"),
        ("P-GEN:R13-1", "AX-8.15"),
        ("P-GEN:R13-1 P-CHOICE:R02-1 P-CHOICE:R08-1", "AX-8.15"),
        ("P-GEN:R13-1 P-GEN:R13-1", "AX-8.15"),
        ("P-GEN:R13-1 P-LOW:R02-1", "AX-8.15"),
        ("P-GEN P-CHOICE:R02-1", "AX-8.15"),
        ("P-GEN:R13-1 P-CHOICE", "AX-8.15"),
        ("P-GEN:R10-1 P-CHOICE:R02-1", "AX-7.1"),
        ("P-GEN:R13-1 P-CHOICE:R13-1", "AX-7.1"),
        ("P-CHOICE:R13-1 P-GEN:R13-1", "AX-7.1"),
        ("P-GEN:R13-1 P-CHOICE:R06-1", "AX-7.1"),
        ("P-GEN:R13-1 P-CHOICE:R09-1", "AX-7.1"),
        ("P-GEN:R13-1 P-CHOICE:R11-4", "AX-7.1"),
    ],
)
def test_what_pirates_cannot_do(said: str, rule: str) -> None:
    """Too few, too many, twice, not mine; nobody named, the wrong one, gone, not mine, no card."""
    village.given(*FREEING).when(A, Pirates(sequence(said))).refused("bad_target", rule, "sequence")


@pytest.mark.rule("AX-8.15")
def test_any_order_and_any_copy_is_accepted() -> None:
    for said in (
        "P-CHOICE:R13-1 P-GEN",
        "P-CHOICE:R10-1 P-GEN:R13-1",
        "P-GEN:R13-1 P-CHOICE:R10-2",
    ):
        village.given(*FREEING).when(A, Pirates(sequence(said))).then_starts_with(
            PiratesActed(A, tuple(Freed(each.pirate, each.roman) for each in sequence(said)))
        )


@pytest.mark.rule("AX-8.3", "AX-8.15")
@pytest.mark.parametrize(("first", "second"), [(A, B), (B, A)])
def test_all_holders_are_asked_at_once_and_the_last_answer_is_followed_by_the_score(
    first: Seat, second: Seat
) -> None:
    start = dealt(
        "AST OBE",
        "P-LOW P-CEN R07-1 R08-1",
        {"AST": "01 05 10", "OBE": "02 03 09"},
        auto_pirates=False,
        no_more=True,
    )
    tricks = ("AST-10", "OBE-02"), ("AST-05", "OBE-09"), ("AST-10", "OBE-09")
    roman = asked(start, *(card for trick in tricks for card in trick))
    asking = asked(roman, "AST-01", "OBE-09")
    moves = {A: Pirates(sequence("P-LOW:R07-1")), B: Pirates(sequence("P-CEN"))}
    assert GAME.decision(playing(asking)) == Decision("pirates:1", "pirates", frozenset((A, B)))
    waiting = asked(asking, (first, moves[first]))
    assert GAME.decision(playing(waiting)) == Decision("pirates:1", "pirates", frozenset((second,)))
    village.given(*waiting).when(first, moves[first]).refused("not_your_decision", "AX-8.3")
    village.given(*waiting).when(second, moves[second]).then_ends_with(
        RoundScored(1, (Score(0, 0, 0), Score(8, 0, 8)), (0, 8)), GameFinished((2, 1), (0, 8))
    )


@pytest.mark.rule("AX-8.3", "AX-8.4")
def test_without_pirates_nobody_is_asked() -> None:
    assert last_draw("R07-1 R08-1", auto=False)[-1] == GameFinished((1, 2), (15, 6))


@pytest.mark.rule("AX-8.3")
def test_a_player_who_has_no_pirate_has_nothing_to_decide() -> None:
    assert GAME.legal(playing(FREEING), B) == ()
    assert GAME.open_parameters(playing(FREEING), B) == ()
    village.given(*FREEING).when(B, Pirates(())).refused("not_your_decision", "AX-8.3")


@pytest.mark.rule("AX-4.4")
def test_a_pirate_does_nothing_before_the_scoring() -> None:
    start = dealt("AST OBE", "R13-1 P-GEN R05-1")
    taken = asked(start, "AST-10", "OBE-01", "AST-09", "OBE-01")
    assert captures(taken) == (("R13-1", "P-GEN"), ())
    plays(taken, "AST-01", "OBE-02").then_never(PiratesActed)
