"""Who hears which event while the table is running, before and after a reveal."""

import pytest

from domain.games.asterix.components import BOX, hand_of
from domain.games.asterix.events import (
    AsterixEvent,
    DeckShuffled,
    Freed,
    GameFinished,
    HandTaken,
    LastCardsDrawn,
    PiratesActed,
    RoundBegan,
    RoundEnded,
    RoundScored,
    VillageGathered,
)
from domain.games.asterix.game import GAME
from domain.games.asterix.state import Score
from domain.games.asterix.trick_events import (
    CardChosen,
    CardGiven,
    CardKept,
    CardLookedAt,
    CardsRevealed,
    CardsTied,
    CardTurned,
    ChoiceMade,
    IdefixDiscarded,
    IdefixReturned,
    IdefixSniffed,
    OnlyIdefixPlayed,
    PirateEscaped,
    PirateTaken,
    RomanCaptured,
    RomanEscaped,
)
from domain.kernel.ids import Seat
from tests.support.games.asterix.situations import A, B, C, asked, dealt, keeps

NOBODY: tuple[bool, ...] = (False, False, False)
OWNER = (True, False, False)
ALL = (True, True, True)
# event, who hears it: its owner (A), another seat, a spectator
HEARD: list[tuple[AsterixEvent, tuple[bool, ...]]] = [
    (VillageGathered(("AST", "OBE"), 4, "cancel", True, BOX.bonuses), ALL),
    (DeckShuffled(("R01-1",)), NOBODY),
    (HandTaken(A, hand_of("AST")), OWNER),
    (RoundBegan(1, 11, 50), ALL),
    (CardTurned("R01-1", 49), ALL),
    (CardChosen(A, "AST-01"), OWNER),
    (ChoiceMade(A), ALL),
    (CardsRevealed(("AST-01", None)), ALL),
    (CardsTied((A, B)), ALL),
    (RomanCaptured(A, "R01-1", "AST-01"), ALL),
    (RomanEscaped("R01-1"), ALL),
    (PirateTaken(A, "P-GEN", ()), ALL),
    (PirateEscaped("P-GEN", ()), ALL),
    (OnlyIdefixPlayed("R01-1", 1), ALL),
    (IdefixReturned((A, B)), ALL),
    (CardLookedAt(A, "R15-1"), OWNER),
    (IdefixSniffed(A, 30), ALL),
    (CardKept(A, "R15-1", "AST-IDF"), ALL),
    (CardGiven(A, B, "R15-1", None), ALL),
    (IdefixDiscarded(A, "AST-IDF"), ALL),
    (LastCardsDrawn(A, ("R15-1",), ("AST-01",)), ALL),
    (RoundEnded(1, "no_deck", ()), ALL),
    (PiratesActed(A, (Freed("P-GEN", None),)), ALL),
    (RoundScored(1, (Score(1, 0, 1),), (1,)), ALL),
    (GameFinished((1,), (1,)), ALL),
]


@pytest.mark.rule("AX-8.5", "AX-8.6", "AX-8.7", "AX-8.8", "AX-8.9", "AX-8.10", "AX-8.11")
@pytest.mark.parametrize(("event", "ears"), HEARD, ids=[event.type for event, _ in HEARD])
def test_who_may_see_each_event(event: AsterixEvent, ears: tuple[bool, ...]) -> None:
    audience = event.audience()
    assert (audience.hears([A]), audience.hears([B]), audience.hears([])) == ears


def test_the_table_of_who_may_see_each_event_is_complete() -> None:
    assert {type(event) for event, _ in HEARD} == set(GAME.events)


START = dealt("AST OBE ABR", "R01-1 R15-1 R04-1")


def types_visible_to(viewer: Seat | None, *said: str) -> list[str]:
    """What these cards make a viewer hear, by name."""
    told = asked(START, *said)[len(START) :]
    ears = () if viewer is None else (viewer,)
    return [e.type.partition(".")[2] for e in told if e.audience().hears(ears)]


@pytest.mark.rule("AX-8.7", "AX-8.8")
def test_others_hear_that_somebody_has_chosen_and_what_when_all_have() -> None:
    assert types_visible_to(A, "AST-03", "OBE-04") == ["card_chosen", "choice_made", "choice_made"]
    assert (
        types_visible_to(C, "AST-03", "OBE-04")
        == types_visible_to(None, "AST-03", "OBE-04")
        == ["choice_made"] * 2
    )
    revealed = ["choice_made", "cards_revealed", "roman_captured", "card_turned"]
    assert types_visible_to(None, "AST-03", "OBE-04", "ABR-01")[2:] == revealed


@pytest.mark.rule("AX-8.10")
def test_others_hear_that_idefix_sniffs_and_at_what_when_it_is_decided() -> None:
    tricks = ("AST-IDF", "OBE-01", "ABR-02")
    assert types_visible_to(A, *tricks)[-2:] == ["card_looked_at", "idefix_sniffed"]
    assert types_visible_to(B, *tricks)[-2:] == ["roman_captured", "idefix_sniffed"]
    decided = asked(asked(START, *tricks), keeps(A))
    told = next(event for event in decided if isinstance(event, CardKept))
    assert told.card == "R15-1"
    assert told.audience().hears([])
