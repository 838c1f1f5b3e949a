"""Every event as one sentence, made from the event alone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from domain.games.gumball_rally.components import CARDS, DANGERS, SUITS, Card, Danger
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
from domain.games.gumball_rally.state import Award
from domain.kernel.handlers import said
from domain.kernel.ids import Seat
from domain.kernel.language import Both, Lang, in_language

COLOUR = {"noir": "black", "bleu": "blue", "rouge": "red", "jaune": "yellow"}


def sentence(event: RallyEvent, lang: Lang) -> str:
    if TYPE_CHECKING and not TOLD.handles(event):
        assert_never(event)
    return in_language(TOLD.by_type[type(event)](event), lang)


def _lined_up(event: RallyLinedUp) -> Both:
    line = _listed(event.line)
    return f"The buggies line up: seats {line}.", f"Les buggys se rangent : places {line}."


def _stacked(event: DangersStacked) -> Both:
    n = len(event.stack)
    return f"{n} dangers lie in wait.", f"{n} dangers attendent les pilotes."


def _shuffled(event: PileShuffled) -> Both:
    n = len(event.pile)
    return f"{n} Race cards are shuffled.", f"{n} cartes Course sont mélangées."


def _dealt(event: HandDealt) -> Both:
    return (
        f"Seat {event.seat} is dealt {', '.join(card_name(c)[0] for c in event.cards)}.",
        f"La place {event.seat} reçoit {', '.join(card_name(c)[1] for c in event.cards)}.",
    )


def _all_dealt(event: HandsDealt) -> Both:
    return (
        f"Everybody holds {event.each} cards; {event.pile} are left in the pile.",
        f"Chacun a {event.each} cartes ; il en reste {event.pile} dans la pile.",
    )


def _played(event: CardPlayed) -> Both:
    english, french = card_name(event.card)
    ahead = _listed(event.passed)
    if not event.passed:
        return f"Seat {event.seat} plays {english}.", f"La place {event.seat} joue {french}."
    many = len(event.passed) > 1
    return (
        f"Seat {event.seat} plays {english} and overtakes seat{'s' * many} {ahead}.",
        f"La place {event.seat} joue {french} et dépasse {'les places' if many else 'la place'}"
        f" {ahead}.",
    )


def _reshuffled(event: DiscardsReshuffled) -> Both:
    return (
        f"The pile was empty: {event.cards} discards are shuffled.",
        f"La pile était vide : {event.cards} cartes défaussées sont mélangées.",
    )


def _drawn(event: CardDrawn) -> Both:
    english, french = card_name(event.card)
    return f"Seat {event.seat} draws {english}.", f"La place {event.seat} pioche {french}."


def _refilled(event: HandRefilled) -> Both:
    seat, pile = event.seat, event.pile
    left = "1 card is left" if pile == 1 else f"{pile} cards are left"
    return (
        f"Seat {seat} has drawn; {left}.",
        f"La place {seat} a pioché ; il reste {pile} carte{'s' * (pile > 1)}.",
    )


def _revealed(event: DangerRevealed) -> Both:
    english, french = _danger(event.card)
    return f"Danger: {english}!", f"Danger : {french} !"


def _one_slowed(event: BuggySlowed) -> Both:
    return _back([event.seat])


def _all_slowed(event: BuggiesSlowed) -> Both:
    return _back(event.seats)


def _back(seats: Sequence[Seat]) -> Both:
    if len(seats) == 1:
        return (
            f"Seat {seats[0]} falls back to the end of the line.",
            f"La place {seats[0]} recule au bout de la file.",
        )
    return (
        f"Seats {_listed(seats)} fall back to the end of the line.",
        f"Les places {_listed(seats)} reculent au bout de la file.",
    )


def _nobody_slowed(event: NobodySlowed) -> Both:
    hit = event.hit
    if hit is None:
        return "Nobody has this colour.", "Personne n'a cette couleur."
    return (
        f"Seat {hit} is hit, but is last already.",
        f"La place {hit} est touchée, mais elle est déjà dernière.",
    )


def _checkpoint(event: CheckpointScored) -> Both:
    english, french = _awards(event.awards)
    return f"Checkpoint: {english}.", f"Checkpoint : {french}."


def _finish(event: FinishScored) -> Both:
    english, french = _awards(event.awards)
    return f"Finish: {english}.", f"Arrivée : {french}."


def _ended(event: RoundEnded) -> Both:
    if event.next_round is None:
        return "The last round is over.", "La dernière manche est finie."
    return f"Round {event.next_round} begins.", f"La manche {event.next_round} commence."


def _photo(event: PhotoTaken) -> Both:
    english, french = card_name(event.card)
    return (
        f"Photo finish: seat {event.seat} draws {english}.",
        f"Photo-finish : la place {event.seat} tire {french}.",
    )


def _finished(event: RallyFinished) -> Both:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    if len(winners) == 1:
        return f"Seat {winners[0]} wins the rally.", f"La place {winners[0]} gagne le rallye."
    return (
        f"Seats {_listed(winners)} share the victory.",
        f"Les places {_listed(winners)} partagent la victoire.",
    )


def _listed(seats: Sequence[Seat]) -> str:
    return ", ".join(map(str, seats))


def card_name(card: Card) -> Both:
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


def _awards(given: Sequence[Award]) -> Both:
    english, french = (
        ", ".join(f"{seat} {award.seat} +{award.points}" for award in given)
        for seat in ("seat", "la place")
    )
    return english, french


TOLD = (
    said(RallyLinedUp, _lined_up)
    | said(DangersStacked, _stacked)
    | said(PileShuffled, _shuffled)
    | said(HandDealt, _dealt)
    | said(HandsDealt, _all_dealt)
    | said(CardPlayed, _played)
    | said(DiscardsReshuffled, _reshuffled)
    | said(CardDrawn, _drawn)
    | said(HandRefilled, _refilled)
    | said(DangerRevealed, _revealed)
    | said(BuggySlowed, _one_slowed)
    | said(BuggiesSlowed, _all_slowed)
    | said(NobodySlowed, _nobody_slowed)
    | said(CheckpointScored, _checkpoint)
    | said(FinishScored, _finish)
    | said(RoundEnded, _ended)
    | said(PhotoTaken, _photo)
    | said(RallyFinished, _finished)
)
