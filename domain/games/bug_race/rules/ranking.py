"""Who is ahead (BR-29 … BR-34)."""

from collections.abc import Mapping

from domain.games.bug_race.components import Stance
from domain.games.bug_race.rules.movement import has_finished
from domain.games.bug_race.state import Race
from domain.kernel.ids import Seat


def measures(stance: Stance) -> tuple[int, ...]:
    """BR-31, BR-34: the body, then the pairs of rear, middle and front legs."""
    pairs = (left + right for left, right in zip(stance.left, stance.right, strict=True))
    return (stance.body, *pairs)


def ranked(stances: Mapping[Seat, Stance], first: int = 1) -> dict[Seat, int]:
    """BR-30 … BR-32, BR-34: places from `first` on; who measures the same shares a place."""
    measured = {seat: measures(stance) for seat, stance in stances.items()}
    return {
        seat: first + sum(other > mine for other in measured.values())
        for seat, mine in measured.items()
    }


def past_the_line(race: Race) -> tuple[Seat, ...]:
    """BR-29: whoever still races and has finished."""
    track = race.settings.track
    return tuple(seat for seat in race.racing if has_finished(race.stances[seat], track))


def next_place(race: Race) -> int:
    """BR-33: the best place that is still to be had."""
    return 1 + sum(place is not None for place in race.places)


def standing(race: Race) -> tuple[int, ...]:
    """BR-33, BR-34: places as they are now; who has left keeps his."""
    now = ranked({seat: race.stances[seat] for seat in race.racing}, next_place(race))
    return tuple(now[seat] if place is None else place for seat, place in enumerate(race.places))
