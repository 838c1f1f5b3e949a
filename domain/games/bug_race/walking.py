"""A list of steps carried out from left to right, all or nothing (BR-35)."""

from collections.abc import Sequence

from domain.games.bug_race.components import CARDS, LEGS, Card, Stance, Track
from domain.games.bug_race.rules import movement
from domain.games.bug_race.rules.movement import BODY, Hindrance, Moved
from domain.games.bug_race.state import MustMove, Settings
from domain.kernel.language import Both
from domain.kernel.rejection import Rejected

SIDES = {"L": ("left", "gauche"), "R": ("right", "droite")}


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
    if able and has_to_step(steps, settings.must_move):
        raise Rejected("must_move", could_step(able), "BR-37", "steps")
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
        detail = (
            f"At index {index}: {card} does not show {leg}.",
            f"À l'indice {index} : {card} ne montre pas {leg}.",
        )
        raise Rejected("leg_not_on_card", detail, "BR-17", field)
    if leg in steps[:index]:
        detail = (
            f"At index {index}: {leg} has already stepped with this card.",
            f"À l'indice {index} : {leg} a déjà avancé avec cette carte.",
        )
        raise Rejected("leg_already_moved", detail, "BR-17", field)


def step_made(stance: Stance, step: str, track: Track, index: int, field: str) -> Stance:
    """One step of many; `index` counts them from 0."""
    at = f"At index {index}:", f"À l'indice {index} :"
    if step == BODY:
        why = movement.body_hindrance(stance, track)
        if why is not None:
            raise body_refusal(at, stance, why, field)
    else:
        why = movement.leg_hindrance(stance, step, track)
        if why is not None:
            raise leg_refusal(at, stance, step, why, field)
    return movement.stepped(stance, step)


def leg_refusal(at: Both, stance: Stance, leg: str, why: Hindrance, field: str) -> Rejected:
    """BR-16"""
    side, row = movement.side_of(stance, leg)
    slot = side[row] + 1
    on_the, side_fr = SIDES[leg[0]]
    match why:
        case "track_end":
            end = f"{leg} is at the end of the track.", f"{leg} est au bout de la piste."
            return Rejected("track_end", joined(at, end), "BR-16", field)
        case "slot_occupied":
            other = (
                f"{leg} cannot step, another leg stands on slot {slot} on the {on_the}.",
                f"{leg} ne peut pas avancer, l'emplacement {slot} à {side_fr} est occupé.",
            )
            return Rejected("slot_occupied", joined(at, other), "BR-16", field)
        case _:
            far = (
                f"{leg} cannot step, slot {slot} on the {on_the} is out of reach of the body.",
                f"{leg} ne peut pas avancer, l'emplacement {slot} à {side_fr} est hors de portée.",
            )
            return Rejected("leg_out_of_reach", joined(at, far), "BR-16", field)


def body_refusal(at: Both, stance: Stance, why: Hindrance, field: str) -> Rejected:
    """BR-19"""
    if why == "track_end":
        end = "the body is at the end of the track.", "le corps est au bout de la piste."
        return Rejected("track_end", joined(at, end), "BR-19", field)
    behind = [leg for leg in LEGS if movement.slot_of(stance, leg) < stance.body]
    legs = ", ".join(behind)
    lost = f"the body would leave {legs} behind.", f"le corps perdrait {legs}."
    return Rejected("leg_left_behind", joined(at, lost), "BR-19", field)


def could_step(legs: Sequence[str]) -> Both:
    named = ", ".join(legs)
    return (
        f"{named} could still step.",
        f"{named} {'peut' if len(legs) == 1 else 'peuvent'} encore avancer.",
    )


def joined(one: Both, other: Both) -> Both:
    return f"{one[0]} {other[0]}", f"{one[1]} {other[1]}"
