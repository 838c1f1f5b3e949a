"""Every event as people read it, in both languages."""

import re

import pytest

from domain.games.gasterospeed import card_events as cards
from domain.games.gasterospeed import championship_events as frame
from domain.games.gasterospeed import snail_events as snails
from domain.games.gasterospeed.events import GasteroEvent, QuestionPut
from domain.games.gasterospeed.rules.speed import Move
from domain.games.gasterospeed.state import Laid
from domain.judging.narration import sentence
from domain.kernel.words.en import Names as English
from domain.kernel.words.fr import Names as French

SAID: list[tuple[GasteroEvent, str, str]] = [
    (
        frame.RaceOpened(2, "star_got", 3, 0),
        "Race 2: Star Got.",
        "Course 2 : Star Got.",
    ),
    (
        frame.RaceOpened(1, "dedale_au_pode", 3, 0),
        "Race 1: Gastropod Maze (Dédale au Pode).",
        "Course 1 : Dédale au Pode.",
    ),
    (
        frame.SnailsEntered(("Champigot 1", "Champigot 2"), ("red", "orange")),
        "The snails are Champigot 1 (red), Champigot 2 (orange).",
        "Les escargots sont Champigot 1 (rouge), Champigot 2 (orange).",
    ),
    (
        frame.StakesRevealed((3, 0)),
        "The stakes: snail 0: 3, snail 1: 0.",
        "Les mises : escargot 0 : 3, escargot 1 : 0.",
    ),
    (
        frame.SnailNotStarted(1),
        "Snail 1 does not start: no shell is left for it.",
        "L’escargot 1 ne part pas : il ne lui reste aucune coquille.",
    ),
    (
        frame.RaceScored((1, 2, None), (9, 6, 1), (3, 3, 0), (9, 6, 1), (0,), False),
        "The race is over; arrived: snail 0; still racing: snail 1; "
        "points: seat 0: 9, seat 1: 6, seat 2: 1.",
        "La course est finie ; arrivés : l’escargot 0 ; encore en course : l’escargot 1 ; "
        "points : le siège 0 : 9, le siège 1 : 6, le siège 2 : 1.",
    ),
    (
        snails.ActionPlayed(0, "spring-1", None, "NW"),
        "Snail 0 plays Spring (Ressort) to the north-west.",
        "L’escargot 0 joue Ressort vers le nord-ouest.",
    ),
    (
        frame.StakeLaid(0, 1, 1),
        "Snail 1 goes into the race with 1 shell.",
        "L’escargot 1 s’engage avec 1 point de coquille.",
    ),
    (
        cards.HandRefilled(2, 0, (40, 2)),
        "Seat 2 holds 0 cards; 42 to draw.",
        "Le siège 2 a 0 carte en main ; il en reste 42 à piocher.",
    ),
    (
        cards.HandsChecked((1, 2)),
        "Seats 1, 2 announce only yellow cards.",
        "Les sièges 1, 2 annoncent n’avoir que des cartes jaunes.",
    ),
    (
        cards.SpeedLaid(0, 1, Laid("204")),
        "Seat 0 lays 204 Bvm/h for snail 1.",
        "Le siège 0 pose 204 Bvm/h pour l’escargot 1.",
    ),
    (
        cards.ActionLaid(0, 1, Laid("shock-2", discard=True)),
        "Seat 0 lays Shock (Choc) for snail 1, to discard.",
        "Le siège 0 pose Choc pour l’escargot 1, en défausse.",
    ),
    (
        cards.SpeedLaid(0, 1, Laid(None, slow=True)),
        "Seat 0 lays nothing for snail 1.",
        "Le siège 0 ne pose rien pour l’escargot 1.",
    ),
    (
        cards.SpeedsRevealed((None, Laid("101"), None)),
        "The Speed cards: snail 1 101 Bvm/h.",
        "Les cartes Vitesse : escargot 1 101 Bvm/h.",
    ),
    (
        cards.ActionsRevealed((None, None)),
        "The cards are turned up: none.",
        "Les cartes sont retournées : aucune.",
    ),
    (
        cards.CardLost(0, "shot-1", "slow"),
        "The card Shot (Tir) of snail 0 is lost: nobody chose in time.",
        "La carte Tir de l’escargot 0 est perdue : personne n’a choisi à temps.",
    ),
    (
        snails.DieRolled("cleaver", None, None, 3, False),
        "The die shows 3 for the cleaver.",
        "Le dé donne 3 pour le couperet.",
    ),
    (
        snails.DieRolled("shot", 1, 1, 8, True),
        "Seat 1 rolls 8 again for Shot (Tir).",
        "Le siège 1 fait de nouveau 8 pour le Tir.",
    ),
    (
        snails.SnailMoved(3, "set_back", ((8, 11),), 0),
        "Snail 3 hits the rail and is set back to (8, 11).",
        "L’escargot 3 heurte la rambarde et recule jusqu’en (8, 11).",
    ),
    (
        snails.ShellLost(3, "shock", 0, 1),
        "Snail 3 loses a shell to a shock; 1 shell left.",
        "L’escargot 3 perd un point de coquille (un choc) ; il en reste 1.",
    ),
    (
        snails.SnailOut(3, "removed", None, False),
        "Snail 3 is taken off the circuit.",
        "L’escargot 3 est enlevé du circuit.",
    ),
    (
        snails.SnailOut(3, "ko", None, True),
        "Snail 3 is withdrawn: three turns were lost running.",
        "L’escargot 3 est retiré : trois tours perdus de suite.",
    ),
    (
        frame.RewardWon(3, "extra_shell"),
        "Seat 3 wins an extra shell for the next championship.",
        "Le siège 3 gagne un point de coquille de plus pour le prochain championnat.",
    ),
    (
        frame.ChampionshipFinished((1, 2, 1), (9, 6, 9)),
        "Seats 0, 2 share the title.",
        "Les sièges 0, 2 partagent le titre.",
    ),
    (
        QuestionPut((Move(0),)),
        "A path is to be chosen.",
        "Il faut choisir un chemin.",
    ),
]


