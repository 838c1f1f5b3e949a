"""The scenarios AX-E1 … AX-E10: ties, empty decks, second thoughts, the end of hands."""

import pytest

from domain.games.asterix import trick_events as trick
from domain.games.asterix.commands import FullTie, Play
from domain.games.asterix.events import GameFinished, LastCardsDrawn, RoundEnded, RoundScored
from domain.games.asterix.game import GAME
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

TIED = ("AST-05", "ABR-05", "PAN-04")
BOTH_FIVES = ("AST-05", "ABR-05")


@pytest.mark.rule("AX-3.4")
def test_e1_fully_tied_cards_drop_out_and_the_next_highest_wins() -> None:
    start = dealt("AST ABR PAN", "R10-1")
    plays(start, *TIED).then_includes(
        trick.CardsTied((A, B)), trick.RomanCaptured(C, "R10-1", "PAN-04")
    )
    assert playing(asked(start, *TIED)).discards == ((), (), ("PAN-04",))


@pytest.mark.rule("AX-4.3")
def test_e2_tied_cards_are_lost_to_a_pirate() -> None:
    start = dealt("AST ABR PAN", "P-GEN")
    plays(start, *TIED).then_includes(
        trick.CardsTied((A, B)), trick.PirateTaken(C, "P-GEN", cards("AST-05 ABR-05"))
    )
    after = playing(asked(start, *TIED))
    assert "PAN-04" in after.hands[C]
    assert after.discards == (("AST-05",), ("ABR-05",), ())


@pytest.mark.rule("AX-3.4", "AX-4.3")
def test_e3_where_all_are_tied_nobody_wins() -> None:
    start = dealt("AST ABR", "R10-1 P-GEN")
    plays(start, *BOTH_FIVES).then_includes(
        trick.CardsTied((A, B)), trick.RomanEscaped("R10-1"), trick.CardTurned("P-GEN", 48)
    )
    roman_gone = asked(start, *BOTH_FIVES)
    assert hand_sizes(roman_gone) == (11, 11)
    assert captures(roman_gone) == ((), ())
    plays(roman_gone, *BOTH_FIVES).then_includes(trick.PirateEscaped("P-GEN", BOTH_FIVES))
    pirate_gone = asked(roman_gone, *BOTH_FIVES)
    assert hand_sizes(pirate_gone) == (10, 10)
    assert playing(pirate_gone).escaped == ("R10-1", "P-GEN")


@pytest.mark.rule("AX-3.4", "AX-4.3")
@pytest.mark.parametrize(
    ("deck", "gone"),
    [("R10-1", trick.RomanEscaped("R10-1")), ("P-GEN", trick.PirateEscaped("P-GEN", TIED))],
)
def test_by_the_option_escape_a_tied_top_ends_the_trick(
    deck: str, gone: trick.RomanEscaped | trick.PirateEscaped
) -> None:
    start = dealt("AST ABR PAN", deck, full_tie="escape")
    plays(start, *TIED).then_includes(trick.CardsTied((A, B)), gone)


@pytest.mark.rule("AX-3.4")
@pytest.mark.parametrize("full_tie", ["cancel", "escape"])
def test_a_tie_below_the_top_changes_nothing(full_tie: FullTie) -> None:
    start = dealt("AST ABR PAN", "R10-1", full_tie=full_tie)
    told = plays(start, "AST-05", "ABR-05", "PAN-09")
    told.then_includes(trick.RomanCaptured(C, "R10-1", "PAN-09"))
    told.then_never(trick.CardsTied)


@pytest.mark.rule("AX-3.4")
def test_two_pairs_can_drop_out_one_after_the_other() -> None:
    start = dealt("AST OBE ABR ASS PAN", "R10-1")
    plays(start, "AST-06", "OBE-06", "ABR-07", "PAN-07", "ASS-01").then_includes(
        trick.CardsTied((2, 4, 0, 1)), trick.RomanCaptured(3, "R10-1", "ASS-01")
    )


