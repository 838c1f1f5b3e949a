"""The scenarios AX-T1 … AX-T12: each rule of the original once."""

import pytest

from domain.games.asterix import events
from domain.games.asterix import trick_events as trick
from domain.games.asterix.commands import Idefix, Play
from domain.games.asterix.components import BOX
from domain.games.asterix.rules import best_freeing, score
from domain.games.asterix.state import Score
from tests.support.games.asterix.situations import (
    asked,
    captures,
    cards,
    dealt,
    gives,
    hand_sizes,
    keeps,
    playing,
    plays,
    village,
)
from tests.support.seats import A, B, C

THREE = "AST OBE ABR"


@pytest.mark.rule("AX-3.1", "AX-3.2", "AX-3.3")
def test_t1_the_highest_gaul_takes_the_roman_and_is_discarded() -> None:
    told = plays(dealt(THREE, "R09-1 R03-1"), "AST-07", "OBE-04", "ABR-09")
    told.then(
        trick.CardChosen(C, "ABR-09"),
        trick.ChoiceMade(C),
        trick.CardsRevealed(cards("AST-07 OBE-04 ABR-09")),
        trick.RomanCaptured(C, "R09-1", "ABR-09"),
        trick.CardTurned("R03-1", 48),
    )
    after = asked(dealt(THREE, "R09-1 R03-1"), "AST-07", "OBE-04", "ABR-09")
    assert captures(after) == ((), (), ("R09-1",))
    assert playing(after).discards == ((), (), ("ABR-09",))
    assert "AST-07" in playing(after).hands[A]
    assert "OBE-04" in playing(after).hands[B]


@pytest.mark.rule("AX-3.2", "AX-1.6")
def test_t2_among_equal_values_more_potions_win() -> None:
    after = asked(dealt("AST OBE PAN", "R10-1"), "AST-06", "OBE-06", "PAN-06")
    assert captures(after) == ((), (), ("R10-1",))
    assert hand_sizes(after) == (11, 11, 10)


@pytest.mark.rule("AX-4.2")
def test_t3_the_highest_gaul_takes_the_pirate_and_all_others_are_discarded() -> None:
    start = dealt(THREE, "P-CEN")
    plays(start, "AST-10", "OBE-02", "ABR-01").then_includes(
        trick.PirateTaken(A, "P-CEN", cards("OBE-02 ABR-01")), trick.CardTurned("R01-1", 48)
    )
    after = playing(asked(start, "AST-10", "OBE-02", "ABR-01"))
    assert "AST-10" in after.hands[A]
    assert after.discards == ((), ("OBE-02",), ("ABR-01",))


T4 = dealt(THREE, "R01-1 R15-1 R04-1")


@pytest.mark.rule("AX-5.1", "AX-5.2", "AX-8.2")
def test_t4_idefix_looks_after_the_roman_is_awarded() -> None:
    plays(T4, "AST-IDF", "OBE-01", "ABR-02").then(
        trick.CardChosen(C, "ABR-02"),
        trick.ChoiceMade(C),
        trick.CardsRevealed(cards("AST-IDF OBE-01 ABR-02")),
        trick.RomanCaptured(C, "R01-1", "ABR-02"),
        trick.CardLookedAt(A, "R15-1"),
        trick.IdefixSniffed(A, 48),
    )
    looking = asked(T4, "AST-IDF", "OBE-01", "ABR-02")
    village.given(*looking).when(B, Idefix(B)).refused("not_your_decision", "AX-8.14")


@pytest.mark.rule("AX-5.3")
def test_t4_a_player_who_keeps_a_roman_loses_idefix() -> None:
    looking = asked(T4, "AST-IDF", "OBE-01", "ABR-02")
    village.given(*looking).when(*keeps(A)).then(
        trick.CardKept(A, "R15-1", "AST-IDF"), trick.CardTurned("R04-1", 47)
    )
    after = asked(looking, keeps(A))
    assert captures(after) == (("R15-1",), (), ("R01-1",))
    assert playing(after).discards[A] == ("AST-IDF",)


@pytest.mark.rule("AX-5.3")
def test_t5_a_player_who_gives_a_roman_has_idefix_back() -> None:
    looking = asked(dealt(THREE, "R09-1 R01-1"), "AST-IDF", "OBE-08", "ABR-02")
    village.given(*looking).when(*gives(A, B)).then_starts_with(
        trick.CardGiven(A, B, "R01-1", None)
    )
    after = asked(looking, gives(A, B))
    assert captures(after)[B] == ("R09-1", "R01-1")
    assert hand_sizes(after) == (11, 10, 11)


@pytest.mark.rule("AX-5.3", "AX-5.4")
def test_t6_a_pirate_kept_brings_idefix_back_and_costs_no_gaul() -> None:
    looking = asked(dealt(THREE, "R09-1 P-HIGH"), "AST-IDF", "OBE-08", "ABR-02")
    kept = asked(looking, keeps(A))
    assert trick.CardKept(A, "P-HIGH", None) in kept
    assert captures(kept) == (("P-HIGH",), ("R09-1",), ())
    assert playing(kept).discards == ((), ("OBE-08",), ())


