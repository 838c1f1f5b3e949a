"""Every event in English and in French, one and many."""

from typing import get_args

import pytest

from domain.games.bug_race.commands import BugRaceOptions
from domain.games.bug_race.components import start
from domain.games.bug_race.deal import settings
from domain.games.bug_race.draft_events import (
    CardKept,
    CardsDealt,
    CardsPassed,
    ChoiceMade,
    DiscardsReshuffled,
    DraftEnded,
    HandsPassed,
    PileShuffled,
    RoundDealt,
)
from domain.games.bug_race.events import (
    BodyAdvanced,
    BodyFollowed,
    BugPlaced,
    BugRaceEvent,
    CardPlayed,
    HandDiscarded,
    RaceFinished,
    RaceSetUp,
    RoundEnded,
    TurnEnded,
)
from domain.judging.narration import sentence
from tests.support.games.bug_race.situations import A, B, C, at

FIVE = at("5; L(4,6,7); R(4,5,8)")
TOLD: list[tuple[BugRaceEvent, str, str]] = [
    (
        RaceSetUp(("beetle", "longhorn"), start(), settings(BugRaceOptions())),
        "The bugs line up: beetle, longhorn beetle.",
        "Les insectes se rangent : scarabée, capricorne.",
    ),
    (PileShuffled(("B01", "B02")), "2 cards are shuffled.", "2 cartes sont mélangées."),
    (
        CardsDealt(A, ("B01", "B02")),
        "Seat 0 draws “left front + left middle”, “left front + left rear”.",
        "Le siège 0 pioche « avant gauche + milieu gauche », « avant gauche + arrière gauche ».",
    ),
    (
        DiscardsReshuffled(64),
        "The pile was empty: 64 discards are shuffled.",
        "La pioche était vide : 64 cartes défaussées sont mélangées.",
    ),
    (
        RoundDealt(3, 2, 64, "right"),
        "Round 3: everybody draws 2 cards, passes to the right; 64 cards are left.",
        "Manche 3 : chacun pioche 2 cartes, on passe à droite ; il reste 64 cartes.",
    ),
    (
        RoundDealt(4, 4, 1, "left"),
        "Round 4: everybody draws 4 cards, passes to the left; 1 card is left.",
        "Manche 4 : chacun pioche 4 cartes, on passe à gauche ; il reste 1 carte.",
    ),
    (
        CardKept(B, "B24"),
        "Seat 1 keeps “left front + left rear + right front”.",
        "Le siège 1 garde « avant gauche + arrière gauche + avant droite ».",
    ),
    (ChoiceMade(B), "Seat 1 has chosen.", "Le siège 1 a choisi."),
    (
        CardsPassed(A, C, ("B01", "B02")),
        "Seat 0 passes “left front + left middle”, “left front + left rear” to seat 2.",
        "Le siège 0 passe « avant gauche + milieu gauche », « avant gauche + arrière gauche »"
        " au siège 2.",
    ),
    (
        HandsPassed("left", 3),
        "Everybody has passed 3 cards to the left and chooses again.",
        "Chacun a passé 3 cartes à gauche et choisit encore.",
    ),
    (
        DraftEnded("right", 2),
        "The last cards go to the right: everybody has 2 cards to play.",
        "Les dernières cartes vont à droite : chacun a 2 cartes à jouer.",
    ),
    (
        BodyAdvanced(A, 2, FIVE),
        "Seat 0 steps the body 2 segments forward, to segment 5.",
        "Le siège 0 avance son corps de 2 segments, au segment 5.",
    ),
    (
        CardPlayed(A, "B14", ("RR", "B", "RF"), FIVE),
        "Seat 0 plays “right front + right rear”: right rear, body, right front;"
        " the tail is on segment 5.",
        "Le siège 0 joue « avant droite + arrière droite » : arrière droite, corps, avant droite ;"
        " sa queue est sur le segment 5.",
    ),
    (
        CardPlayed(A, "B14", (), FIVE),
        "Seat 0 plays “right front + right rear” and stays.",
        "Le siège 0 joue « avant droite + arrière droite » et ne bouge pas.",
    ),
    (
        BodyFollowed(B, 1, FIVE),
        "The body of seat 1 follows 1 segment, to segment 5.",
        "Le corps du siège 1 suit de 1 segment, au segment 5.",
    ),
    (RoundEnded(2, ()), "Round 2 is over.", "La manche 2 est finie."),
    (
        RoundEnded(9, (B,)),
        "Round 9 is over: seat 1 is past the line.",
        "La manche 9 est finie : le siège 1 a passé la ligne.",
    ),
    (
        RoundEnded(9, (A, B)),
        "Round 9 is over: seats 0, 1 are past the line.",
        "La manche 9 est finie : les sièges 0, 1 ont passé la ligne.",
    ),
    (TurnEnded(2, 3, ()), "Turn 3 is over.", "Le tour 3 est fini."),
    (
        TurnEnded(9, 2, (B,)),
        "Turn 2 is over: seat 1 is past the line.",
        "Le tour 2 est fini : le siège 1 a passé la ligne.",
    ),
    (
        TurnEnded(9, 2, (A, B)),
        "Turn 2 is over: seats 0, 1 are past the line.",
        "Le tour 2 est fini : les sièges 0, 1 ont passé la ligne.",
    ),
    (
        HandDiscarded(C, ("B01", "B02")),
        "Seat 2 discards “left front + left middle”, “left front + left rear”.",
        "Le siège 2 défausse « avant gauche + milieu gauche », « avant gauche + arrière gauche ».",
    ),
    (
        BugPlaced(C, 1),
        "Seat 2 leaves the race in place 1.",
        "Le siège 2 quitte la course, au rang 1.",
    ),
    (RaceFinished((2, 1)), "Seat 1 wins the race.", "Le siège 1 gagne la course."),
    (
        RaceFinished((1, 3, 1)),
        "Seats 0, 2 share the victory.",
        "Les sièges 0, 2 partagent la victoire.",
    ),
]


@pytest.mark.parametrize(("event", "english", "french"), TOLD, ids=[row[0].type for row in TOLD])
def test_what_people_read(event: BugRaceEvent, english: str, french: str) -> None:
    assert sentence(event, "en") == english
    assert sentence(event, "fr") == french


def test_every_event_has_a_sentence() -> None:
    assert {type(row[0]) for row in TOLD} == set(get_args(BugRaceEvent))