@pytest.mark.rule("AX-5.6", "AX-8.13")
def test_e4_where_all_play_idefix_they_choose_again_and_after_twice_without_him() -> None:
    start = dealt("AST ABR", "R10-1")
    plays(start, "AST-IDF", "ABR-IDF").then_ends_with(
        trick.CardsRevealed(cards("AST-IDF ABR-IDF")), trick.OnlyIdefixPlayed("R10-1", 1)
    )
    once = asked(start, "AST-IDF", "ABR-IDF")
    assert Play("AST-IDF") in GAME.legal(playing(once), A)
    plays(once, "AST-IDF", "ABR-IDF").then_ends_with(trick.OnlyIdefixPlayed("R10-1", 2))
    again = asked(once, "AST-IDF", "ABR-IDF")
    assert (playing(again).visible, len(playing(again).deck)) == ("R10-1", 49)
    village.given(*again).when(A, Play("AST-IDF")).refused("idefix_not_now", "AX-5.6", "card")
    assert Play("AST-IDF") not in GAME.legal(playing(again), A)
    asks = [GAME.decision(playing(each)) for each in (start, once, again)]
    assert len({each.key for each in asks if each}) == 3
    assert all(each and each.awaited == {A, B} for each in asks)
    plays(again, "AST-01", "ABR-02").then_includes(trick.RomanCaptured(B, "R10-1", "ABR-02"))
    next_card = asked(again, "AST-01", "ABR-02")
    assert Play("AST-IDF") in GAME.legal(playing(next_card), A)


@pytest.mark.rule("AX-5.7", "AX-6.2")
def test_e5_with_an_empty_deck_idefix_returns() -> None:
    start = dealt("AST ABR", "R10-1", no_more=True)
    plays(start, "AST-IDF", "ABR-01").then_ends_with(
        trick.RomanCaptured(B, "R10-1", "ABR-01"),
        trick.IdefixReturned((A,)),
        RoundEnded(1, "no_deck", ()),
        RoundScored(1, (Score(0, 0, 0), Score(10, 0, 10)), (0, 10)),
        GameFinished((2, 1), (0, 10)),
    )
    assert trick.IdefixReturned((A,)).cites() == "AX-5.7"


@pytest.mark.rule("AX-3.1", "AX-8.13")
def test_e6_a_choice_may_be_changed_until_the_last_one_is_made() -> None:
    start = dealt("AST ABR", "R09-1 R03-1")
    plays(start, "AST-01", "AST-10", "ABR-09").then_includes(
        trick.CardsRevealed(cards("AST-10 ABR-09")), trick.RomanCaptured(A, "R09-1", "AST-10")
    )
    after = village.given(*asked(start, "AST-01", "AST-10", "ABR-09"))
    after.when(A, Play("AST-10")).refused("not_in_hand", "AX-8.13", "card")
    after.when(A, Play("ABR-03")).refused("not_in_hand", "AX-8.13", "card")


@pytest.mark.rule("AX-3.1")
def test_a_choice_may_be_changed_five_times_and_the_same_card_counts() -> None:
    start = dealt("AST ABR", "R09-1 R03-1")
    cards_in_turn = ("AST-01", "AST-02", "AST-02", "AST-IDF", "AST-01", "AST-10")
    almost = asked(start, *cards_in_turn[:5])
    view = GAME.view(playing(almost), A)
    assert view is not None
    assert (view.chosen, view.changes_left) == ("AST-01", 1)
    spent = asked(start, *cards_in_turn)
    village.given(*spent).when(A, Play("AST-10")).refused("too_many_changes", "AX-3.1", "card")
    assert GAME.legal(playing(spent), A) == ()
    plays(spent, "ABR-09").then_includes(trick.RomanCaptured(A, "R09-1", "AST-10"))


