"""Answers about snails: where they start and go, whom they aim at, how they react."""

from typing import Any

from domain.games.gasterospeed.answers.cards import asked, in_the_race, not_held, own
from domain.games.gasterospeed.commands import (
    Choose,
    Decline,
    Endure,
    Place,
    React,
    Reroll,
    TakePath,
    UseExtraShell,
)
from domain.games.gasterospeed.components import RETOUR, Cell, SnailId
from domain.games.gasterospeed.course import Ask, Course
from domain.games.gasterospeed.racing_names import RACING_NAMES
from domain.games.gasterospeed.rules import loss, speed
from domain.games.gasterospeed.rules.actions import LAITUE, Act, close_after, execute
from domain.games.gasterospeed.rules.board import (
    action_card,
    cell_of,
    track_of,
)
from domain.games.gasterospeed.rules.dice import Roll, RollAgain
from domain.games.gasterospeed.rules.loss import Hit, Jostled, Threat, Wave
from domain.games.gasterospeed.rules.moves import moved
from domain.games.gasterospeed.rules.race import Placing, free_starts, unplaced
from domain.games.gasterospeed.rules.refill import ExtraCard
from domain.games.gasterospeed.rules.slides import LAITUE_STEPS
from domain.games.gasterospeed.rules.speed import Move
from domain.games.gasterospeed.rules.steps import walk
from domain.games.gasterospeed.snail_events import ActionPlayed, ShellAdded, SnailPlaced
from domain.kernel.ids import Seat
from domain.kernel.rejection import Rejected


def place(course: Course, seat: Seat, command: Place) -> bool:
    """GS-7, GS-23, GS-24"""
    task = asked(course, seat, Placing)
    own(course, seat, command.snail)
    if command.snail not in unplaced(course.race, seat):
        placed = "This snail is already placed.", "Cet escargot est déjà placé."
        raise Rejected("cell_not_free", placed, "GS-24", "snail")
    if command.cell not in free_starts(course.race):
        taken = "Choose a free start cell.", "Choisissez une case de départ libre."
        raise Rejected("cell_not_free", taken, "GS-23", "cell")
    name = racing_name(course, command)
    course.todo[:1] = [Placing(task.order[1:])] if task.order[1:] else []
    course.add(SnailPlaced(command.snail, command.cell, name))
    return True


def racing_name(course: Course, command: Place) -> str:
    """GS-7: one of the list, given before the first race, unique in the table."""
    snails, name = course.race.snails, command.name
    if name is None or name == snails[command.snail].name:
        return snails[command.snail].name
    if name not in RACING_NAMES:
        listed = (
            "Choose a racing name from the list that the actions of this seat contain.",
            "Choisissez un nom de guerre dans la liste que donnent les actions de cette place.",
        )
        raise Rejected("bad_name", listed, "GS-7", "name")
    if course.race.race > 1:
        early = (
            "A racing name is given before the first race.",
            "Un nom de guerre se donne avant la première course.",
        )
        raise Rejected("bad_name", early, "GS-7", "name")
    if name in [snail.name for snail in snails]:
        other = (
            f"Another snail is already named {name}.",
            f"Un autre escargot s'appelle déjà {name}.",
        )
        raise Rejected("name_taken", other, "GS-7", "name")
    return name


def take_path(course: Course, seat: Seat, command: TakePath) -> bool:
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


def nibble(course: Course, task: Act, command: TakePath) -> None:
    """Laitue Bleue"""
    if task.executing(course.race) != LAITUE:
        still = (
            "This card does not move by a path.",
            "Cette carte ne se joue pas avec un chemin.",
        )
        raise Rejected("not_your_prompt", still, "GS-47")
    cells = walked(course, command, LAITUE_STEPS)
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
        name = course.race.snails[asked_for].name
        other = f"{name} is to move.", f"C'est à {name} de bouger."
        raise Rejected("snail_not_active", other, "GS-38", "snail")


def walked(course: Course, command: TakePath, count: int) -> tuple[Cell, ...]:
    """GS-41: the refusal names the index of the bad step."""
    race, here = course.race, cell_of(course.race, command.snail)
    occupied = [each.cell for each in race.snails if each.cell != here]
    path = walk(track_of(race), occupied, here, command.steps, count)
    if path.bad is not None:
        closed = (
            f"Step {path.bad} cannot be made; the card takes {count}.",
            f"Le pas {path.bad} est impossible ; la carte en demande {count}.",
        )
        raise Rejected("illegal_path", closed, "GS-41", f"steps[{path.bad}]")
    return path.cells


def endure(course: Course, seat: Seat, command: Endure) -> bool:
    """GS-109"""
    task = asked(course, seat, Move)
    the_one_asked(course, seat, task.snail, command.snail)
    if not speed.may_endure(course.race, task.snail):
        must = "The snail must move.", "L'escargot doit avancer."
        raise Rejected("cannot_endure", must, "GS-109", "snail")
    course.todo.pop(0)
    speed.endure(course, task.snail)
    return True


def choose(course: Course, seat: Seat, command: Choose) -> bool:
    """GS-47"""
    task = asked(course, seat, Act)
    if command not in task.options(course.race):
        field = "target" if command.target is not None else "direction"
        barred = "The card does not allow this.", "La carte ne permet pas cela."
        raise Rejected("illegal_choice", barred, "GS-48", field)
    course.todo.pop(0)
    execute(course, task.snail, command)
    return True


def react(course: Course, seat: Seat, command: React) -> bool:
    """GS-60 … GS-63"""
    task: Threat = asked(course, seat, Hit, Wave, Jostled)
    if not any(card.startswith(command.card) for card in course.race.hands[seat]):
        raise Rejected("card_not_in_hand", not_held(f"{command.card}-1"), "GS-59", "card")
    if command.card not in task.reactions(course.race, seat):
        useless = (
            "This reaction card has no effect against this.",
            "Cette parade est sans effet contre cela.",
        )
        raise Rejected("cannot_react", useless, "GS-61", "card")
    snail = task.threatened(course.race)
    assert snail is not None
    course.todo.pop(0)
    loss.reaction(course, snail, command.card)
    if command.card == RETOUR:
        task.return_it(course)
    return True


def decline(course: Course, seat: Seat, command: Decline) -> bool:
    """GS-34, GS-63"""
    task: Ask = asked(course, seat, Hit, Wave, Jostled, RollAgain, ExtraCard)
    course.todo.pop(0)
    if isinstance(task, Threat):
        task.let_happen(course)
    return True


def reroll(course: Course, seat: Seat, command: Reroll) -> bool:
    """GS-106"""
    task = asked(course, seat, RollAgain)
    course.todo[0] = Roll(task.purpose, seat, task.snail, True)
    return True


def use_extra_shell(course: Course, seat: Seat, command: UseExtraShell) -> bool:
    """GS-107: at any moment of a race; no question is answered by it."""
    race = course.race
    if not race.privileges[seat].extra_shells or not race.turn:
        none = (
            "You have no extra shell to use now.",
            "Vous n'avez pas de coquille supplémentaire à utiliser maintenant.",
        )
        raise Rejected("no_extra_shell", none, "GS-107")
    in_the_race(course, seat, command.snail)
    course.add(ShellAdded(command.snail, "reward", race.snails[command.snail].shells + 1))
    return False