@pytest.mark.rule("AX-5.3", "AX-5.4")
def test_t6_a_pirate_given_costs_idefix_and_no_gaul() -> None:
    looking = asked(dealt(THREE, "R09-1 P-HIGH"), "AST-IDF", "OBE-08", "ABR-02")
    given = asked(looking, gives(A, C))
    assert trick.CardGiven(A, C, "P-HIGH", "AST-IDF") in given
    assert captures(given) == ((), ("R09-1",), ("P-HIGH",))
    assert playing(given).discards == (("AST-IDF",), ("OBE-08",), ())


@pytest.mark.rule("AX-5.5")
def test_t7_two_idefix_look_at_nothing_and_return() -> None:
    start = dealt(THREE, "R09-1 R15-1")
    plays(start, "AST-IDF", "OBE-IDF", "ABR-01").then_includes(
        trick.RomanCaptured(C, "R09-1", "ABR-01"),
        trick.IdefixReturned((A, B)),
        trick.CardTurned("R15-1", 48),
    )
    assert hand_sizes(asked(start, "AST-IDF", "OBE-IDF", "ABR-01")) == (11, 11, 10)
    assert trick.IdefixReturned((A, B)).cites() == "AX-5.5"


@pytest.mark.rule("AX-4.1", "AX-8.13")
def test_t8_idefix_is_not_played_on_a_pirate() -> None:
    on_pirate = village.given(*dealt(THREE, "P-LOW"))
    on_pirate.when(A, Play("AST-IDF")).refused("idefix_not_now", "AX-4.1", "card")


@pytest.mark.rule("AX-5.8", "AX-6.1", "AX-6.2")
def test_t9_idefix_as_an_only_card_is_discarded_and_its_player_is_out() -> None:
    start = dealt(THREE, "R05-1 R06-1", {"AST": "03 IDF", "OBE": "01 02", "ABR": "01 02"})
    plays(start, "AST-03", "OBE-02", "ABR-01").then_includes(
        trick.RomanCaptured(A, "R05-1", "AST-03"),
        trick.IdefixDiscarded(A, "AST-IDF"),
        trick.CardTurned("R06-1", 48),
    )
    after = asked(start, "AST-03", "OBE-02", "ABR-01")
    assert hand_sizes(after) == (0, 2, 2)
    village.given(*after).when(A, Play("AST-03")).refused("not_in_hand", "AX-6.1", "card")
    plays(after, "OBE-01", "ABR-02").then_includes(trick.CardsRevealed((None, "OBE-01", "ABR-02")))


@pytest.mark.rule("AX-6.2", "AX-6.3", "AX-7.1", "AX-7.3", "AX-8.11")
def test_t10_the_last_player_draws_a_card_for_each_in_hand() -> None:
    deck = "R05-1 R06-1 P-DEC R07-1 R08-1"
    start = dealt("AST OBE", deck, {"AST": "02 04 09 IDF", "OBE": "05"})
    plays(start, "AST-02", "OBE-05").then(
        trick.CardChosen(B, "OBE-05"),
        trick.ChoiceMade(B),
        trick.CardsRevealed(cards("AST-02 OBE-05")),
        trick.RomanCaptured(B, "R05-1", "OBE-05"),
        events.LastCardsDrawn(
            A, cards("R06-1 P-DEC R07-1 R08-1"), cards("AST-02 AST-04 AST-09 AST-IDF")
        ),
        events.RoundEnded(1, "last_player", ()),
        events.PiratesActed(A, (events.Freed("P-DEC", "R08-1"),)),
        events.RoundScored(1, (Score(13, 0, 13), Score(5, 0, 5)), (13, 5)),
        events.GameFinished((1, 2), (13, 5)),
    )


SET = "R05-1 R05-2 R05-3 R10-1 R10-2 R01-1 R15-1"


@pytest.mark.rule("AX-7.1", "AX-7.3", "AX-7.4")
@pytest.mark.parametrize(
    ("captured", "points"),
    [
        (SET, 121),
        (f"{SET} P-CEN P-HIGH", 76),
        (f"{SET} P-CEN P-LOW", 90),
        ("R03-1 R03-2 R03-3 R03-4", 112),
    ],
)
def test_t11_values_and_one_bonus_for_each_rank(captured: str, points: int) -> None:
    assert score_after_pirates(captured) == points


@pytest.mark.rule("AX-7.1")
@pytest.mark.parametrize(("captured", "points"), [("P-DEC R07-1 R09-1", 16), ("P-HIGH", 0)])
def test_t12_a_pirate_with_nobody_to_free_frees_nobody(captured: str, points: int) -> None:
    assert score_after_pirates(captured) == points


def score_after_pirates(captured: str) -> int:
    """What is left of these captures when the Pirates have acted in the best way."""
    freed = {each.roman for each in best_freeing(cards(captured), BOX.bonuses)}
    return score([c for c in cards(captured) if c not in freed], BOX.bonuses).points
