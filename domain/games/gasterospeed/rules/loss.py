"""Losing shells, and the two reactions against it (GS-60 … GS-64, GS-73 … GS-76, GS-82)."""

from domain.games.gasterospeed.card_events import ReactionPlayed
from domain.games.gasterospeed.commands import Reaction
from domain.games.gasterospeed.components import REACTIONS, RENFORT, SnailId, kind_of
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.rules.board import is_active, owner
from domain.games.gasterospeed.rules.finish import knocked_out
from domain.games.gasterospeed.rules.moves import displace, thrown
from domain.games.gasterospeed.rules.track import opposite
from domain.games.gasterospeed.snail_events import ShellLost
from domain.games.gasterospeed.state import Racing
from domain.games.gasterospeed.todo_effects import Cause, Hit, Jostled, ThrownBack, Wave
from domain.kernel.ids import Seat


def threatened(race: Racing, task: Hit | Wave | Jostled) -> SnailId | None:
    """GS-63, GS-64: whose window this is; None if nobody is there to be hurt."""
    if isinstance(task, Wave):
        if not 0 <= task.at < len(task.line):
            return None
        snail = task.line[task.at]
    else:
        snail = task.snail
    return snail if is_active(race, snail) else None


def may_return(race: Racing, task: Hit | Wave | Jostled) -> bool:
    """GS-61, GS-62: only what a card or a Retour de bâton of another player does."""
    snail = threatened(race, task)
    return snail is not None and task.by is not None and owner(race, task.by) != owner(race, snail)


def reactions(race: Racing, seat: Seat, task: Hit | Wave | Jostled) -> tuple[Reaction, ...]:
    """The reactions this hand allows."""
    kinds = {kind_of(card) for card in race.hands[seat] if card in REACTIONS}
    allowed: list[Reaction] = []
    if RENFORT in kinds and not isinstance(task, Jostled):
        allowed.append("renfort_de_coquille")
    if "retour_de_baton" in kinds and may_return(race, task):
        allowed.append("retour_de_baton")
    return tuple(allowed)


def reaction(course: Course, snail: SnailId, card: Reaction) -> None:
    """GS-63: used cards are discarded at once."""
    seat = owner(course.race, snail)
    copy = next(c for c in course.race.hands[seat] if c.startswith(card))
    course.add(ReactionPlayed(seat, snail, copy))


def suffer(course: Course, snail: SnailId, cause: Cause, by: SnailId | None) -> None:
    """GS-53, GS-82"""
    left = course.race.snails[snail].shells - 1
    course.add(ShellLost(snail, cause, by, left))
    if left <= 0:
        knocked_out(course, snail)


def let_happen(course: Course, task: Hit | Wave | Jostled) -> None:
    """No reaction: the shell is lost, the wave goes on (GS-73), the shove is made."""
    if isinstance(task, Wave):
        course.next(Wave(task.line, task.at + task.step, task.step, task.by))
        suffer(course, task.line[task.at], "choc", task.by)
    elif isinstance(task, Hit):
        suffer(course, task.snail, task.cause, task.by)


def return_it(course: Course, task: Hit | Wave | Jostled) -> None:
    """GS-61, GS-62, GS-75: it goes back to where it came from."""
    if isinstance(task, Wave):
        back = -task.step
        course.next(Wave(task.line, task.at + back, back, task.line[task.at]))
    elif isinstance(task, Hit):
        assert task.by is not None
        course.next(Hit(task.by, task.cause, task.snail))
    else:
        course.todo.pop(0)  # the shove is not made, and the card ends
        course.next(ThrownBack(task.by, opposite(task.direction), task.snail))


def pass_by(course: Course, task: Wave) -> None:
    """GS-73, GS-76: the wave finds nobody active here; it goes on or leaves the line."""
    if 0 <= task.at < len(task.line):
        course.next(Wave(task.line, task.at + task.step, task.step, task.by))


def throw_back(course: Course, task: ThrownBack) -> None:
    """GS-62"""
    shifts = thrown(course.race, task.snail, task.direction, task.by)
    if shifts:
        displace(course, shifts, task.by, "shove")
