"""Every event as one sentence, made from the event alone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from domain.games.asterix.events import (
    AsterixEvent,
    DeckShuffled,
    EndReason,
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
from domain.games.asterix.trick_sentences import TRICK_SENTENCES
from domain.games.asterix.words import NAMES, begin, both, card, cards, drawn, points, seats
from domain.kernel.handlers import said
from domain.kernel.ids import Seat
from domain.kernel.language import Both, Lang, in_language


def sentence(event: AsterixEvent, lang: Lang) -> str:
    if TYPE_CHECKING and not SENTENCES.handles(event):
        assert_never(event)
    return in_language(SENTENCES.by_type[type(event)](event), lang)


def _gathered(event: VillageGathered) -> Both:
    english, french = both(
        (f"seat {seat} is {NAMES[each][0]}", f"la place {seat} est {NAMES[each][1]}")
        for seat, each in enumerate(event.characters)
    )
    return f"{begin(english)}.", f"{begin(french)}."


def _shuffled(event: DeckShuffled) -> Both:
    english, french = cards(len(event.deck))
    return f"{english}, Romans and Pirates, are shuffled.", (
        f"{french}, Romains et Pirates, sont mélangées."
    )


def _taken(event: HandTaken) -> Both:
    english, french = both(map(card, event.cards))
    return f"Seat {event.seat} takes {english}.", f"La place {event.seat} prend {french}."


def _began(event: RoundBegan) -> Both:
    (each, chacun), (deck, pioche) = cards(event.each), cards(event.deck)
    return (
        f"Round {event.round} begins: {each} in each hand, {deck} in the deck.",
        f"La manche {event.round} commence : {chacun} en main, {pioche} dans la pioche.",
    )


def _last_drawn(event: LastCardsDrawn) -> Both:
    english, french = both(map(drawn, event.cards))
    return (
        f"Seat {event.seat} is the last with cards and draws {english}.",
        f"La place {event.seat} est la dernière à avoir des cartes et pioche {french}.",
    )


REASONS: dict[EndReason, Both] = {
    "no_cards": ("nobody has cards", "plus personne n’a de cartes"),
    "no_deck": ("the deck is empty", "la pioche est vide"),
    "last_player": ("the last cards are drawn", "les dernières cartes sont piochées"),
}


def _ended(event: RoundEnded) -> Both:
    why, pourquoi = REASONS[event.reason]
    asked, demande = _asked(event.freeing) if event.freeing else ("", "")
    return (
        f"Round {event.round} is over: {why}{asked}.",
        f"La manche {event.round} est finie : {pourquoi}{demande}.",
    )


def _asked(freeing: Sequence[Seat]) -> Both:
    english, french = seats(freeing)
    if len(freeing) == 1:
        return f"; {english} decides on its Pirates", f" ; {french} décide de ses Pirates"
    return f"; {english} decide on their Pirates", f" ; {french} décident de leurs Pirates"


def _acted(event: PiratesActed) -> Both:
    english, french = both(map(_freed, event.freed))
    many = len(event.freed) > 1
    return (
        f"The Pirate{'s' * many} of seat {event.seat}: {english}.",
        f"{'Les Pirates' if many else 'Le Pirate'} de la place {event.seat} : {french}.",
    )


def _freed(freed: Freed) -> Both:
    who = drawn(freed.pirate)
    if freed.roman is None:
        return f"{who[0]} frees nobody", f"{who[1]} ne libère personne"
    english, french = drawn(freed.roman)
    return f"{who[0]} frees {english}", f"{who[1]} libère {french}"


def _scored(event: RoundScored) -> Both:
    english, french = both(
        (f"seat {seat} +{each.points}", f"la place {seat} +{each.points}")
        for seat, each in enumerate(event.scores)
    )
    return (
        f"Round {event.round} is scored: {english}.",
        f"La manche {event.round} est comptée : {french}.",
    )


def _finished(event: GameFinished) -> Both:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    score, total = points(max(event.totals))
    english, french = seats(winners)
    if len(winners) == 1:
        return f"{begin(english)} wins with {score}.", f"{begin(french)} gagne avec {total}."
    return (
        f"{begin(english)} share the victory with {score}.",
        f"{begin(french)} partagent la victoire avec {total}.",
    )


SENTENCES = (
    TRICK_SENTENCES
    | said(VillageGathered, _gathered)
    | said(DeckShuffled, _shuffled)
    | said(HandTaken, _taken)
    | said(RoundBegan, _began)
    | said(LastCardsDrawn, _last_drawn)
    | said(RoundEnded, _ended)
    | said(PiratesActed, _acted)
    | said(RoundScored, _scored)
    | said(GameFinished, _finished)
)
