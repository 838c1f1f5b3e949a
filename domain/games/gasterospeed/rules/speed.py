"""Phases 1 and 2: Speed cards and the moves made with them (GS-37 … GS-43, GS-109)."""

from domain.games.gasterospeed.card_events import CardLost, SpeedsRevealed
from domain.games.gasterospeed.components import SPEEDS, Card, Cell, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.rules.actions import close_after
from domain.games.gasterospeed.rules.board import (
    is_active,
    own_snails,
    speed_card,
)
from domain.games.gasterospeed.rules.moves import moved
from domain.games.gasterospeed.rules.steps import can_step
from domain.games.gasterospeed.rules.track import TRACKS
from domain.games.gasterospeed.snail_events import ShellAdded, SnailMoved
from domain.games.gasterospeed.state import Racing
from domain.games.gasterospeed.todo import AfterMove, LayActions, LaySpeeds, Move
from domain.kernel.ids import Seat

ENDURING = 2  # steps of the cards that may be exchanged for a shell


def speeds_in(hand: tuple[Card, ...]) -> list[Card]:
    return [card for card in hand if card in SPEEDS]


def owners_without_card(race: Racing) -> list[Seat]:
    """GS-37: the owner of each active snail for which nothing is laid yet."""
    laid = zip(race.snails, race.sealed)  # noqa: B905 (as long as each other; quicker without)
    return [snail.seat for snail, card in laid if card is None and snail.status == "active"]


def speeds_missing(race: Racing, task: LaySpeeds) -> bool:
    """GS-37: whether somebody has to lay a card."""
    for snail, card in zip(race.snails, race.sealed):  # noqa: B905
        if card is None and snail.status == "active":
            return True
    return False


def speed_awaited(race: Racing, seat: Seat) -> list[SnailId]:
    """GS-79: the snails of one player for which nothing is laid yet."""
    snails, sealed, own = race.snails, race.sealed, own_snails(race, seat)
    return [each for each in own if sealed[each] is None and snails[each].status == "active"]


def reveal_speeds(course: Course, task: LaySpeeds) -> None:
    """GS-38: the fastest moves first."""
    course.add(SpeedsRevealed(course.race.sealed))
    course.next(*(Move(snail) for snail in by_speed(course.race)), LayActions())


def by_speed(race: Racing) -> list[SnailId]:
    ranks = [
        (-SPEEDS[laid.card].value, number)
        for number, laid in enumerate(race.speeds)
        if laid and laid.card and race.snails[number].status == "active"
    ]
    return [snail for _, snail in sorted(ranks)]


def steps_of(race: Racing, snail: SnailId) -> int:
    """GS-4, GS-41: how far the Speed card of a snail takes it."""
    laid = race.speeds[snail]
    return SPEEDS[laid.card].steps if laid and laid.card else 0


def may_endure(race: Racing, snail: SnailId) -> bool:
    """GS-109: only with a 200-card."""
    return race.settings.endurance and steps_of(race, snail) == ENDURING


def moves(race: Racing, task: Move) -> bool:
    """GS-39: has its player something to decide?"""
    snail = race.snails[task.snail]
    if snail.status != "active":
        return False
    return can_step(race, task.snail) or may_endure(race, task.snail)


def cannot_move(course: Course, task: Move) -> None:
    """GS-41: a move that cannot be made is lost."""
    card = speed_card(course.race, task.snail)
    if card and is_active(course.race, task.snail):
        course.add(CardLost(task.snail, card, "impossible"))


def crawl(course: Course, snail: SnailId, cells: tuple[Cell, ...]) -> None:
    """GS-41, then what the cell reached may lead to (GS-17, GS-85, GS-92, GS-96, GS-99)."""
    if cells[-1] in TRACKS[course.race.circuit].quiet:
        course.add(SnailMoved(snail, "crawl", cells, None))
        return
    close_after(course)
    course.next(AfterMove(snail))
    moved(course, snail, "crawl", cells)


def endure(course: Course, snail: SnailId) -> None:
    """GS-109: one shell back, up to what it started with."""
    each = course.race.snails[snail]
    shells = max(each.shells, min(each.shells + 1, each.full))
    course.add(ShellAdded(snail, "endurance", shells))
