"""A list of steps carried out from left to right, all or nothing (BR-35)."""

from collections.abc import Sequence

from domain.games.bug_race.components import CARDS, LEGS, Card, Stance, Track
from domain.games.bug_race.rules import movement
from domain.games.bug_race.rules.movement import BODY, Hindrance, Moved
from domain.games.bug_race.state import Settings
from domain.kernel.rejection import Rejected

SIDES = {"L": "left", "R": "right"}


def played(stance: Stance, card: Card, steps: Sequence[str] | None, settings: Settings) -> Moved:
    """BR-17, BR-18, BR-35, BR-37: where playing this card so leads."""
    shown, track = CARDS[card].legs, settings.track
    if steps is None:
        return movement.maximal(stance, shown, track)
    for index, step in enumerate(steps):
        if step != BODY:
            may_step(card, steps, index)
        stance = step_made(stance, step, track, index, f"steps[{index}]")
    able = movement.still_able(stance, shown, steps, track)
    if settings.strict_must and able:
        raise Rejected("must_move", f"{', '.join(able)} could still step.", "BR-37", "steps")
    return Moved(tuple(steps), stance)


def advanced(stance: Stance, count: int, track: Track) -> Stance:
    """BR-20: so many body steps, all or none."""
    for index in range(count):
        stance = step_made(stance, BODY, track, index, "count")
    return stance


def may_step(card: Card, steps: Sequence[str], index: int) -> None:
    """BR-17: a leg the card shows, which has not stepped yet."""
    leg, field = steps[index], f"steps[{index}]"
    if leg not in CARDS[card].legs:
        detail = f"At index {index}: {card} does not show {leg}."
        raise Rejected("leg_not_on_card", detail, "BR-17", field)
    if leg in steps[:index]:
        detail = f"At index {index}: {leg} has already stepped with this card."
        raise Rejected("leg_already_moved", detail, "BR-17", field)


def step_made(stance: Stance, step: str, track: Track, index: int, field: str) -> Stance:
    """One step of many; `index` counts them from 0."""
    at = f"At index {index}:"
    if step == BODY:
        why = movement.body_hindrance(stance, track)
        if why is not None:
            raise body_refusal(at, stance, why, field)
    else:
        why = movement.leg_hindrance(stance, step, track)
        if why is not None:
            raise leg_refusal(f"{at} {step}", stance, step, why, field)
    return movement.stepped(stance, step)


def leg_refusal(who: str, stance: Stance, leg: str, why: Hindrance, field: str) -> Rejected:
    """BR-16"""
    side, row = movement.side_of(stance, leg)
    slot = f"slot {side[row] + 1} on the {SIDES[leg[0]]}"
    match why:
        case "track_end":
            return Rejected("track_end", f"{who} is at the end of the track.", "BR-16", field)
        case "slot_occupied":
            detail = f"{who} cannot step, another leg stands on {slot}."
            return Rejected("slot_occupied", detail, "BR-16", field)
        case _:
            detail = f"{who} cannot step, {slot} is out of reach of the body."
            return Rejected("leg_out_of_reach", detail, "BR-16", field)


def body_refusal(at: str, stance: Stance, why: Hindrance, field: str) -> Rejected:
    """BR-19"""
    if why == "track_end":
        return Rejected("track_end", f"{at} the body is at the end of the track.", "BR-19", field)
    behind = [leg for leg in LEGS if movement.slot_of(stance, leg) < stance.body]
    detail = f"{at} the body would leave {', '.join(behind)} behind."
    return Rejected("leg_left_behind", detail, "BR-19", field)
