"""Who may choose what."""

from domain.games.asterix.components import GAULS, ROMANS, Card, Drawn
from domain.games.asterix.state import Playing, Selecting
from domain.kernel.ids import Seat

MOST_ONLY_IDEFIX = 2  # in a row on one card (AX-5.6)
MOST_CHANGES = 5  # of a choice, in one decision (AX-3.1)


def is_idefix(card: Card) -> bool:
    return card not in GAULS


def holders(village: Playing) -> tuple[Seat, ...]:
    """AX-6.1: who has cards."""
    return tuple([seat for seat, hand in enumerate(village.hands) if hand])


def undecided(village: Playing, phase: Selecting) -> list[Seat]:
    """AX-3.1: who has cards and has not chosen."""
    hands = village.hands
    return [seat for seat, card in enumerate(phase.chosen) if card is None and hands[seat]]


def all_have_chosen(village: Playing, phase: Selecting) -> bool:
    """AX-3.1: whether the cards are revealed."""
    for card, hand in zip(phase.chosen, village.hands, strict=True):
        if card is None and hand:
            return False
    return True


def idefix_allowed(village: Playing, phase: Selecting) -> bool:
    """AX-4.1, AX-5.1, AX-5.6"""
    return village.visible in ROMANS and phase.only_idefix < MOST_ONLY_IDEFIX


def playable(village: Playing, phase: Selecting, seat: Seat) -> tuple[Card, ...]:
    """AX-3.1, AX-8.13"""
    if not may_choose(phase, seat):
        return ()
    hand = village.hands[seat]
    return hand if idefix_allowed(village, phase) else tuple([c for c in hand if c in GAULS])


def may_choose(phase: Selecting, seat: Seat) -> bool:
    """AX-3.1: a first choice, and five changes."""
    return phase.choices[seat] <= MOST_CHANGES


def lowest_gaul(hand: tuple[Card, ...]) -> Card:
    """AX-9.1; the values of one hand all differ."""
    return min((card for card in hand if card in GAULS), key=lambda card: GAULS[card].value)


def lonely_idefix(village: Playing) -> tuple[Seat, ...]:
    """AX-5.8: whose only card is Idéfix."""
    return tuple(
        [seat for seat, hand in enumerate(village.hands) if len(hand) == 1 and is_idefix(hand[0])]
    )


def idefix_lost(card: Drawn, kept: bool) -> bool:
    """AX-5.3: a Roman kept or a Pirate given away costs Idéfix."""
    return (card in ROMANS) == kept
