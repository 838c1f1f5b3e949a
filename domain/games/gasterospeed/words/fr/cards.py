"""What happens to cards, in French."""

from collections.abc import Sequence

from domain.games.gasterospeed.event_types import cards as card
from domain.games.gasterospeed.state import Laid
from domain.games.gasterospeed.words.fr._terms import CARDS, bare_snail, cards, of_snail, snail
from domain.kernel.words.fr import Names, counted

cards_swept = "Le tour est fini, les cartes sont défaussées."


def pile_shuffled(event: card.PileShuffled, names: Names) -> str:
    return f"{len(event.cards)} cartes sont mélangées."


def discards_reshuffled(event: card.DiscardsReshuffled, names: Names) -> str:
    returned = f"{counted(event.cards, 'carte')} de la défausse"
    return f"Une pioche était vide : {returned} y retournent."


def cards_drawn(event: card.CardsDrawn, names: Names) -> str:
    return f"{names.begin(event.seat)} pioche {cards(event.cards)}."


def hand_refilled(event: card.HandRefilled, names: Names) -> str:
    held, left = counted(event.hand, "carte"), sum(event.piles)
    return f"{names.begin(event.seat)} a {held} en main ; il en reste {left} à piocher."


def hands_checked(event: card.HandsChecked, names: Names) -> str:
    if not event.yellow:
        return "Chaque main a une carte Vitesse."
    announce = "annonce" if len(event.yellow) == 1 else "annoncent"
    return f"{names.begin_seats(event.yellow)} {announce} n’avoir que des cartes jaunes."


def redraw_announced(event: card.RedrawAnnounced, names: Names) -> str:
    return f"{names.begin(event.seat)} défausse au hasard {cards(event.cards)}."


def speed_laid(event: card.SpeedLaid | card.ActionLaid, names: Names) -> str:
    lays = "ne pose rien" if event.laid.card is None else f"pose {CARDS[event.laid.card]}"
    whole = f"{names.begin(event.seat)} {lays} pour {snail(event.snail, names)}"
    return f"{whole}{', en défausse' * event.laid.discard}."


action_laid = speed_laid


def speed_sealed(event: card.SpeedSealed | card.ActionSealed, names: Names) -> str:
    return f"Le choix pour {snail(event.snail, names)} est posé face cachée."


action_sealed = speed_sealed


def speeds_revealed(event: card.SpeedsRevealed, names: Names) -> str:
    return f"Les cartes Vitesse : {_turned_up(event.speeds, names)}."


def actions_revealed(event: card.ActionsRevealed, names: Names) -> str:
    return f"Les cartes sont retournées : {_turned_up(event.actions, names)}."


def _turned_up(lying: Sequence[Laid | None], names: Names) -> str:
    said = [
        f"{bare_snail(number, names)} {CARDS[laid.card]}{' (défausse)' * laid.discard}"
        for number, laid in enumerate(lying)
        if laid and laid.card
    ]
    return ", ".join(said) or "aucune"


def card_lost(event: card.CardLost, names: Names) -> str:
    why = {
        "impossible": "on ne peut pas la jouer",
        "slow": "personne n’a choisi à temps",
        "out": "l’escargot est hors course",
    }[event.why]
    return f"La carte {CARDS[event.card]} {of_snail(event.snail, names)} est perdue : {why}."


def cards_discarded(event: card.CardsDiscarded, names: Names) -> str:
    return f"{names.begin(event.seat)} défausse {cards(event.cards)}."


def extra_card_taken(event: card.ExtraCardTaken, names: Names) -> str:
    return f"{names.begin(event.seat)} prend la carte de plus du champion."


def reaction_played(event: card.ReactionPlayed, names: Names) -> str:
    plays = f"{names.begin(event.seat)} joue {CARDS[event.card]}"
    return f"{plays} pour {snail(event.snail, names)}."
