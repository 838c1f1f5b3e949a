"""Every event of a trick as one sentence, in English and in French."""

from domain.games.asterix.components import Card
from domain.games.asterix.rules.hands import MOST_ONLY_IDEFIX
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
from domain.games.asterix.words import begin, both, card, drawn, left, seats
from domain.kernel.handlers import said
from domain.kernel.language import Both


def _turned(event: CardTurned) -> Both:
    (english, french), (more, reste) = drawn(event.card), left(event.deck)
    return f"{begin(english)} is turned up; {more}.", f"Voici {french} ; {reste}."


def _chosen(event: CardChosen) -> Both:
    english, french = card(event.card)
    return f"Seat {event.seat} chooses {english}.", f"La place {event.seat} choisit {french}."


def _made(event: ChoiceMade) -> Both:
    return f"Seat {event.seat} has chosen.", f"La place {event.seat} a choisi."


def _revealed(event: CardsRevealed) -> Both:
    shown = [(seat, card(each)) for seat, each in enumerate(event.cards) if each is not None]
    english, french = both(
        (f"seat {seat} plays {en}", f"la place {seat} joue {fr}") for seat, (en, fr) in shown
    )
    return f"{begin(english)}.", f"{begin(french)}."


def _tied(event: CardsTied) -> Both:
    english, french = seats(event.seats)
    return f"{begin(english)} are fully tied.", f"{begin(french)} sont à égalité parfaite."


def _captured(event: RomanCaptured) -> Both:
    (english, french), (gaul, gaulois) = drawn(event.roman), card(event.discarded)
    return (
        f"Seat {event.seat} captures {english} and discards {gaul}.",
        f"La place {event.seat} capture {french} et défausse {gaulois}.",
    )


def _roman_escaped(event: RomanEscaped) -> Both:
    english, french = drawn(event.roman)
    return f"{begin(english)} escapes.", f"{begin(french)} s’échappe."


def _taken(event: PirateTaken) -> Both:
    english, french = drawn(event.pirate)
    lost, perdu = _discarded(event.discarded)
    return (
        f"Seat {event.seat} takes {english}{lost}.",
        f"La place {event.seat} prend {french}{perdu}.",
    )


def _pirate_escaped(event: PirateEscaped) -> Both:
    english, french = drawn(event.pirate)
    lost, perdu = _discarded(event.discarded)
    return f"{begin(english)} sails away{lost}.", f"{begin(french)} s’en va{perdu}."


def _discarded(gauls: tuple[Card, ...]) -> Both:
    english, french = both(map(card, gauls))
    many = len(gauls) > 1
    return (
        f"; {english} {'are' if many else 'is'} discarded",
        f" ; {french} {'vont' if many else 'va'} à la défausse",
    )


def _only_idefix(event: OnlyIdefixPlayed) -> Both:
    if event.times < MOST_ONLY_IDEFIX:
        return (
            "Everybody has played Idéfix: choose again.",
            "Tout le monde a joué Idéfix : on choisit de nouveau.",
        )
    return (
        "Everybody has played Idéfix again: choose again, without him.",
        "Tout le monde a encore joué Idéfix : on choisit de nouveau, sans lui.",
    )


def _returned(event: IdefixReturned) -> Both:
    if len(event.seats) == 1:
        return (
            f"The deck is empty: Idéfix returns to seat {event.seats[0]}.",
            f"La pioche est vide : Idéfix revient à la place {event.seats[0]}.",
        )
    listed = ", ".join(map(str, event.seats))
    return (
        f"{len(event.seats)} Idéfix meet and return to seats {listed}.",
        f"{len(event.seats)} Idéfix se rencontrent et reviennent aux places {listed}.",
    )


def _looked(event: CardLookedAt) -> Both:
    english, french = drawn(event.card)
    return f"Seat {event.seat} finds {english}.", f"La place {event.seat} découvre {french}."


def _sniffed(event: IdefixSniffed) -> Both:
    more, reste = left(event.deck)
    return (
        f"The Idéfix of seat {event.seat} sniffs at the next card; {more}.",
        f"L’Idéfix de la place {event.seat} flaire la carte suivante ; {reste}.",
    )


def _kept(event: CardKept) -> Both:
    (english, french), (fate, sort) = drawn(event.card), _fate(event.discarded)
    return (
        f"Seat {event.seat} keeps {english}; {fate}.",
        f"La place {event.seat} garde {french} ; {sort}.",
    )


def _given(event: CardGiven) -> Both:
    (english, french), (fate, sort) = drawn(event.card), _fate(event.discarded)
    return (
        f"Seat {event.seat} gives {english} to seat {event.to}; {fate}.",
        f"La place {event.seat} donne {french} à la place {event.to} ; {sort}.",
    )


def _fate(idefix: Card | None) -> Both:
    if idefix is None:
        return "Idéfix comes back", "Idéfix revient"
    return "Idéfix is discarded", "Idéfix est défaussé"


def _idefix_discarded(event: IdefixDiscarded) -> Both:
    return (
        f"Seat {event.seat} has only Idéfix left, discards him and is out of cards.",
        f"La place {event.seat} n’a plus qu’Idéfix, le défausse et n’a plus de cartes.",
    )


TRICK_SENTENCES = (
    said(CardTurned, _turned)
    | said(CardChosen, _chosen)
    | said(ChoiceMade, _made)
    | said(CardsRevealed, _revealed)
    | said(CardsTied, _tied)
    | said(RomanCaptured, _captured)
    | said(RomanEscaped, _roman_escaped)
    | said(PirateTaken, _taken)
    | said(PirateEscaped, _pirate_escaped)
    | said(OnlyIdefixPlayed, _only_idefix)
    | said(IdefixReturned, _returned)
    | said(CardLookedAt, _looked)
    | said(IdefixSniffed, _sniffed)
    | said(CardKept, _kept)
    | said(CardGiven, _given)
    | said(IdefixDiscarded, _idefix_discarded)
)
