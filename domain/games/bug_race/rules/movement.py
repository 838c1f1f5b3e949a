"""How one bug moves on its own track (BR-15 … BR-21): legs one slot, the body one segment."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from domain.games.bug_race.components import LEGS, Leg, Side, Stance, Track
from domain.kernel.messages import Value

BODY = "B"
ROWS = ("rear", "middle", "front")
WHERE: dict[str, tuple[bool, int]] = {
    leg.id: (leg.side == "L", ROWS.index(leg.row)) for leg in LEGS.values()
}  # on the left?, place in its side

Hindrance: TypeAlias = Literal["track_end", "slot_occupied", "leg_out_of_reach", "leg_left_behind"]


class Moved(Value, frozen=True):
    """Steps that were made, and where they led."""

    steps: tuple[str, ...]
    stance: Stance


def side_of(stance: Stance, leg: str) -> tuple[Side, int]:
    """The slots on the side of a leg, and which of them is its own."""
    on_left, row = WHERE[leg]
    return (stance.left if on_left else stance.right), row


def slot_of(stance: Stance, leg: str) -> int:
    """BR-8: p(x)"""
    side, row = side_of(stance, leg)
    return side[row]


def last_tail(track: Track) -> int:
    """INV-3: the furthest tail of a body that stays on the track."""
    return track.segments - track.body_length + 1


def covered(stance: Stance, track: Track) -> tuple[int, ...]:
    """BR-7"""
    return tuple(range(stance.body, stance.body + track.body_length))


def has_finished(stance: Stance, track: Track) -> bool:
    """BR-9: the whole body is past the line; legs may be behind it."""
    return stance.body > track.finish_line_after_segment


def leg_hindrance(stance: Stance, leg: str, track: Track) -> Hindrance | None:
    """BR-16: why this leg cannot step; None if it can."""
    side, row = side_of(stance, leg)
    to = side[row] + 1
    if to > track.segments:
        return "track_end"
    if to in side:
        return "slot_occupied"
    if to > stance.body + track.body_length:
        return "leg_out_of_reach"
    return None


def body_hindrance(stance: Stance, track: Track) -> Hindrance | None:
    """BR-19: why the body cannot step; None if it can."""
    if stance.body >= last_tail(track):
        return "track_end"
    if min(*stance.left, *stance.right) < stance.body:
        return "leg_left_behind"
    return None


def stepped(stance: Stance, step: str) -> Stance:
    """BR-15, BR-19: the stance after one step that nothing hinders."""
    if step == BODY:
        return Stance(stance.body + 1, stance.left, stance.right)
    side, row = side_of(stance, step)
    rear, middle, front = (slot + (place == row) for place, slot in enumerate(side))
    moved = (rear, middle, front)
    if WHERE[step][0]:
        return Stance(stance.body, moved, stance.right)
    return Stance(stance.body, stance.left, moved)


def body_forward(stance: Stance, track: Track) -> Moved:
    """BR-36: all the body steps that are possible."""
    steps: list[str] = []
    while body_hindrance(stance, track) is None:
        stance = stepped(stance, BODY)
        steps.append(BODY)
    return Moved(tuple(steps), stance)


def maximal(stance: Stance, legs: Iterable[Leg], track: Track) -> Moved:
    """BR-35: the body whenever it can, every shown leg that can, until nothing changes."""
    steps: list[str] = []
    waiting = list(legs)
    while True:
        forward = body_forward(stance, track)
        steps += forward.steps
        stance = forward.stance
        leg = next((leg for leg in waiting if leg_hindrance(stance, leg, track) is None), None)
        if leg is None:
            return Moved(tuple(steps), stance)
        waiting.remove(leg)
        steps.append(leg)
        stance = stepped(stance, leg)


def still_able(
    stance: Stance, legs: Iterable[Leg], made: Iterable[str], track: Track
) -> tuple[Leg, ...]:
    """BR-37: shown legs that have not stepped and still could."""
    done = frozenset(made)
    return tuple(
        leg for leg in legs if leg not in done and leg_hindrance(stance, leg, track) is None
    )