@pytest.mark.parametrize("number", range(len(SAID)))
def test_its_sentence_exists_in_both_languages(number: int) -> None:
    event, english, french = SAID[number]
    assert sentence(event, "en") == english
    assert sentence(event, "fr") == french


@pytest.mark.rule("GS-7")
def test_racing_names_stand_in_every_sentence_about_snails() -> None:
    called = ("Le Baron", "Éclair Gluant", "Turbave", "Hélix le Grand")
    told = [*(event for event, _, _ in SAID), snails.SnailMoved(0, "crawl", ((2, 3),), None)]
    for event in told:
        for names in (English(pieces=called), French(pieces=called)):
            said = names.sentence(event)
            assert not re.search(r"snail \d|escargot \d", said, re.IGNORECASE), said
    lost = [French(pieces=called).sentence(cards.CardLost(n, "shot-1", "slow")) for n in range(4)]
    whose = ("du Baron", "d’Éclair Gluant", "de Turbave", "d’Hélix le Grand")
    for said, of in zip(lost, whose, strict=True):
        assert f"La carte Tir {of} est perdue" in said
    shot = snails.ShotFired(3, 2, True)
    assert English(pieces=called).sentence(shot) == "The shot of Hélix le Grand hits Turbave."


def test_events_of_several_rules_cite_the_right_one() -> None:
    assert snails.SnailMoved(0, "start_line", ((2, 21),), 1).cites() == "GS-69"
    assert snails.ShellLost(0, "burr", None, 2).cites() == "GS-92"
    assert snails.SnailOut(0, "removed", None, False).cites() == "GS-83"
    assert snails.ShellAdded(0, "reward", 4).cites() == "GS-107"
    assert cards.CardLost(0, "201", "impossible").cites() == "GS-41"
    assert cards.CardLost(0, "shot-1", "out").cites() == "GS-49"
    assert cards.ReactionPlayed(0, 0, "backlash-1").cites() == "GS-61"
    assert frame.RewardWon(0, "extra_shell").cites() == "GS-107"
