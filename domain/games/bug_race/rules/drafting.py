"""Who passes to whom (BR-14, BR-24, BR-25, BR-33)."""

from domain.games.bug_race.components import Direction
from domain.games.bug_race.state import Drafting, Race
from domain.kernel.ids import Seat

OPPOSITE: dict[Direction, Direction] = {"left": "right", "right": "left"}


def direction(first: Direction, round_: int) -> Direction:
    """BR-24, BR-25: alternately, beginning with the one of the first round."""
    return first if round_ % 2 else OPPOSITE[first]


def direction_of(race: Race) -> Direction:
    return direction(race.settings.first_round_pass, race.round)


def receiver(racing: tuple[Seat, ...], giver: Seat, to: Direction) -> Seat:
    """BR-14, BR-33: the next seat clockwise is the left neighbour, among those who still race."""
    place = racing.index(giver) + (1 if to == "left" else -1)
    return racing[place % len(racing)]


def undecided(draft: Drafting) -> frozenset[Seat]:
    """BR-23: who has cards on offer and has not chosen yet."""
    chosen = draft.chosen
    return frozenset(
        [seat for seat, cards in enumerate(draft.offered) if cards and seat not in chosen]
    )
