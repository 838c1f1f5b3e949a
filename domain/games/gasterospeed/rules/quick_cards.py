"""Orders 1 and 2: what goes off in an instant, and blows from close by (GS-51, GS-72)."""

from domain.games.gasterospeed.commands import AT, TOWARDS, Choose
from domain.games.gasterospeed.components import BOX, Direction, SnailId
from domain.games.gasterospeed.course import Course, Task
from domain.games.gasterospeed.event_types.snails import ShotFired
from domain.games.gasterospeed.rules.board import (
    cell_of,
    facing,
    is_active,
    others,
    owner,
    rivals,
    standing,
    track_of,
)
from domain.games.gasterospeed.rules.dice import Roll
from domain.games.gasterospeed.rules.loss import Hit, Wave
from domain.games.gasterospeed.rules.shove import step_alone
from domain.games.gasterospeed.state import Racing

# Order 1, what goes off in an instant: Turbo Pétard and Tir.

AHEAD = 2
TURBO_STEPS = BOX.action_steps["turbo_firecracker"]


def turbo_firecracker_options(race: Racing, snail: SnailId) -> tuple[Choose, ...] | None:
    """Impossible if the first cell ahead is occupied or closed."""
    ahead = track_of(race).step[cell_of(race, snail)][facing(race, snail, AHEAD)]
    return () if ahead is None or ahead in others(race, snail) else None


def turbo_firecracker(course: Course, snail: SnailId, choice: Choose) -> None:
    """GS-55: rolled at once."""
    course.next(Roll("turbo_firecracker", owner(course.race, snail), snail), Firecracker(snail))


class Firecracker(Task, frozen=True):
    snail: SnailId

    def do(self, course: Course) -> None:
        """On 1 it blows up, else up to two steps straight ahead, without shoving."""
        snail = self.snail
        if course.race.die in BOX.turbo_firecracker["explode"]:
            course.next(Hit(snail, "turbo_firecracker"))
            return
        for _ in range(TURBO_STEPS):
            if not step_alone(course, snail, facing(course.race, snail, AHEAD), "crawl"):
                break


def shot_options(race: Racing, snail: SnailId) -> tuple[Choose, ...]:
    """GS-71, GS-80, GS-90: any active snail of another player that no daisy hides."""
    glyph = track_of(race).glyph
    seen = [rival for rival in rivals(race, snail) if glyph[cell_of(race, rival)] != "*"]
    return tuple([AT[rival] for rival in seen])


def shot(course: Course, snail: SnailId, choice: Choose) -> None:
    """GS-53"""
    assert choice.target is not None
    course.next(Roll("shot", owner(course.race, snail), snail), Shot(snail, choice.target))


class Shot(Task, frozen=True):
    snail: SnailId
    target: SnailId

    def do(self, course: Course) -> None:
        """GS-71: the fire table of the circuit is read."""
        hit = course.race.die in track_of(course.race).circuit.fire_hits
        course.add(ShotFired(self.snail, self.target, hit))
        if hit:
            course.next(Hit(self.target, "shot", self.snail))


# Order 2, blows from close by: Coup d'antenne and Choc (GS-51, GS-72).


def feeler_blow_options(race: Racing, snail: SnailId) -> tuple[Choose, ...]:
    """One active snail of another player on a neighbouring cell, not across a wall."""
    near = track_of(race).struck[cell_of(race, snail)]
    return tuple([AT[rival] for rival in rivals(race, snail) if race.snails[rival].cell in near])


def feeler_blow(course: Course, snail: SnailId, choice: Choose) -> None:
    """The target loses a shell, without a roll."""
    assert choice.target is not None
    course.next(Hit(choice.target, "feeler_blow", snail))


def shock_options(race: Racing, snail: SnailId) -> tuple[Choose, ...]:
    """GS-72: every direction whose line holds an active snail of another player."""
    targets = {race.snails[rival].cell for rival in rivals(race, snail)}
    lines = track_of(race).line[cell_of(race, snail)]
    return tuple([TOWARDS[way] for way, line in lines.items() if not targets.isdisjoint(line)])


def shock(course: Course, snail: SnailId, choice: Choose) -> None:
    """GS-73: the wave starts with the nearest."""
    assert choice.direction is not None
    course.next(Wave((snail, *line(course.race, snail, choice.direction)), 1, 1, snail))


def line(race: Racing, snail: SnailId, direction: Direction) -> list[SnailId]:
    """GS-72: the active snails in this direction, nearest first; gaps do not stop a blow."""
    board = standing(race)
    cells = track_of(race).line[cell_of(race, snail)][direction]
    return [board[cell] for cell in cells if cell in board and is_active(race, board[cell])]
