"""Every event in English, beside French, one and many."""

import pytest

from domain.games.gumball_rally.components import Prizes
from domain.games.gumball_rally.events import (
    BuggiesSlowed,
    BuggySlowed,
    CardDrawn,
    CardPlayed,
    CheckpointScored,
    DangerRevealed,
    DangersStacked,
    DiscardsReshuffled,
    FinishScored,
    HandDealt,
    HandRefilled,
    HandsDealt,
    NobodySlowed,
    PhotoTaken,
    PileShuffled,
    RallyEvent,
    RallyFinished,
    RallyLinedUp,
    RoundEnded,
)
from domain.games.gumball_rally.game import GAME
from domain.games.gumball_rally.state import Award
from domain.judging.narration import sentence
from tests.support.games.gumball_rally.situations import A, B, C, card, cards

PRIZES = Prizes((5, 3, 1), (8, 5, 3, 1))
TOLD: list[tuple[RallyEvent, str, str]] = [
    (
        RallyLinedUp(("green", "red", "blue"), (C, A, B), PRIZES, False),
        "The buggies line up: seats 2, 0, 1.",
        "Les buggys se rangent : sièges 2, 0, 1.",
    ),
    (
        DangersStacked(("D-WIN", "D-CP-1"), ()),
        "2 dangers lie in wait.",
        "2 dangers attendent les pilotes.",
    ),
    (
        PileShuffled(cards("black 1, black 2")),
        "2 Race cards are shuffled.",
        "2 cartes Course sont mélangées.",
    ),
    (
        HandDealt(A, cards("black 1, yellow 10")),
        "Seat 0 is dealt black 1, yellow 10.",
        "Le siège 0 reçoit noir 1, jaune 10.",
    ),
    (
        HandsDealt(3, 31, 15),
        "Everybody holds 3 cards; 31 are left in the pile.",
        "Chacun a 3 cartes ; il en reste 31 dans la pile.",
    ),
    (
        CardPlayed(B, card("blue 4"), (), (A, B)),
        "Seat 1 plays blue 4.",
        "Le siège 1 joue bleu 4.",
    ),
    (
        CardPlayed(B, card("blue 4"), (A,), (B, A)),
        "Seat 1 plays blue 4 and overtakes seat 0.",
        "Le siège 1 joue bleu 4 et dépasse le siège 0.",
    ),
    (
        CardPlayed(C, card("red 4"), (B, A), (C, A, B)),
        "Seat 2 plays red 4 and overtakes seats 1, 0.",
        "Le siège 2 joue rouge 4 et dépasse les sièges 1, 0.",
    ),
    (
        DiscardsReshuffled(30),
        "The pile was empty: 30 discards are shuffled.",
        "La pile était vide : 30 cartes défaussées sont mélangées.",
    ),
    (CardDrawn(A, card("black 1")), "Seat 0 draws black 1.", "Le siège 0 pioche noir 1."),
    (
        HandRefilled(A, 2),
        "Seat 0 has drawn; 2 cards are left.",
        "Le siège 0 a pioché ; il reste 2 cartes.",
    ),
    (
        HandRefilled(A, 1),
        "Seat 0 has drawn; 1 card is left.",
        "Le siège 0 a pioché ; il reste 1 carte.",
    ),
    (
        HandRefilled(A, 0),
        "Seat 0 has drawn; 0 cards are left.",
        "Le siège 0 a pioché ; il reste 0 carte.",
    ),
    (DangerRevealed("D-blue-1", 1), "Danger: moon!", "Danger : Lune !"),
    (DangerRevealed("D-yellow-4", 1), "Danger: major sun!", "Danger : Soleil (danger majeur) !"),
    (DangerRevealed("D-CP-2", 1), "Danger: a checkpoint!", "Danger : un checkpoint !"),
    (DangerRevealed("D-WIN", 1), "Danger: Winner!", "Danger : Vainqueur !"),
    (
        BuggySlowed(A, (B, A)),
        "Seat 0 falls back to the end of the line.",
        "Le siège 0 recule au bout de la file.",
    ),
    (
        BuggiesSlowed((A,), (B, A)),
        "Seat 0 falls back to the end of the line.",
        "Le siège 0 recule au bout de la file.",
    ),
    (
        BuggiesSlowed((B, A), (C, B, A)),
        "Seats 1, 0 fall back to the end of the line.",
        "Les sièges 1, 0 reculent au bout de la file.",
    ),
    (NobodySlowed(None), "Nobody has this colour.", "Personne n’a cette couleur."),
    (
        NobodySlowed(A),
        "Seat 0 is hit, but is last already.",
        "Le buggy du siège 0 est touché, mais il est déjà au bout de la file.",
    ),
    (
        CheckpointScored((Award(A, 5), Award(B, 3)), (5, 3)),
        "Checkpoint: seat 0 +5, seat 1 +3.",
        "Checkpoint : le siège 0 +5, le siège 1 +3.",
    ),
    (FinishScored((Award(A, 8),), (8,)), "Finish: seat 0 +8.", "Arrivée : le siège 0 +8."),
    (RoundEnded(2), "Round 2 begins.", "La manche 2 commence."),
    (RoundEnded(None), "The last round is over.", "La dernière manche est finie."),
    (
        PhotoTaken(A, card("black 9")),
        "Photo finish: seat 0 draws black 9.",
        "Photo-finish : le siège 0 tire noir 9.",
    ),
    (RallyFinished((2, 1), (3, 8)), "Seat 1 wins the rally.", "Le siège 1 gagne le rallye."),
    (
        RallyFinished((1, 1, 3), (8, 8, 1)),
        "Seats 0, 1 share the victory.",
        "Les sièges 0, 1 partagent la victoire.",
    ),
]


@pytest.mark.parametrize(("event", "english", "french"), TOLD)
def test_each_event_is_one_sentence(event: RallyEvent, english: str, french: str) -> None:
    assert (sentence(event, "en"), sentence(event, "fr")) == (english, french)


def test_no_event_is_without_a_sentence() -> None:
    assert {type(event) for event, _, _ in TOLD} == set(GAME.events)
