"""Order 2, blows from close by: Coup d'antenne and Choc (GS-51, GS-72)."""

from domain.games.gasterospeed.commands import AT, TOWARDS, Choose
from domain.games.gasterospeed.components import Direction, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.rules.board import cell_of, is_active, rivals, standing, track_of
from domain.games.gasterospeed.rules.loss import Hit, Wave
from domain.games.gasterospeed.state import Racing


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
