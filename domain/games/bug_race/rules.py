"""The arithmetic of the bug race; each function is one rule and cites it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from domain.games.bug_race.components import LEGS, Direction, Leg, Side, Stance, Track
from domain.games.bug_race.state import Drafting, Race
from domain.kernel.ids import Seat
from domain.kernel.messages import Value

# Who passes to whom (BR-14, BR-24, BR-25, BR-33).

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


# How one bug moves on its own track (BR-15 … BR-21): legs one slot, the body one segment.

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
    if to > reach(stance.body, track):
        return "leg_out_of_reach"
    return None


def reach(body: int, track: Track) -> int:
    """BR-16: the furthest slot for a leg: diagonally in front of the body, and on the track."""
    ahead = body + track.body_length
    return ahead if ahead < track.segments else track.segments


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
    on_left, row = WHERE[step]
    rear, middle, front = stance.left if on_left else stance.right
    if row == 0:
        rear += 1
    elif row == 1:
        middle += 1
    else:
        front += 1
    moved = (rear, middle, front)
    if on_left:
        return Stance(stance.body, moved, stance.right)
    return Stance(stance.body, stance.left, moved)


def body_steps(stance: Stance, track: Track) -> int:
    """BR-19: how often the body can step until it is at the end, or would lose a leg."""
    furthest = _furthest_tail(stance.left[0], stance.right[0], last_tail(track))
    return furthest - stance.body if furthest > stance.body else 0


def _furthest_tail(left: int, right: int, last: int) -> int:
    """One ahead of the rearmost leg, if that is on the track; legs do not jump: rear stay last."""
    rearmost = left if left < right else right
    return rearmost + 1 if rearmost < last else last


def body_forward(stance: Stance, track: Track) -> Moved:
    """BR-36: all the body steps that are possible."""
    steps = body_steps(stance, track)
    if not steps:
        return Moved((), stance)
    return Moved((BODY,) * steps, Stance(stance.body + steps, stance.left, stance.right))


def maximal(stance: Stance, legs: Iterable[Leg], track: Track) -> Moved:
    """BR-35: the body whenever it can, every shown leg that can, until nothing changes."""
    steps: list[str] = []
    body, left, right = stance.body, [*stance.left], [*stance.right]
    last, furthest_slot = last_tail(track), reach(body, track)
    waiting = []
    for leg in legs:
        on_left, row = WHERE[leg]
        waiting.append((leg, left if on_left else right, row))
    while True:
        tail = _furthest_tail(left[0], right[0], last)
        if tail > body:
            steps += (BODY,) * (tail - body)
            body, furthest_slot = tail, reach(tail, track)
        for each in waiting:
            leg, side, row = each
            to = side[row] + 1
            if to <= furthest_slot and to not in side:  # BR-16: nothing hinders it
                break
        else:
            return Moved(tuple(steps), Stance(body, _side(left), _side(right)))
        waiting.remove(each)
        steps.append(leg)
        side[row] += 1


def _side(slots: list[int]) -> Side:
    rear, middle, front = slots
    return rear, middle, front


def is_able(stance: Stance, legs: Iterable[Leg], track: Track) -> bool:
    """BR-37: whether one of the shown legs could step."""
    furthest_slot = reach(stance.body, track)
    for leg in legs:
        on_left, row = WHERE[leg]
        side = stance.left if on_left else stance.right
        to = side[row] + 1
        if to <= furthest_slot and to not in side:  # BR-16: nothing hinders it
            return True
    return False


def still_able(
    stance: Stance, legs: Iterable[Leg], made: Sequence[str], track: Track
) -> tuple[Leg, ...]:
    """BR-37: shown legs that have not stepped and still could."""
    return tuple(
        [leg for leg in legs if leg not in made and leg_hindrance(stance, leg, track) is None]
    )


# Who is ahead (BR-29 … BR-34).


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