@pytest.mark.rule("AX-3.1", "AX-8.7")
def test_a_change_to_the_same_card_looks_like_any_other_to_the_others() -> None:
    start = asked(dealt("AST ABR", "R09-1 R03-1"), "AST-01")
    same, another = plays(start, "AST-01").events, plays(start, "AST-10").events
    assert [event.audience() for event in same] == [each.audience() for each in another]
    heard = [[e for e in told if e.audience().hears([B])] for told in (same, another)]
    assert heard[0] == heard[1]
    views = [GAME.view(playing((*start, *told)), B) for told in (same, another)]
    assert views[0] == views[1]


@pytest.mark.rule("AX-4.2", "AX-6.3")
def test_e7_one_is_left_after_a_pirate() -> None:
    start = dealt("AST OBE", "P-DEC R07-1", {"AST": "04", "OBE": "05"})
    plays(start, "AST-04", "OBE-05").then_includes(
        trick.PirateTaken(B, "P-DEC", ("AST-04",)),
        LastCardsDrawn(B, ("R07-1",), ("OBE-05",)),
        RoundScored(1, (Score(0, 0, 0), Score(7, 0, 7)), (0, 7)),
    )


E8 = dealt("AST OBE", "R10-1 R07-1 R08-1 R09-1", {"AST": "04 IDF", "OBE": "05"})


@pytest.mark.rule("AX-5.2", "AX-6.2", "AX-6.3")
def test_e8_a_player_who_keeps_while_the_other_runs_dry_draws_without_idefix() -> None:
    looking = asked(E8, "AST-IDF", "OBE-05")
    assert captures(looking) == ((), ("R10-1",))
    village.given(*looking).when(*keeps(A)).then_starts_with(
        trick.CardKept(A, "R07-1", "AST-IDF"), LastCardsDrawn(A, ("R08-1",), ("AST-04",))
    )


@pytest.mark.rule("AX-5.3", "AX-6.1", "AX-6.3")
def test_e8_a_player_who_gives_to_one_who_is_out_draws_with_idefix() -> None:
    looking = asked(E8, "AST-IDF", "OBE-05")
    village.given(*looking).when(*gives(A, B)).then_includes(
        LastCardsDrawn(A, cards("R08-1 R09-1"), cards("AST-04 AST-IDF"))
    )
    assert captures(asked(looking, gives(A, B)))[B] == ("R10-1", "R07-1")


@pytest.mark.rule("AX-6.2", "AX-6.4", "AX-7.4")
def test_e9_cards_left_when_the_deck_is_out_are_worth_nothing() -> None:
    start = dealt("AST OBE", "R03-1 R03-2", no_more=True)
    first = asked(start, "AST-01", "OBE-10")
    plays(first, "AST-01", "OBE-09").then_ends_with(
        RoundEnded(1, "no_deck", ()),
        RoundScored(1, (Score(0, 0, 0), Score(6, 20, 26)), (0, 26)),
        GameFinished((2, 1), (0, 26)),
    )


@pytest.mark.rule("AX-6.3")
def test_e10_the_last_draw_takes_at_most_what_the_deck_holds() -> None:
    hands = {"AST": "02 04 09 IDF", "OBE": "05"}
    start = dealt("AST OBE", "R05-1 R06-1 R07-1", hands, no_more=True)
    plays(start, "AST-02", "OBE-05").then_includes(
        LastCardsDrawn(A, cards("R06-1 R07-1"), cards("AST-02 AST-04 AST-09 AST-IDF"))
    )


@pytest.mark.rule("AX-6.2", "AX-5.8")
def test_a_round_also_ends_when_nobody_has_cards() -> None:
    """Both last Gauls fall to a Pirate nobody takes, and an Idéfix that is left goes with them."""
    start = dealt("AST ABR", "P-GEN", {"AST": "05 IDF", "ABR": "05"})
    plays(start, *BOTH_FIVES).then_ends_with(
        RoundEnded(1, "no_cards", ()),
        RoundScored(1, (Score(0, 0, 0), Score(0, 0, 0)), (0, 0)),
        GameFinished((1, 1), (0, 0)),
    )
