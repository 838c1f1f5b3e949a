"""P1, P2 and P3 of the rules, over every reachable position and every set of legs."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from operator import ge

import pytest

from domain.games.bug_race.components import LEGS, Leg, Stance, start
from domain.games.bug_race.rules import BODY, has_finished, maximal, stepped
from tests.support.games.bug_race.positions import TRACK, holds_together, possible, reachable, slots

SETS: tuple[tuple[Leg, ...], ...] = tuple(
    legs for size in range(1, 7) for legs in combinations(LEGS, size)
)


@cache
def furthest(stance: Stance) -> tuple[tuple[int, ...], ...]:
    """Where maximal play leads with each of the sets."""
    return tuple(slots(maximal(stance, legs, TRACK).stance) for legs in SETS)


@cache
def best_of_all_ways(stance: Stance, legs: frozenset[str]) -> tuple[int, ...]:
    """The furthest that any way of playing such a card reaches, coordinate by coordinate."""
    best = slots(stance)
    for step in possible(stance):
        if step == BODY or step in legs:
            other = best_of_all_ways(stepped(stance, step), legs - {step})
            best = tuple(map(max, best, other))
    return best


def ahead(mine: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """At least as far forward in all seven coordinates."""
    return all(map(ge, mine, other))


@cache
def ahead_of() -> tuple[int, ...]:
    """For every position those that are ahead of it (itself too), as the bits of one number."""
    where = [slots(stance) for stance in reachable()]
    return tuple(
        sum(1 << number for number, other in enumerate(where) if ahead(other, mine))
        for mine in where
    )


def just_ahead(number: int) -> Iterator[int]:
    """Those that are ahead with nobody in between; the others follow from one to the next."""
    above = [n for n in range(len(ahead_of())) if n != number and ahead_of()[number] >> n & 1]
    hidden = 0
    for other in above:
        hidden |= ahead_of()[other] & ~(1 << other)
    return (other for other in above if not hidden >> other & 1)


@pytest.mark.rule("INV-1", "INV-2", "INV-3")
def test_there_are_832_positions_and_all_of_them_hold_together() -> None:
    assert len(reachable()) == 832
    assert len(SETS) == 63
    assert start() in reachable()
    assert all(holds_together(stance) for stance in reachable())


@pytest.mark.rule("BR-19")
def test_p1_a_bug_that_has_not_finished_can_always_step() -> None:
    for stance in reachable():
        assert has_finished(stance, TRACK) or list(possible(stance))


@pytest.mark.rule("BR-35")
def test_p2_maximal_play_is_never_behind_any_other_way() -> None:
    for stance in reachable():
        best = (best_of_all_ways(stance, frozenset(legs)) for legs in SETS)
        assert furthest(stance) == tuple(best)


@pytest.mark.rule("BR-35")
def test_p2_maximal_play_leads_to_the_same_in_whatever_order_the_legs_are_tried() -> None:
    for stance in reachable():
        backwards = slots(maximal(stance, (*LEGS,)[::-1], TRACK).stance)
        assert backwards == furthest(stance)[-1]


@pytest.mark.rule("BR-36")
def test_p3_who_is_ahead_stays_ahead_by_the_same_card() -> None:
    assert sum(above.bit_count() for above in ahead_of()) == 305_231
    positions = reachable()
    for number, stance in enumerate(positions):
        for other in just_ahead(number):
            assert all(map(ahead, furthest(positions[other]), furthest(stance)))
