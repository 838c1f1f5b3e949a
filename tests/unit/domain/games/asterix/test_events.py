"""Who may see which event while the table is running, before and after a reveal."""

import pytest

from domain.games.asterix.trick_events import CardKept
from domain.kernel.ids import Seat
from tests.support.games.asterix.situations import asked, dealt, keeps
from tests.support.seats import A, B, C

START = dealt("AST OBE ABR", "R01-1 R15-1 R04-1")


def types_visible_to(viewer: Seat | None, *said: str) -> list[str]:
    """What these cards make a viewer hear, by name."""
    told = asked(START, *said)[len(START) :]
    ears = () if viewer is None else (viewer,)
    return [e.type.partition(".")[2] for e in told if e.audience().hears(ears)]


@pytest.mark.rule("AX-8.7", "AX-8.8")
def test_others_see_that_a_player_has_chosen_and_the_card_when_all_have() -> None:
    assert types_visible_to(A, "AST-03", "OBE-04") == ["card_chosen", "choice_made", "choice_made"]
    assert (
        types_visible_to(C, "AST-03", "OBE-04")
        == types_visible_to(None, "AST-03", "OBE-04")
        == ["choice_made"] * 2
    )
    revealed = ["choice_made", "cards_revealed", "roman_captured", "card_turned"]
    assert types_visible_to(None, "AST-03", "OBE-04", "ABR-01")[2:] == revealed


@pytest.mark.rule("AX-8.10")
def test_others_see_that_idefix_sniffs_and_the_card_when_it_is_decided() -> None:
    tricks = ("AST-IDF", "OBE-01", "ABR-02")
    assert types_visible_to(A, *tricks)[-2:] == ["card_looked_at", "idefix_sniffed"]
    assert types_visible_to(B, *tricks)[-2:] == ["roman_captured", "idefix_sniffed"]
    decided = asked(asked(START, *tricks), keeps(A))
    told = next(event for event in decided if isinstance(event, CardKept))
    assert told.card == "R15-1"
    assert told.audience().hears([])
