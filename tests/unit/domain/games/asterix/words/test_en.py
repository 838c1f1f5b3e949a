"""Every event in English and in French, one and many."""

import pytest

from domain.games.asterix.components import BOX
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
from domain.judging.narration import sentence
from tests.support.games.asterix.situations import A, B, C, cards

TOLD: list[tuple[AsterixEvent, str, str]] = [
    (
        VillageGathered(("ABR", "AST"), 4, "cancel", True, BOX.bonuses),
        "Seat 0 is Vitalstatistix, seat 1 is Asterix.",
        "Le siège 0 est Abraracourcix, le siège 1 est Astérix.",
    ),
    (
        DeckShuffled(cards("R01-1 P-GEN")),
        "2 cards, Romans and Pirates, are shuffled.",
        "2 cartes, Romains et Pirates, sont mélangées.",
    ),
    (
        HandTaken(A, cards("AST-01 AST-IDF")),
        "Seat 0 takes Asterix 1, Idéfix.",
        "Le siège 0 prend Astérix 1, Idéfix.",
    ),
    (
        RoundBegan(2, 11, 50),
        "Round 2 begins: 11 cards in each hand, 50 cards in the deck.",
        "La manche 2 commence : 11 cartes en main, 50 cartes dans la pioche.",
    ),
    (
        CardTurned("R03-1", 1),
        "The recruit (3) is turned up; 1 card is left.",
        "Voici la recrue (3) ; il reste 1 carte.",
    ),
    (
        CardTurned("R15-1", 0),
        "Julius Caesar (15) is turned up; 0 cards are left.",
        "Voici Jules César (15) ; il reste 0 carte.",
    ),
    (
        CardTurned("P-HIGH", 20),
        "A Pirate (the highest-ranking Roman) is turned up; 20 cards are left.",
        "Voici un Pirate (le Romain le plus haut gradé) ; il reste 20 cartes.",
    ),
    (CardChosen(A, "PAN-07"), "Seat 0 chooses Getafix 7.", "Le siège 0 choisit Panoramix 7."),
    (ChoiceMade(B), "Seat 1 has chosen.", "Le siège 1 a choisi."),
    (
        CardsRevealed(("AST-07", None, "ABR-IDF")),
        "Seat 0 plays Asterix 7, seat 2 plays Idéfix.",
        "Le siège 0 joue Astérix 7, le siège 2 joue Idéfix.",
    ),
    (
        CardsTied((A, B)),
        "Seats 0, 1 are fully tied.",
        "Les sièges 0, 1 sont à égalité parfaite.",
    ),
    (
        RomanCaptured(C, "R09-1", "ABR-09"),
        "Seat 2 captures the optio (9) and discards Vitalstatistix 9.",
        "Le siège 2 capture l’optio (9) et défausse Abraracourcix 9.",
    ),
    (RomanEscaped("R03-1"), "The recruit (3) escapes.", "La recrue (3) s’échappe."),
    (RomanEscaped("R05-1"), "The scout (5) escapes.", "L’éclaireur (5) s’échappe."),
    (
        PirateTaken(A, "P-CEN", ("OBE-02",)),
        "Seat 0 takes a Pirate (a centurion); Obelix 2 is discarded.",
        "Le siège 0 prend un Pirate (un centurion) ; Obélix 2 va à la défausse.",
    ),
    (
        PirateTaken(A, "P-CEN", cards("OBE-02 ASS-01")),
        "Seat 0 takes a Pirate (a centurion); Obelix 2, Cacofonix 1 are discarded.",
        "Le siège 0 prend un Pirate (un centurion) ; Obélix 2, Assurancetourix 1 vont à la"
        " défausse.",
    ),
    (
        PirateEscaped("P-GEN", cards("AST-08 ABR-08")),
        "A Pirate (a general) sails away; Asterix 8, Vitalstatistix 8 are discarded.",
        "Un Pirate (un général) s’en va ; Astérix 8, Abraracourcix 8 vont à la défausse.",
    ),
    (
        OnlyIdefixPlayed("R10-1", 1),
        "Everybody has played Idéfix: choose again.",
        "Tout le monde a joué Idéfix : on choisit de nouveau.",
    ),
    (
        OnlyIdefixPlayed("R10-1", 2),
        "Everybody has played Idéfix again: choose again, without him.",
        "Tout le monde a encore joué Idéfix : on choisit de nouveau, sans lui.",
    ),
    (
        IdefixReturned((A, B)),
        "2 Idéfix meet and return to seats 0, 1.",
        "2 Idéfix se rencontrent et reviennent aux sièges 0, 1.",
    ),
    (
        IdefixReturned((A,)),
        "The deck is empty: Idéfix returns to seat 0.",
        "La pioche est vide : Idéfix revient au siège 0.",
    ),
    (
        CardLookedAt(A, "R10-1"),
        "Seat 0 finds the centurion (10).",
        "Le siège 0 découvre le centurion (10).",
    ),
    (
        IdefixSniffed(A, 30),
        "The Idéfix of seat 0 sniffs at the next card; 30 cards are left.",
        "L’Idéfix du siège 0 flaire la carte suivante ; il reste 30 cartes.",
    ),
    (
        CardKept(A, "R15-1", "AST-IDF"),
        "Seat 0 keeps Julius Caesar (15); Idéfix is discarded.",
        "Le siège 0 garde Jules César (15) ; Idéfix est défaussé.",
    ),
    (
        CardGiven(A, B, "R01-1", None),
        "Seat 0 gives the cook (1) to seat 1; Idéfix comes back.",
        "Le siège 0 donne le cuisinier (1) au siège 1 ; Idéfix revient.",
    ),
    (
        IdefixDiscarded(A, "AST-IDF"),
        "Seat 0 has only Idéfix left, discards him and is out of cards.",
        "Le siège 0 n’a plus qu’Idéfix, le défausse et n’a plus de cartes.",
    ),
    (
        LastCardsDrawn(A, cards("R06-1 P-DEC"), cards("AST-02 AST-04")),
        "Seat 0 is the last with cards and draws the standard bearer (6), a Pirate (a decurion).",
        "Personne d’autre n’a de cartes : le siège 0 pioche le porte-enseigne (6),"
        " un Pirate (un décurion).",
    ),
    (
        RoundEnded(1, "no_cards", ()),
        "Round 1 is over: nobody has cards.",
        "La manche 1 est finie : plus personne n’a de cartes.",
    ),
    (
        RoundEnded(2, "no_deck", (A,)),
        "Round 2 is over: the deck is empty; seat 0 decides on the Pirates taken.",
        "La manche 2 est finie : la pioche est vide ; le siège 0 décide de ses Pirates.",
    ),
    (
        RoundEnded(3, "last_player", (A, B)),
        "Round 3 is over: the last cards are drawn; seats 0, 1 decide on the Pirates taken.",
        "La manche 3 est finie : les dernières cartes sont piochées ;"
        " les sièges 0, 1 décident de leurs Pirates.",
    ),
    (
        PiratesActed(A, (Freed("P-GEN", "R13-1"), Freed("P-HIGH", None))),
        "The Pirates of seat 0: a Pirate (a general) frees the general (13),"
        " a Pirate (the highest-ranking Roman) frees nobody.",
        "Les Pirates du siège 0 : un Pirate (un général) libère le général (13),"
        " un Pirate (le Romain le plus haut gradé) ne libère personne.",
    ),
    (
        PiratesActed(B, (Freed("P-LOW", "R02-1"),)),
        "The Pirate of seat 1: a Pirate (the lowest-ranking Roman) frees the trumpeter (2).",
        "Le Pirate du siège 1 : un Pirate (le Romain le moins haut gradé) libère le sonneur"
        " de cor (2).",
    ),
    (
        RoundScored(1, (Score(1, 0, 1), Score(6, 20, 26), Score(0, 0, 0)), (1, 26, 0)),
        "Round 1 is scored: seat 0 +1, seat 1 +26, seat 2 +0.",
        "La manche 1 est comptée : le siège 0 +1, le siège 1 +26, le siège 2 +0.",
    ),
    (
        GameFinished((2, 1), (1, 26)),
        "Seat 1 wins with 26 points.",
        "Le siège 1 gagne avec 26 points.",
    ),
    (
        GameFinished((1, 1, 3), (310, 310, 280)),
        "Seats 0, 1 share the victory with 310 points.",
        "Les sièges 0, 1 partagent la victoire avec 310 points.",
    ),
]


@pytest.mark.parametrize(("event", "english", "french"), TOLD)
def test_each_event_is_one_sentence(event: AsterixEvent, english: str, french: str) -> None:
    assert (sentence(event, "en"), sentence(event, "fr")) == (english, french)


def test_no_event_is_without_a_sentence() -> None:
    assert {type(event) for event, _, _ in TOLD} == set(GAME.events)
