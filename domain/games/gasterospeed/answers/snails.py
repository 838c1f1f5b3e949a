"""Answers about snails: where they start and go, whom they aim at, how they react."""

from typing import Any

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed import refusals
from domain.games.gasterospeed.answers.cards import asked, in_the_race, own
from domain.games.gasterospeed.components import BACKLASH, Cell, SnailId
from domain.games.gasterospeed.course import Ask, Course
from domain.games.gasterospeed.event_types.snails import ActionPlayed, ShellAdded, SnailPlaced
from domain.games.gasterospeed.rules import loss, speed
from domain.games.gasterospeed.rules.actions import LETTUCE, Act, close_after, execute
from domain.games.gasterospeed.rules.board import action_card, cell_of, track_of
from domain.games.gasterospeed.rules.cards import ExtraCard
from domain.games.gasterospeed.rules.dice import Roll, RollAgain
from domain.games.gasterospeed.rules.loss import Hit, Jostled, Threat, Wave
from domain.games.gasterospeed.rules.moving_cards import LETTUCE_STEPS
from domain.games.gasterospeed.rules.race import Placing, free_starts, unplaced
from domain.games.gasterospeed.rules.reach import walk
from domain.games.gasterospeed.rules.shove import moved
from domain.games.gasterospeed.rules.speed import Move
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected


def place(course: Course, seat: Seat, command: do.Place) -> bool:
    """GS-7, GS-23, GS-24"""
    task = asked(course, seat, Placing)
    own(course, seat, command.snail)
    if command.snail not in unplaced(course.race, seat):
        raise Rejected(refusals.AlreadyPlaced(), rule="GS-24", field="snail")
    if command.cell not in free_starts(course.race):
        raise Rejected(refusals.CellNotFree(), rule="GS-23", field="cell")
    name = racing_name(course, command)
    course.todo[:1] = [Placing(task.order[1:])] if task.order[1:] else []
    course.add(SnailPlaced(command.snail, command.cell, name))
    return True


def racing_name(course: Course, command: do.Place) -> str:
    """GS-7: one of the list, given before the first race, unique in the table."""
    snails, name = course.race.snails, command.name
    if name is None or name == snails[command.snail].name:
        return snails[command.snail].name
    if name not in do.RACING_NAMES:
        raise Rejected(refusals.NameNotListed(), rule="GS-7", field="name")
    if course.race.race > 1:
        raise Rejected(refusals.NameTooLate(), rule="GS-7", field="name")
    if name in [snail.name for snail in snails]:
        raise Rejected(refusals.NameTaken(name), rule="GS-7", field="name")
    return name


def take_path(course: Course, seat: Seat, command: do.TakePath) -> bool:
    """GS-39 … GS-42, and Laitue Bleue"""
    task: Any = asked(course, seat, Move, Act)
    if command.snail != task.snail:
        the_one_asked(course, seat, task.snail, command.snail)
    if type(task) is Move:
        cells = walked(course, command, speed.steps_of(course.race, task.snail))
        del course.todo[0]
        speed.crawl(course, task.snail, cells)
    else:
        nibble(course, task, command)
    return True


def nibble(course: Course, task: Act, command: do.TakePath) -> None:
    """Laitue Bleue"""
    if task.executing(course.race) != LETTUCE:
        raise Rejected(refusals.CardWithoutPath(), rule="GS-47")
    cells = walked(course, command, LETTUCE_STEPS)
    del course.todo[0]
    card = action_card(course.race, task.snail)
    assert card is not None
    course.add(ActionPlayed(task.snail, card, None, None))
    close_after(course)
    moved(course, task.snail, "crawl", cells)


def the_one_asked(course: Course, seat: Seat, asked_for: SnailId, snail: SnailId) -> None:
    """GS-38, GS-39: the snail whose owner is asked."""
    if snail != asked_for:
        own(course, seat, snail)
        another = refusals.AnotherMoves(course.race.snails[asked_for].name)
        raise Rejected(another, rule="GS-38", field="snail")


def walked(course: Course, command: do.TakePath, count: int) -> tuple[Cell, ...]:
    """GS-41: the refusal names the index of the bad step."""
    race, here = course.race, cell_of(course.race, command.snail)
    occupied = [each.cell for each in race.snails if each.cell != here]
    path = walk(track_of(race), occupied, here, command.steps, count)
    if path.bad is not None:
        closed = refusals.IllegalPath(path.bad, count)
        raise Rejected(closed, rule="GS-41", field=f"steps[{path.bad}]")
    return path.cells


def endure(course: Course, seat: Seat, command: do.Endure) -> bool:
    """GS-109"""
    task = asked(course, seat, Move)
    the_one_asked(course, seat, task.snail, command.snail)
    if not speed.may_endure(course.race, task.snail):
        raise Rejected(refusals.CannotEndure(), rule="GS-109", field="snail")
    course.todo.pop(0)
    speed.endure(course, task.snail)
    return True


def choose(course: Course, seat: Seat, command: do.Choose) -> bool:
    """GS-47"""
    task = asked(course, seat, Act)
    if command not in task.options(course.race):
        field = "target" if command.target is not None else "direction"
        raise Rejected(refusals.IllegalChoice(), rule="GS-48", field=field)
    course.todo.pop(0)
    execute(course, task.snail, command)
    return True


def react(course: Course, seat: Seat, command: do.React) -> bool:
    """GS-60 … GS-63"""
    task: Threat = asked(course, seat, Hit, Wave, Jostled)
    if not any(card.startswith(command.card) for card in course.race.hands[seat]):
        raise Rejected(refusals.CardNotInHand(f"{command.card}-1"), rule="GS-59", field="card")
    if command.card not in task.reactions(course.race, seat):
        raise Rejected(refusals.CannotReact(), rule="GS-61", field="card")
    snail = task.threatened(course.race)
    assert snail is not None
    course.todo.pop(0)
    loss.reaction(course, snail, command.card)
    if command.card == BACKLASH:
        task.return_it(course)
    return True


def decline(course: Course, seat: Seat, command: do.Decline) -> bool:
    """GS-34, GS-63"""
    task: Ask = asked(course, seat, Hit, Wave, Jostled, RollAgain, ExtraCard)
    course.todo.pop(0)
    if isinstance(task, Threat):
        task.let_happen(course)
    return True


def reroll(course: Course, seat: Seat, command: do.Reroll) -> bool:
    """GS-106"""
    task = asked(course, seat, RollAgain)
    course.todo[0] = Roll(task.purpose, seat, task.snail, True)
    return True


def use_extra_shell(course: Course, seat: Seat, command: do.UseExtraShell) -> bool:
    """GS-107: at any moment of a race; no question is answered by it."""
    race = course.race
    if not race.privileges[seat].extra_shells or not race.turn:
        raise Rejected(refusals.NoExtraShell(), rule="GS-107")
    in_the_race(course, seat, command.snail)
    course.add(ShellAdded(command.snail, "reward", race.snails[command.snail].shells + 1))
    return False
