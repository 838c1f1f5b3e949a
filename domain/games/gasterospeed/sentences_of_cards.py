"""Every event of cards as one sentence, made from the event alone."""

from collections.abc import Sequence

from domain.games.gasterospeed.card_events import (
    ActionLaid,
    ActionSealed,
    ActionsRevealed,
    CardLost,
    CardsDiscarded,
    CardsDrawn,
    CardsSwept,
    DiscardsReshuffled,
    ExtraCardTaken,
    HandRefilled,
    HandsChecked,
    PileShuffled,
    ReactionPlayed,
    RedrawAnnounced,
    SpeedLaid,
    SpeedSealed,
    SpeedsRevealed,
)
from domain.games.gasterospeed.state import Laid
from domain.games.gasterospeed.words import card, cards, count, seats
from domain.kernel.handlers import said
from domain.kernel.language import Both


def _shuffled(e: PileShuffled) -> Both:
    n = len(e.cards)
    return f"{n} cards are shuffled.", f"{n} cartes sont mélangées."


def _reshuffled(e: DiscardsReshuffled) -> Both:
    return (
        f"A pile was empty: {count(e.cards, 'discard')} shuffled again.",
        f"Une pioche était vide : {count(e.cards, 'carte')} de la défausse y retournent.",
    )


def _drawn(e: CardsDrawn) -> Both:
    english, french = cards(e.cards)
    return f"Seat {e.seat} draws {english}.", f"La place {e.seat} pioche {french}."


def _refilled(e: HandRefilled) -> Both:
    left = sum(e.piles)
    return (
        f"Seat {e.seat} holds {count(e.hand, 'card')}; {left} to draw.",
        f"La place {e.seat} a {count(e.hand, 'carte')} en main ; il en reste {left} à piocher.",
    )


def _checked(e: HandsChecked) -> Both:
    if not e.yellow:
        return "Every hand has a Speed card.", "Chaque main a une carte Vitesse."
    english, french = seats(e.yellow)
    many = len(e.yellow) > 1
    return (
        f"{english} {'announce' if many else 'announces'} only yellow cards.",
        f"{french} {'annoncent' if many else 'annonce'} n'avoir que des cartes jaunes.",
    )


def _redraw(e: RedrawAnnounced) -> Both:
    english, french = cards(e.cards)
    return (
        f"Seat {e.seat} discards {english} at random.",
        f"La place {e.seat} défausse au hasard {french}.",
    )


def _laid(e: SpeedLaid | ActionLaid) -> Both:
    if e.laid.card is None:
        return (
            f"Seat {e.seat} lays nothing for snail {e.snail}.",
            f"La place {e.seat} ne pose rien pour l'escargot {e.snail}.",
        )
    english, french = card(e.laid.card)
    return (
        f"Seat {e.seat} lays {english} for snail {e.snail}{', to discard' * e.laid.discard}.",
        f"La place {e.seat} pose {french} pour l'escargot {e.snail}"
        f"{', en défausse' * e.laid.discard}.",
    )


def _sealed(e: SpeedSealed | ActionSealed) -> Both:
    return (
        f"The choice for snail {e.snail} lies face down.",
        f"Le choix pour l'escargot {e.snail} est posé face cachée.",
    )


def _speeds(e: SpeedsRevealed) -> Both:
    english, french = _turned_up(e.speeds)
    return f"The Speed cards: {english}.", f"Les cartes Vitesse : {french}."


def _actions(e: ActionsRevealed) -> Both:
    english, french = _turned_up(e.actions)
    return f"The cards are turned up: {english}.", f"Les cartes sont retournées : {french}."


def _turned_up(lying: Sequence[Laid | None]) -> Both:
    said = [
        (snail, *card(laid.card), laid.discard)
        for snail, laid in enumerate(lying)
        if laid and laid.card
    ]
    if not said:
        return "none", "aucune"
    return (
        ", ".join(f"snail {n} {english}{' (discard)' * away}" for n, english, _, away in said),
        ", ".join(f"escargot {n} {french}{' (défausse)' * away}" for n, _, french, away in said),
    )


def _lost(e: CardLost) -> Both:
    english, french = card(e.card)
    why = {
        "impossible": ("it cannot be played", "elle est impossible"),
        "slow": ("nobody chose in time", "personne n'a choisi à temps"),
        "out": ("the snail is out", "l'escargot est hors course"),
    }[e.why]
    return (
        f"The card {english} of snail {e.snail} is lost: {why[0]}.",
        f"La carte {french} de l'escargot {e.snail} est perdue : {why[1]}.",
    )


def _discarded(e: CardsDiscarded) -> Both:
    english, french = cards(e.cards)
    return f"Seat {e.seat} discards {english}.", f"La place {e.seat} défausse {french}."


def _swept(e: CardsSwept) -> Both:
    return (
        "The turn is over, the cards are discarded.",
        "Le tour est fini, les cartes sont défaussées.",
    )


def _extra(e: ExtraCardTaken) -> Both:
    return (
        f"Seat {e.seat} takes the champion's extra card.",
        f"La place {e.seat} prend la carte de plus du champion.",
    )


def _reaction(e: ReactionPlayed) -> Both:
    english, french = card(e.card)
    return (
        f"Seat {e.seat} plays {english} for snail {e.snail}.",
        f"La place {e.seat} joue {french} pour l'escargot {e.snail}.",
    )


CARDS_SAID = (
    said(PileShuffled, _shuffled)
    | said(DiscardsReshuffled, _reshuffled)
    | said(CardsDrawn, _drawn)
    | said(HandRefilled, _refilled)
    | said(HandsChecked, _checked)
    | said(RedrawAnnounced, _redraw)
    | said(SpeedLaid, _laid)
    | said(SpeedSealed, _sealed)
    | said(SpeedsRevealed, _speeds)
    | said(ActionLaid, _laid)
    | said(ActionSealed, _sealed)
    | said(ActionsRevealed, _actions)
    | said(CardLost, _lost)
    | said(CardsDiscarded, _discarded)
    | said(CardsSwept, _swept)
    | said(ExtraCardTaken, _extra)
    | said(ReactionPlayed, _reaction)
)
