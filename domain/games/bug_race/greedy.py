"""What a bot that wants to win picks, by what its seat sees."""

from collections.abc import Sequence
from itertools import permutations

from domain.games.bug_race.commands import BugRaceCommand, Keep, Play
from domain.games.bug_race.components import CARDS, Card, Stance
from domain.games.bug_race.rules import has_finished, maximal
from domain.games.bug_race.view import BugRaceView
from domain.kernel.best import best
from domain.kernel.ids import Seat

BODY_WEIGHT = 6  # a segment of the body is worth a step of every leg
FINISH_WEIGHT = 1_000  # to finish a turn earlier is worth more than any legs


def greedy(
    view: BugRaceView | None, seat: Seat, actions: Sequence[BugRaceCommand]
) -> tuple[BugRaceCommand, ...]:
    """Keep the card, then play in the order, that finishes first or brings the hand furthest."""
    assert view is not None
    assert view.hand is not None
    stance, hand = view.tracks[seat].stance, tuple(face.card for face in view.hand)

    def worth(action: BugRaceCommand) -> int:
        match action:
            case Keep(card=card):
                return best_order(stance, (*hand, card), view)
            case Play(card=card, steps=None):
                rest = tuple(each for each in hand if each != card)
                return max(progress(stance, (card, *order), view) for order in permutations(rest))
            case _:  # moving less is never better, and a card takes the body along
                return -1

    return best(actions, worth)


def best_order(stance: Stance, cards: tuple[Card, ...], view: BugRaceView) -> int:
    return max(progress(stance, order, view) for order in permutations(cards))


def progress(stance: Stance, cards: Sequence[Card], view: BugRaceView) -> int:
    """How far these cards bring a bug, one after the other, until a turn ends past the line."""
    saved = 0
    for left, card in zip(reversed(range(len(cards))), cards, strict=True):
        stance = maximal(stance, CARDS[card].legs, view.track).stance
        if left % view.cards_per_turn == 0 and has_finished(stance, view.track):
            saved = left
            break
    return FINISH_WEIGHT * saved + BODY_WEIGHT * stance.body + sum(stance.left) + sum(stance.right)
