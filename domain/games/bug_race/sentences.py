"""Every event as one sentence, made from the event alone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from domain.games.bug_race.components import BOX, CARDS, LEGS, Card
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
from domain.kernel.handlers import said
from domain.kernel.ids import Seat
from domain.kernel.language import Both, Lang, in_language

BUG_NAMES: dict[str, Both] = {bug.id: (bug.en, bug.fr) for bug in BOX.bugs}
STEP_NAMES: dict[str, Both] = {leg.id: (leg.en, leg.fr) for leg in LEGS.values()} | {
    "B": ("body", "corps")
}
FRENCH_SIDE = {"left": "gauche", "right": "droite"}


def sentence(event: BugRaceEvent, lang: Lang) -> str:
    if TYPE_CHECKING and not TOLD.handles(event):
        assert_never(event)
    return in_language(TOLD.by_type[type(event)](event), lang)


def _lined_up(event: RaceSetUp) -> Both:
    english = ", ".join(BUG_NAMES[bug][0] for bug in event.bugs)
    french = ", ".join(BUG_NAMES[bug][1] for bug in event.bugs)
    return f"The bugs line up: {english}.", f"Les insectes se rangent : {french}."


def _shuffled(event: PileShuffled) -> Both:
    n = len(event.pile)
    return f"{n} cards are shuffled.", f"{n} cartes sont mélangées."


def _dealt(event: CardsDealt) -> Both:
    s, (english, french) = event.seat, _cards(event.cards)
    return f"Seat {s} draws {english}.", f"La place {s} pioche {french}."


def _reshuffled(event: DiscardsReshuffled) -> Both:
    return (
        f"The pile was empty: {event.cards} discards are shuffled.",
        f"La pioche était vide : {event.cards} cartes défaussées sont mélangées.",
    )


def _round_dealt(event: RoundDealt) -> Both:
    left = "1 card is" if event.pile == 1 else f"{event.pile} cards are"
    return (
        f"Round {event.round}: everybody draws {event.each} cards, passes to the"
        f" {event.direction}; {left} left.",
        f"Manche {event.round} : chacun pioche {event.each} cartes, on passe à"
        f" {FRENCH_SIDE[event.direction]} ; il reste {event.pile} carte{'s' * (event.pile > 1)}.",
    )


def _kept(event: CardKept) -> Both:
    s, (english, french) = event.seat, _cards((event.card,))
    return f"Seat {s} keeps {english}.", f"La place {s} garde {french}."


def _chose(event: ChoiceMade) -> Both:
    return f"Seat {event.seat} has chosen.", f"La place {event.seat} a choisi."


def _passed(event: CardsPassed) -> Both:
    english, french = _cards(event.cards)
    return (
        f"Seat {event.giver} passes {english} to seat {event.receiver}.",
        f"La place {event.giver} passe {french} à la place {event.receiver}.",
    )


def _all_passed(event: HandsPassed) -> Both:
    return (
        f"Everybody has passed {event.each} cards to the {event.direction} and chooses again.",
        f"Chacun a passé {event.each} cartes à {FRENCH_SIDE[event.direction]} et choisit encore.",
    )


def _drafted(event: DraftEnded) -> Both:
    return (
        f"The last cards go to the {event.direction}: everybody has {event.hand} cards to play.",
        f"Les dernières cartes vont à {FRENCH_SIDE[event.direction]} : chacun a {event.hand}"
        " cartes à jouer.",
    )


def _advanced(event: BodyAdvanced) -> Both:
    far = _segments(event.count)
    return (
        f"Seat {event.seat} steps its body {far} forward, to segment {event.stance.body}.",
        f"La place {event.seat} avance son corps de {far}, au segment {event.stance.body}.",
    )


def _played(event: CardPlayed) -> Both:
    s, card, body = event.seat, _cards((event.card,)), event.stance.body
    if not event.steps:
        return (
            f"Seat {s} plays {card[0]} and stays.",
            f"La place {s} joue {card[1]} et ne bouge pas.",
        )
    english = ", ".join(STEP_NAMES[step][0] for step in event.steps)
    french = ", ".join(STEP_NAMES[step][1] for step in event.steps)
    return (
        f"Seat {s} plays {card[0]}: {english}; its tail is on segment {body}.",
        f"La place {s} joue {card[1]} : {french} ; sa queue est sur le segment {body}.",
    )


def _followed(event: BodyFollowed) -> Both:
    far = _segments(event.count)
    return (
        f"The body of seat {event.seat} follows {far}, to segment {event.stance.body}.",
        f"Le corps de la place {event.seat} suit de {far}, au segment {event.stance.body}.",
    )


def _ended(event: RoundEnded) -> Both:
    past, n = event.past_the_line, event.round
    if not past:
        return f"Round {n} is over.", f"La manche {n} est finie."
    if len(past) == 1:
        return (
            f"Round {n} is over: seat {past[0]} is past the line.",
            f"La manche {n} est finie : la place {past[0]} a passé la ligne.",
        )
    return (
        f"Round {n} is over: seats {_listed(past)} are past the line.",
        f"La manche {n} est finie : les places {_listed(past)} ont passé la ligne.",
    )


def _turn_ended(event: TurnEnded) -> Both:
    past, n = event.past_the_line, event.turn
    if not past:
        return f"Turn {n} is over.", f"Le tour {n} est fini."
    if len(past) == 1:
        return (
            f"Turn {n} is over: seat {past[0]} is past the line.",
            f"Le tour {n} est fini : la place {past[0]} a passé la ligne.",
        )
    return (
        f"Turn {n} is over: seats {_listed(past)} are past the line.",
        f"Le tour {n} est fini : les places {_listed(past)} ont passé la ligne.",
    )


def _hand_discarded(event: HandDiscarded) -> Both:
    s, (english, french) = event.seat, _cards(event.cards)
    return f"Seat {s} discards {english}.", f"La place {s} défausse {french}."


def _placed(event: BugPlaced) -> Both:
    return (
        f"Seat {event.seat} leaves the race in place {event.place}.",
        f"La place {event.seat} quitte la course, au rang {event.place}.",
    )


def _finished(event: RaceFinished) -> Both:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    if len(winners) == 1:
        return f"Seat {winners[0]} wins the race.", f"La place {winners[0]} gagne la course."
    return (
        f"Seats {_listed(winners)} share the victory.",
        f"Les places {_listed(winners)} partagent la victoire.",
    )


def _segments(count: int) -> str:
    """The same word in both languages."""
    return f"{count} segment{'s' * (count > 1)}"


def _cards(cards: Sequence[Card]) -> Both:
    """Cards are named by the legs they show."""
    faces = [[STEP_NAMES[leg] for leg in CARDS[card].legs] for card in cards]
    english, french = ([" + ".join(leg[lang] for leg in face) for face in faces] for lang in (0, 1))
    return f"“{'”, “'.join(english)}”", f"« {' », « '.join(french)} »"


def _listed(seats: Sequence[Seat]) -> str:
    return ", ".join(map(str, seats))


TOLD = (
    said(RaceSetUp, _lined_up)
    | said(PileShuffled, _shuffled)
    | said(CardsDealt, _dealt)
    | said(DiscardsReshuffled, _reshuffled)
    | said(RoundDealt, _round_dealt)
    | said(CardKept, _kept)
    | said(ChoiceMade, _chose)
    | said(CardsPassed, _passed)
    | said(HandsPassed, _all_passed)
    | said(DraftEnded, _drafted)
    | said(BodyAdvanced, _advanced)
    | said(CardPlayed, _played)
    | said(BodyFollowed, _followed)
    | said(TurnEnded, _turn_ended)
    | said(RoundEnded, _ended)
    | said(HandDiscarded, _hand_discarded)
    | said(BugPlaced, _placed)
    | said(RaceFinished, _finished)
)
