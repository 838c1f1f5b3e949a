"""What a bot that wants to win picks, by what its seat sees."""

from collections.abc import Sequence
from itertools import permutations

from domain.games.bug_race.commands import BugRaceCommand, Keep, Play
from domain.games.bug_race.components import CARDS, Card, Stance, Track
from domain.games.bug_race.rules.movement import maximal
from domain.games.bug_race.view import BugRaceView
from domain.kernel.best import best
from domain.kernel.ids import Seat

BODY_WEIGHT = 6  # a segment of the body is worth a step of every leg


def greedy(
    view: BugRaceView | None, seat: Seat, actions: Sequence[BugRaceCommand]
) -> tuple[BugRaceCommand, ...]:
    """Keep the card, then play in the order, that brings the whole hand furthest."""
    assert view is not None
    assert view.hand is not None
    stance, hand = view.tracks[seat].stance, tuple(face.card for face in view.hand)

    def worth(action: BugRaceCommand) -> int:
        match action:
            case Keep(card=card):
                return best_order(stance, (*hand, card), view.track)
            case Play(card=card, steps=None):
                moved = maximal(stance, CARDS[card].legs, view.track).stance
                return best_order(moved, tuple(each for each in hand if each != card), view.track)
            case _:  # moving less is never better, and a card takes the body along
                return -1

    return best(actions, worth)


def best_order(stance: Stance, cards: tuple[Card, ...], track: Track) -> int:
    return max(progress(stance, order, track) for order in permutations(cards))


def progress(stance: Stance, cards: Sequence[Card], track: Track) -> int:
    """How far these cards bring a bug, one after the other."""
    for card in cards:
        stance = maximal(stance, CARDS[card].legs, track).stance
    return BODY_WEIGHT * stance.body + sum(stance.left) + sum(stance.right)
