"""Every event as one sentence, made from the event alone."""

from collections.abc import Sequence
from typing import assert_never

from domain.games.gumball_rally.components import CARDS, DANGERS, SUITS, Card, Danger
from domain.games.gumball_rally.events import (
    Award,
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
    PhotoTaken,
    PileShuffled,
    RallyEvent,
    RallyFinished,
    RallyLinedUp,
    RoundEnded,
)
from domain.kernel.ids import Seat
from domain.kernel.language import Both, Lang, in_language

COLOUR = {"noir": "black", "bleu": "blue", "rouge": "red", "jaune": "yellow"}


def sentence(event: RallyEvent, lang: Lang) -> str:
    return in_language(_both(event), lang)


def _both(event: RallyEvent) -> Both:
    match event:
        case RallyLinedUp(line=line):
            return (
                f"The buggies line up: {_listed(line)}.",
                f"Les buggys se rangent : {_listed(line)}.",
            )
        case DangersStacked(stack=stack):
            return (
                f"{len(stack)} dangers lie in wait.",
                f"{len(stack)} dangers attendent les pilotes.",
            )
        case PileShuffled(pile=pile):
            return (
                f"{len(pile)} Race cards are shuffled.",
                f"{len(pile)} cartes Course sont mélangées.",
            )
        case HandDealt(seat=s, cards=cards):
            return (
                f"Seat {s} is dealt {', '.join(_card(c)[0] for c in cards)}.",
                f"La place {s} reçoit {', '.join(_card(c)[1] for c in cards)}.",
            )
        case HandsDealt(each=n, pile=left):
            return (
                f"Everybody holds {n} cards; {left} are left in the pile.",
                f"Chacun a {n} cartes ; il en reste {left} dans la pile.",
            )
        case CardPlayed():
            return _played(event)
        case DiscardsReshuffled(cards=n):
            return (
                f"The pile was empty: {n} discards are shuffled.",
                f"La pile était vide : {n} cartes défaussées sont mélangées.",
            )
        case CardDrawn(seat=s, card=card):
            return f"Seat {s} draws {_card(card)[0]}.", f"La place {s} pioche {_card(card)[1]}."
        case HandRefilled(seat=s, pile=n):
            return _refilled(s, n)
        case DangerRevealed(card=card):
            return f"Danger: {_danger(card)[0]}!", f"Danger : {_danger(card)[1]} !"
        case BuggySlowed(seat=s):
            return (
                f"Seat {s} falls back to the end of the line.",
                f"La place {s} recule au bout de la file.",
            )
        case BuggiesSlowed(seats=seats):
            return _slowed(seats)
        case CheckpointScored(awards=given):
            return f"Checkpoint: {_awards(given, 'en')}.", f"Checkpoint : {_awards(given, 'fr')}."
        case FinishScored(awards=given):
            return f"Finish: {_awards(given, 'en')}.", f"Arrivée : {_awards(given, 'fr')}."
        case RoundEnded(next_round=n):
            return _ended(n)
        case PhotoTaken(seat=s, card=card):
            return (
                f"Photo finish: seat {s} draws {_card(card)[0]}.",
                f"Photo-finish : la place {s} tire {_card(card)[1]}.",
            )
        case RallyFinished(places=places):
            return _finished([seat for seat, place in enumerate(places) if place == 1])
        case _:
            assert_never(event)


def _played(event: CardPlayed) -> Both:
    english, french = _card(event.card)
    ahead = _listed(event.passed)
    if not event.passed:
        return f"Seat {event.seat} plays {english}.", f"La place {event.seat} joue {french}."
    many = len(event.passed) > 1
    return (
        f"Seat {event.seat} plays {english} and overtakes seat{'s' * many} {ahead}.",
        f"La place {event.seat} joue {french} et dépasse {'les places' if many else 'la place'}"
        f" {ahead}.",
    )


def _refilled(seat: Seat, pile: int) -> Both:
    left = "1 card is left" if pile == 1 else f"{pile} cards are left"
    return (
        f"Seat {seat} has drawn; {left}.",
        f"La place {seat} a pioché ; il reste {pile} carte{'s' * (pile > 1)}.",
    )


def _slowed(seats: Sequence[Seat]) -> Both:
    if len(seats) == 1:
        return (
            f"Seat {seats[0]} falls back to the end of the line.",
            f"La place {seats[0]} recule au bout de la file.",
        )
    return (
        f"Seats {_listed(seats)} fall back to the end of the line.",
        f"Les places {_listed(seats)} reculent au bout de la file.",
    )


def _ended(next_round: int | None) -> Both:
    if next_round is None:
        return "The last round is over.", "La dernière manche est finie."
    return f"Round {next_round} begins.", f"La manche {next_round} commence."


def _finished(winners: Sequence[Seat]) -> Both:
    if len(winners) == 1:
        return f"Seat {winners[0]} wins the rally.", f"La place {winners[0]} gagne le rallye."
    return (
        f"Seats {_listed(winners)} share the victory.",
        f"Les places {_listed(winners)} partagent la victoire.",
    )


def _listed(seats: Sequence[Seat]) -> str:
    return ", ".join(map(str, seats))


def _card(card: Card) -> Both:
    face = CARDS[card]
    return f"{COLOUR[face.colour]} {face.number}", f"{face.colour} {face.number}"


def _danger(danger: Danger) -> Both:
    face = DANGERS[danger]
    if face.kind == "checkpoint":
        return "a checkpoint", "un checkpoint"
    if face.colour is None:
        return "Winner", "Vainqueur"
    suit = SUITS[face.colour]
    if face.major:
        return f"major {suit.danger_symbol_en}", f"{suit.danger_symbol_fr} (danger majeur)"
    return suit.danger_symbol_en, suit.danger_symbol_fr


def _awards(given: Sequence[Award], lang: Lang) -> str:
    seat = "la place" if lang == "fr" else "seat"
    return ", ".join(f"{seat} {award.seat} +{award.points}" for award in given)
