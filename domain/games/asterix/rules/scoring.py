"""What a round is worth, and who has won."""

from collections.abc import Iterable, Sequence

from domain.games.asterix.components import ROMANS, Bonus, Drawn
from domain.games.asterix.state import Score


def score(captures: Iterable[Drawn], bonuses: Sequence[Bonus]) -> Score:
    """AX-7.3, AX-7.4"""
    return score_of_values([ROMANS[c].value for c in captures if c in ROMANS], bonuses)


def score_of_values(romans: Sequence[int], bonuses: Sequence[Bonus]) -> Score:
    values, extra = sum(romans), 0
    for value in {*romans}:
        extra += bonus(romans.count(value), bonuses)
    return Score(values, extra, values + extra)


def bonus(alike: int, bonuses: Sequence[Bonus]) -> int:
    """AX-7.4: only the one that fits the number."""
    for each in bonuses:
        if each.alike == alike:
            return each.points
    return 0


def totals(before: Sequence[int], scores: Sequence[Score]) -> tuple[int, ...]:
    return tuple(old + new.points for old, new in zip(before, scores, strict=True))


def places(points: Sequence[int]) -> tuple[int, ...]:
    """AX-7.5: equal totals share a place."""
    return tuple(1 + sum(other > mine for other in points) for mine in points)
