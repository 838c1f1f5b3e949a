"""The open question and its answers: whose turn, what is legal, what a time-out plays."""

from typing import Any

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed.course import Task
from domain.games.gasterospeed.rules.board import own_active
from domain.games.gasterospeed.state import Finished, GasteroState, NotBegun, Racing
from domain.kernel.game import Chance, Decision, OpenParameter, Outcome
from domain.kernel.ids import Seat


def decision(state: GasteroState) -> Decision | None:
    if not isinstance(state, Racing) or not state.todo:
        return None
    put = _task(state).question(state)
    if put is None:
        return None  # in the middle of a decision; the engine stops at questions only
    return Decision(f"{put.kind}:{state.asked}", put.kind, put.seats)


def _task(state: Racing) -> Task:
    """Return the task on top: the question that the engine has stopped at."""
    task: Task = state.todo[0]
    return task


def legal(state: GasteroState, seat: Seat) -> tuple[do.PlayerCommand, ...]:
    if not isinstance(state, Racing) or not state.todo:
        return ()
    answers = _task(state).legal(state, seat)
    if state.privileges[seat].extra_shells and state.turn:
        answers = (*answers, *(do.UseExtraShell(snail) for snail in own_active(state, seat)))
    return tuple(answers)


def open_parameters(state: GasteroState, seat: Seat) -> tuple[OpenParameter, ...]:
    """Names (GS-7) and paths (GS-41: other ways to the same cells)."""
    if not isinstance(state, Racing):
        return ()
    kinds = {type(command) for command in legal(state, seat)}
    if do.Place in kinds and state.race == 1:
        taken = {snail.name for snail in state.snails}
        free = [name for name in do.RACING_NAMES if name not in taken]
        schema: dict[str, Any] = {"type": "string", "enum": free}
        return (OpenParameter("gasterospeed.place", "name", schema),)
    if do.TakePath not in kinds:
        return ()
    step = {"enum": ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]}
    schema = {"type": "array", "items": step, "minItems": 1, "maxItems": 2}
    return (OpenParameter("gasterospeed.path", "steps", schema),)


def default(state: GasteroState, seat: Seat) -> do.PlayerCommand:
    """GS-23, GS-102, GS-108: the default move of a seat that does not answer."""
    assert isinstance(state, Racing)
    return _task(state).default(state, seat, legal(state, seat))


def lapse(state: GasteroState, seat: Seat, chance: Chance) -> do.GasteroCommand:
    """GS-34: a turn that nobody plays is lost; GS-78: two cards at random."""
    assert isinstance(state, Racing)
    return _task(state).lapse(state, seat, chance) or default(state, seat)


def outcome(state: GasteroState) -> Outcome | None:
    """GS-88, GS-107"""
    return Outcome(state.places, state.scores) if isinstance(state, Finished) else None


def piece_names(state: GasteroState) -> tuple[str, ...]:
    """GS-7: the racing names of the snails."""
    if isinstance(state, NotBegun):
        return ()
    race = state.last if isinstance(state, Finished) else state
    return tuple(snail.name for snail in race.snails)


def rewards(state: GasteroState) -> tuple[tuple[str, ...], ...]:
    """GS-106, GS-107: what champions take to the next championship."""
    return state.last.rewards if isinstance(state, Finished) else ()
