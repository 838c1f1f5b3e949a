"""What a bot that wants to win picks, by what its seat sees."""

from collections.abc import Sequence

from domain.games.gumball_rally.commands import Play
from domain.games.gumball_rally.components import CARDS
from domain.games.gumball_rally.view import RallyView
from domain.kernel.ids import Seat


def greedy(view: RallyView | None, seat: Seat, actions: Sequence[Play]) -> Play:
    """The cheapest card that overtakes as many as any; high cards are kept for later."""
    assert view is not None
    ahead = [CARDS[b.card] for b in view.line[: _place(view, seat)] if b.card is not None][::-1]
    full = [action for action in actions if action.colour_passes is None]

    def worth(action: Play) -> tuple[int, int]:
        mine, passed = CARDS[action.card], 0
        for card in ahead:
            if mine.number <= card.number and mine.colour != card.colour:
                break
            passed += 1
        if not ahead:  # nobody to overtake: be hard to overtake
            return (0, mine.number)
        return (passed, -mine.number)

    return max(full, key=worth)


def _place(view: RallyView, seat: Seat) -> int:
    return next(place for place, buggy in enumerate(view.line) if buggy.seat == seat)
