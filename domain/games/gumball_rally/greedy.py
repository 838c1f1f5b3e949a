"""What a bot that wants to win picks, by what its seat sees."""

from collections.abc import Sequence
from functools import partial

from domain.games.gumball_rally.commands import Play
from domain.games.gumball_rally.components import BOX, CARDS, DANGERS, Danger
from domain.games.gumball_rally.view import RallyView
from domain.kernel.best import best
from domain.kernel.ids import Seat

# Weights found by letting it play; the contest of law 12 keeps them honest.
PRICE = 0.1  # of every point of a card that is then missing when the prizes are given
LEAD = 0.7  # worth of the first place when nothing is given for it yet
PRESSURE = 0.5  # how many of those who could overtake will
NUMBERS = max(card.number for card in CARDS.values())
SAME_COLOUR = 1 / len(BOX.suits)


def greedy(view: RallyView | None, seat: Seat, actions: Sequence[Play]) -> tuple[Play, ...]:
    """High cards for the rounds in which a Checkpoint or the Winner may come, low ones before."""
    assert view is not None
    return best(actions, partial(worth, view, seat))


def worth(view: RallyView, seat: Seat, action: Play) -> float:
    """Prizes, the lead, and what the card would still be good for, by their chances."""
    place, number = expected_place(view, seat, action), CARDS[action.card].number
    scoring, final = prizes_next(view.dangers_revealed)
    prizes = view.prizes.winner if final else view.prizes.checkpoint
    lead = LEAD * (len(view.line) - 1 - place) / len(view.line)
    return scoring * between(prizes, place) + (1 - scoring) * (lead - PRICE * number)


def expected_place(view: RallyView, seat: Seat, action: Play) -> float:
    """Where the card leads, and how far those behind will push the buggy back; 0 = first."""
    start = next(place for place, buggy in enumerate(view.line) if buggy.seat == seat)
    mine, place, by_colour = CARDS[action.card], start, 0
    while place > 0 and (card := view.line[place - 1].card) is not None:
        ahead = CARDS[card]
        if mine.number <= ahead.number:
            if mine.colour != ahead.colour or by_colour == action.colour_passes:
                break
            by_colour += 1
        place -= 1
    weak = 1 - mine.number / NUMBERS
    overtaken = weak + (1 - weak) * SAME_COLOUR
    return place + (len(view.line) - 1 - start) * overtaken * PRESSURE


def prizes_next(revealed: Sequence[Danger]) -> tuple[float, bool]:
    """GB-13: the chance that the next Danger card gives prizes, and whether those of the end."""
    first = 0
    for block in BOX.danger_stack.from_top:
        after = first + block.colour + (block.special is not None)
        if first <= len(revealed) < after:
            seen = any(DANGERS[card].kind != "colour" for card in revealed[first:])
            hidden = block.special is not None and not seen
            return hidden / (after - len(revealed)), block.special == "winner"
        first = after
    return 0.0, False


def between(prizes: Sequence[int], place: float) -> float:
    """The prize of a place that lies between two."""
    return sum(prize * max(0.0, 1 - abs(place - n)) for n, prize in enumerate(prizes))
