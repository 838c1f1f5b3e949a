"""Phases 1 and 2: Speed cards and the moves made with them (GS-37 … GS-43, GS-109)."""

from domain.games.gasterospeed.commands import Endure, Hesitate
from domain.games.gasterospeed.components import SPEEDS, Card, Cell, SnailId
from domain.games.gasterospeed.course import ALONE, Answers, Ask, Course, Question
from domain.games.gasterospeed.event_types.cards import CardLost
from domain.games.gasterospeed.event_types.snails import ShellAdded, SnailMoved
from domain.games.gasterospeed.rules.actions import close_after
from domain.games.gasterospeed.rules.board import is_active, own_snails, speed_card
from domain.games.gasterospeed.rules.reach import can_step, paths
from domain.games.gasterospeed.rules.shove import moved
from domain.games.gasterospeed.rules.terrain import AfterMove
from domain.games.gasterospeed.rules.track import TRACKS
from domain.games.gasterospeed.state import Racing
from domain.kernel.game import Chance
from domain.kernel.ids import Seat

ENDURING = 2  # steps of the cards that may be exchanged for a shell


def speeds_in(hand: tuple[Card, ...]) -> list[Card]:
    return [card for card in hand if card in SPEEDS]


def speed_awaited(race: Racing, seat: Seat) -> list[SnailId]:
    """GS-79: the snails of one player for which nothing is laid yet."""
    snails, sealed, own = race.snails, race.sealed, own_snails(race, seat)
    return [each for each in own if sealed[each] is None and snails[each].status == "active"]


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


class Move(Ask, frozen=True):
    """The player of this snail must choose its path (GS-39)."""

    snail: SnailId

    def asks(self, race: Racing) -> bool:
        """GS-39: has its player something to decide?"""
        if race.snails[self.snail].status != "active":
            return False
        return can_step(race, self.snail) or may_endure(race, self.snail)

    def question(self, race: Racing) -> Question:
        return Question("path", ALONE[race.snails[self.snail].seat])

    def is_put_to(self, race: Racing, seat: Seat) -> bool:
        return race.snails[self.snail].seat == seat

    def answers(self, race: Racing, seat: Seat) -> Answers:
        answers = paths(race, self.snail, steps_of(race, self.snail))
        if race.settings.endurance and may_endure(race, self.snail):
            return (*answers, Endure(self.snail))
        return answers

    def lapse(self, race: Racing, seat: Seat, chance: Chance) -> Hesitate:
        """GS-34: a turn that nobody plays is lost."""
        return Hesitate()

    def do(self, course: Course) -> None:
        """GS-41: a move that cannot be made is lost."""
        card = speed_card(course.race, self.snail)
        if card and is_active(course.race, self.snail):
            course.add(CardLost(self.snail, card, "impossible"))


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
