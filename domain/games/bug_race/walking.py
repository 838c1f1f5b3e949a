"""A list of steps carried out from left to right, all or nothing (BR-35)."""

from collections.abc import Sequence

from domain.games.bug_race import refusals, rules
from domain.games.bug_race.components import CARDS, LEGS, Card, Stance, Track
from domain.games.bug_race.rules import BODY, Hindrance, Moved
from domain.games.bug_race.state import MustMove, Settings
from domain.kernel.messages import Refusal
from domain.kernel.refusals import Rejected


def played(stance: Stance, card: Card, steps: Sequence[str] | None, settings: Settings) -> Moved:
    """BR-17, BR-18, BR-35, BR-37: where playing this card so leads."""
    shown, track = CARDS[card].legs, settings.track
    if steps is None:
        return rules.maximal(stance, shown, track)
    for index, step in enumerate(steps):
        if step != BODY:
            may_step(card, steps, index)
        stance = step_made(stance, step, track, index, f"steps[{index}]")
    able = rules.still_able(stance, shown, steps, track)
    if able and has_to_step(steps, settings.must_move):
        raise Rejected(refusals.LegsCanStep(able), rule="BR-37", field="steps")
    return Moved(tuple(steps), stance)


def has_to_step(steps: Sequence[str], must: MustMove) -> bool:
    """BR-37: whether, after these steps, a shown leg that can step has to."""
    return must == "all" or (must == "one" and all(step == BODY for step in steps))


def advanced(stance: Stance, count: int, track: Track) -> Stance:
    """BR-20: so many body steps, all or none."""
    for index in range(count):
        stance = step_made(stance, BODY, track, index, "count")
    return stance


def may_step(card: Card, steps: Sequence[str], index: int) -> None:
    """BR-17: a leg the card shows, which has not stepped yet."""
    leg, field = steps[index], f"steps[{index}]"
    if leg not in CARDS[card].legs:
        raise Rejected(refusals.LegNotOnCard(index, leg, card), rule="BR-17", field=field)
    if leg in steps[:index]:
        raise Rejected(refusals.LegAlreadyMoved(index, leg), rule="BR-17", field=field)


def step_made(stance: Stance, step: str, track: Track, index: int, field: str) -> Stance:
    """One step of many; `index` counts them from 0."""
    if step == BODY:
        why = rules.body_hindrance(stance, track)
        if why is not None:
            raise Rejected(body_refusal(stance, why, index), rule="BR-19", field=field)
    else:
        why = rules.leg_hindrance(stance, step, track)
        if why is not None:
            raise Rejected(leg_refusal(stance, step, why, index), rule="BR-16", field=field)
    return rules.stepped(stance, step)


def leg_refusal(stance: Stance, leg: str, why: Hindrance, index: int) -> Refusal:
    """BR-16"""
    slot = rules.slot_of(stance, leg) + 1
    match why:
        case "track_end":
            return refusals.LegAtTrackEnd(index, leg)
        case "slot_occupied":
            return refusals.SlotOccupied(index, leg, slot)
        case _:
            return refusals.LegOutOfReach(index, leg, slot)


def body_refusal(stance: Stance, why: Hindrance, index: int) -> Refusal:
    """BR-19"""
    if why == "track_end":
        return refusals.BodyAtTrackEnd(index)
    behind = [leg for leg in LEGS if rules.slot_of(stance, leg) < stance.body]
    return refusals.LegsLeftBehind(index, tuple(behind))
