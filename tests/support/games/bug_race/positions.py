"""All positions a bug can ever stand in, found by every step that is possible."""

from collections.abc import Iterator
from functools import cache

from domain.games.bug_race.components import LEGS, Stance, start, track
from domain.games.bug_race.rules import BODY, body_hindrance, leg_hindrance, stepped

TRACK = track()


def slots(stance: Stance) -> tuple[int, ...]:
    """All seven coordinates: the body, then the legs."""
    return (stance.body, *stance.left, *stance.right)


def possible(stance: Stance) -> Iterator[str]:
    if body_hindrance(stance, TRACK) is None:
        yield BODY
    for leg in LEGS:
        if leg_hindrance(stance, leg, TRACK) is None:
            yield leg


@cache
def reachable() -> tuple[Stance, ...]:
    found, new = {start()}, [start()]
    while new:
        stance = new.pop()
        for step in possible(stance):
            after = stepped(stance, step)
            if after not in found:
                found.add(after)
                new.append(after)
    return tuple(sorted(found, key=slots))


def holds_together(stance: Stance) -> bool:
    """INV-1, INV-2, INV-3, as the rules state them for twelve segments."""
    body, *legs = slots(stance)
    in_order = all(rear < middle < front for rear, middle, front in (stance.left, stance.right))
    in_reach = all(body - 1 <= slot <= body + 3 for slot in legs)
    on_track = all(1 <= slot <= 12 for slot in legs) and 1 <= body <= 10
    return in_order and in_reach and on_track
