"""Order 4, what slides or is digested: Aspiration gluante and Laitue Bleue (GS-52)."""

from domain.games.gasterospeed.commands import Choose
from domain.games.gasterospeed.components import BOX, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.rules.board import cell_of, facing, others, track_of
from domain.games.gasterospeed.rules.leaps import FORWARD
from domain.games.gasterospeed.rules.moves import step_alone
from domain.games.gasterospeed.rules.track import absolute, beside
from domain.games.gasterospeed.state import Racing

BEHIND = (5, 6, 7)
LAITUE_STEPS = BOX.action_steps["laitue_bleue"]


def aspiration_gluante_options(race: Racing, snail: SnailId) -> tuple[Choose, ...]:
    """GS-52: behind another snail, and onto a free cell ahead."""
    if not in_a_slipstream(race, snail):
        return ()
    step, occupied = track_of(race).step[cell_of(race, snail)], others(race, snail)
    ways = (facing(race, snail, relative) for relative in FORWARD)
    return tuple(
        Choose(direction=way)
        for way in ways
        if (ahead := step[way]) is not None and ahead not in occupied
    )


def in_a_slipstream(race: Racing, snail: SnailId) -> bool:
    """GS-52: on cell 5, 6 or 7 of another snail still on the board, as that one faces."""
    here, heading = cell_of(race, snail), track_of(race).heading
    return any(
        beside(cell, absolute(heading[cell], relative)) == here
        for cell in others(race, snail)
        for relative in BEHIND
    )


def aspiration_gluante(course: Course, snail: SnailId, choice: Choose) -> None:
    assert choice.direction is not None
    step_alone(course, snail, choice.direction, "crawl")
