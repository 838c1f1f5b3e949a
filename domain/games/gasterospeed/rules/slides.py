"""Order 4, what slides or is digested: Aspiration gluante and Laitue Bleue (GS-52)."""

from domain.games.gasterospeed.commands import TOWARDS, Choose
from domain.games.gasterospeed.components import BOX, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.rules.board import cell_of, others, track_of
from domain.games.gasterospeed.rules.moves import step_alone
from domain.games.gasterospeed.state import Racing

LETTUCE_STEPS = BOX.action_steps["blue_lettuce"]


def sticky_slipstream_options(race: Racing, snail: SnailId) -> tuple[Choose, ...]:
    """GS-52: behind another snail, and onto a free cell ahead; where it may, it stays."""
    if not in_a_slipstream(race, snail):
        return ()
    track, cell, occupied = track_of(race), cell_of(race, snail), others(race, snail)
    step = track.step[cell]
    free = [way for way in track.forward[cell] if step[way] and step[way] not in occupied]
    stay = (Choose(),) if free and race.settings.optional_slipstream else ()
    return (*[TOWARDS[way] for way in free], *stay)


def in_a_slipstream(race: Racing, snail: SnailId) -> bool:
    """GS-52: on cell 5, 6 or 7 of another snail still on the board, as that one faces."""
    here, slipstream = cell_of(race, snail), track_of(race).slipstream
    return any(here in slipstream[cell] for cell in others(race, snail))


def sticky_slipstream(course: Course, snail: SnailId, choice: Choose) -> None:
    if choice.direction is not None:
        step_alone(course, snail, choice.direction, "crawl")
