"""Every event in English and in French, one and many."""

import pytest

from domain.games.galopp_royal import auction_events as bid
from domain.games.galopp_royal import race_events as race
from domain.games.galopp_royal.commands import GaloppOptions, Push
from domain.games.galopp_royal.deal import terms_of
from domain.games.galopp_royal.events import GaloppEvent
from domain.games.galopp_royal.game import GAME
from domain.games.galopp_royal.state import AuctionKind
from domain.judging.narration import sentence
from tests.support.games.galopp_royal.situations import A, B, C, D, cards

ONE = cards("5")[0]
DEVIL = cards("X")[0]


def opened(kind: AuctionKind, forced: bool) -> bid.AuctionOpened:
    return bid.AuctionOpened(
        kind=kind,
        number=1,
        failures=0,
        bidders=(B, C, A),
        cards_each=1,
        open=1,
        first_passers_discard=0,
        min_bid=1,
        min_raise=1,
        forced=forced,
    )


TOLD: list[tuple[GaloppEvent, str, str]] = [
    (
        race.ChairsLinedUp(("red", "blue", "green"), (50,) * 3, B, terms_of(GaloppOptions())),
        "3 sedan chairs line up; seat 1 begins.",
        "3 chaises à porteurs s’alignent ; le siège 1 commence.",
    ),
    (
        bid.PileShuffled(cards("1 2")),
        "2 bearers are shuffled.",
        "2 porteurs sont mélangés.",
    ),
    (bid.PileShuffled(cards("1")), "1 bearer is shuffled.", "1 porteur est mélangé."),
    (
        opened("start", False),
        "A team is put up for auction; seat 1 opens.",
        "Une équipe est mise aux enchères ; le siège 1 ouvre.",
    ),
    (
        opened("start", True),
        "A team is put up for auction; seat 1 must open.",
        "Une équipe est mise aux enchères ; le siège 1 doit ouvrir.",
    ),
    (
        opened("replacement", False),
        "A replacement team is put up for auction; seat 1 opens.",
        "Une nouvelle équipe est mise aux enchères ; le siège 1 ouvre.",
    ),
    (
        bid.DiscardsReshuffled(15),
        "The pile was empty: 15 discards are shuffled.",
        "La pile était vide : 15 cartes défaussées sont mélangées.",
    ),
    (
        bid.DiscardsReshuffled(1),
        "The pile was empty: 1 discard is shuffled.",
        "La pile était vide : 1 carte défaussée est mélangée.",
    ),
    (
        bid.BearerDealt(A, ONE, (A,)),
        "Seat 0 is dealt a bearer 5.",
        "Le siège 0 reçoit un porteur 5.",
    ),
    (
        bid.OpenBearerTurned(cards("-2")[0]),
        "The open card is a goof.",
        "La carte visible est un maladroit.",
    ),
    (bid.BidPlaced(A, 7), "Seat 0 bids 7 gold.", "Le siège 0 offre 7 pièces d’or."),
    (bid.BidPlaced(A, 1), "Seat 0 bids 1 gold.", "Le siège 0 offre 1 pièce d’or."),
    (bid.BidderPassed(B, False), "Seat 1 passes.", "Le siège 1 passe."),
    (
        bid.BidderPassed(B, True),
        "Seat 1 passes and discards.",
        "Le siège 1 passe et défausse sa carte.",
    ),
    (
        bid.AuctionFailed("start"),
        "Nobody wants this team.",
        "Personne ne veut de cette équipe.",
    ),
    (
        bid.TeamDismissed(C, cards("1 X")),
        "Seat 2 dismisses a bearer 1 and a crafty devil.",
        "Le siège 2 renvoie un porteur 1 et un astucieux.",
    ),
    (
        bid.TeamSold(C, 9, cards("1 2 3"), 41),
        "Seat 2 buys a bearer 1, a bearer 2 and a bearer 3 for 9 gold.",
        "Le siège 2 achète un porteur 1, un porteur 2 et un porteur 3 pour 9 pièces d’or.",
    ),
    (
        bid.LastTeamPaid(A, 10, 40),
        "Seat 0 pays 10 gold for the last team.",
        "Le siège 0 paie 10 pièces d’or pour la dernière équipe.",
    ),
    (
        bid.BearerDrawn(A, 3, ONE),
        "Seat 0 draws a bearer 5 into slot 3.",
        "Le siège 0 pioche un porteur 5 pour la case 3.",
    ),
    (
        race.RaceBegun(2, 0, 19, (25, 12, 6), D),
        "Race 2 begins, for 25/12/6 gold; seat 3 starts.",
        "La course 2 commence, pour 25/12/6 pièces d’or ; le siège 3 part.",
    ),
    (
        race.DieRolled(A, 2, ONE, False),
        "Seat 0 rolls 2: a bearer 5.",
        "Le siège 0 lance un 2 : un porteur 5.",
    ),
    (
        race.DieRolled(A, 2, DEVIL, True),
        "Seat 0 rolls 2: a crafty devil awaits orders.",
        "Le siège 0 lance un 2 : un astucieux attend un ordre.",
    ),
    (
        race.CraftyDevilUsed(A, -2, (Push(B, 1), Push(C, 1))),
        "Seat 0 orders: seat 0 −2, seat 1 +1, seat 2 +1.",
        "Le siège 0 ordonne : siège 0 −2, siège 1 +1, siège 2 +1.",
    ),
    (
        race.CraftyDevilUsed(A, 0, (Push(B, -2),)),
        "Seat 0 orders: seat 1 −2.",
        "Le siège 0 ordonne : siège 1 −2.",
    ),
    (
        race.ChairMoved(A, 5, 5),
        "The chair of seat 0 goes 5 spaces forward.",
        "La chaise du siège 0 fait 5 cases en avant.",
    ),
    (
        race.ChairMoved(A, -1, 4),
        "The chair of seat 0 goes 1 space back.",
        "La chaise du siège 0 fait 1 case en arrière.",
    ),
    (race.ChairFinished(A, 1), "Seat 0 arrives 1st.", "Le siège 0 arrive au rang 1."),
    (race.ChairFinished(A, 2), "Seat 0 arrives 2nd.", "Le siège 0 arrive au rang 2."),
    (
        race.ChairDrowned(B, 4),
        "Seat 1 falls into the bassin and is 4th.",
        "Le siège 1 tombe dans le bassin et finit au rang 4.",
    ),
    (
        race.ChairRanked(B, 3, "alone"),
        "Seat 1 is 3rd without moving on.",
        "Le siège 1 finit au rang 3 sans aller plus loin.",
    ),
    (
        race.PrizesPaid(1, (2, 1), (race.Award(B, 1, 20), race.Award(A, 2, 10)), (10, 20), A),
        "Race 1 is paid: seat 1 +20, seat 0 +10.",
        "La course 1 est payée : siège 1 +20, siège 0 +10.",
    ),
    (
        bid.BearersRemoved(A, (1, 1), cards("5 -2")),
        "Seat 0 removes a bearer 5 and a goof.",
        "Le siège 0 retire un porteur 5 et un maladroit.",
    ),
    (race.GameEnded((2, 1), (3, 8)), "Seat 1 wins the game.", "Le siège 1 gagne la partie."),
    (
        race.GameEnded((1, 1, 1), (8, 8, 8)),
        "Seats 0, 1 and 2 share the victory.",
        "Les sièges 0, 1 et 2 partagent la victoire.",
    ),
]


@pytest.mark.parametrize(("event", "english", "french"), TOLD)
def test_each_event_is_one_sentence(event: GaloppEvent, english: str, french: str) -> None:
    assert (sentence(event, "en"), sentence(event, "fr")) == (english, french)


def test_no_event_is_without_a_sentence() -> None:
    assert {type(event) for event, _, _ in TOLD} == set(GAME.events)


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (opened("start", False), "GR-3.1"),
        (opened("replacement", False), "GR-8.1"),
        (bid.BidderPassed(A, True), "GR-3.5"),
        (bid.BidderPassed(A, False), "GR-3.4"),
        (bid.AuctionFailed("start"), "GR-3.7"),
        (bid.AuctionFailed("replacement"), "GR-8.6"),
        (race.DieRolled(A, 1, DEVIL, True), "GR-5.1"),
        (race.ChairRanked(A, 1, "too_long"), "GR-4.7"),
        (race.ChairRanked(A, 1, "decided"), "GR-6.6"),
    ],
)
def test_an_event_cites_the_rule_behind_it(event: GaloppEvent, rule: str) -> None:
    assert event.cites() == rule
