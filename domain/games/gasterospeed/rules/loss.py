"""Losing shells, and the two reactions against it (GS-60 … GS-64, GS-73 … GS-76, GS-82)."""

from abc import abstractmethod

from domain.games.gasterospeed.commands import Decline, React, Reaction
from domain.games.gasterospeed.components import (
    BACKLASH,
    REACTIONS,
    REINFORCEMENT,
    Direction,
    SnailId,
    kind_of,
)
from domain.games.gasterospeed.course import ALONE, Answers, Ask, Course, Question, Task
from domain.games.gasterospeed.event_types.cards import ReactionPlayed
from domain.games.gasterospeed.event_types.snails import ShellLost
from domain.games.gasterospeed.rules.board import is_active, owner
from domain.games.gasterospeed.rules.finish import knocked_out
from domain.games.gasterospeed.rules.shove import displace, thrown
from domain.games.gasterospeed.rules.track import opposite
from domain.games.gasterospeed.state import Cause, Racing
from domain.kernel.ids import BySeat, Seat


class Threat(Ask, frozen=True):
    """A window for a reaction; it opens whatever the owner of the snail holds (GS-63, GS-64)."""

    @property
    @abstractmethod
    def by(self) -> SnailId | None:
        """Return the snail it comes from."""

    @abstractmethod
    def threatened(self, race: Racing) -> SnailId | None:
        """GS-63, GS-64: whose window this is; None if nobody is there to be hurt."""

    @abstractmethod
    def let_happen(self, course: Course) -> None:
        """Go on without a reaction."""

    @abstractmethod
    def return_it(self, course: Course) -> None:
        """GS-61, GS-62, GS-75: it goes back to where it came from."""

    def asks(self, race: Racing) -> bool:
        return self.threatened(race) is not None

    def question(self, race: Racing) -> Question | None:
        snail = self.threatened(race)
        return None if snail is None else Question("react", ALONE[race.snails[snail].seat])

    def answers(self, race: Racing, seat: Seat) -> Answers:
        return [Decline(), *(React(card) for card in self.reactions(race, seat))]

    def reactions(self, race: Racing, seat: Seat) -> tuple[Reaction, ...]:
        """Return the reactions that this hand allows."""
        kinds = {kind_of(card) for card in race.hands[seat] if card in REACTIONS}
        allowed: list[Reaction] = []
        if REINFORCEMENT in kinds and self.costs_a_shell():
            allowed.append("shell_reinforcement")
        if BACKLASH in kinds and self.may_be_returned(race):
            allowed.append("backlash")
        return tuple(allowed)

    def costs_a_shell(self) -> bool:
        return True

    def may_be_returned(self, race: Racing) -> bool:
        """GS-61, GS-62: only what a card or a Retour de bâton of another player does."""
        snail, by = self.threatened(race), self.by
        return snail is not None and by is not None and owner(race, by) != owner(race, snail)


class Hit(Threat, frozen=True):
    """The player of a snail that is about to lose a shell to `by` may react (GS-63)."""

    snail: SnailId
    cause: Cause
    by: SnailId | None = None

    def threatened(self, race: Racing) -> SnailId | None:
        return self.snail if is_active(race, self.snail) else None

    def let_happen(self, course: Course) -> None:
        suffer(course, self.snail, self.cause, self.by)

    def return_it(self, course: Course) -> None:
        assert self.by is not None
        course.next(Hit(self.by, self.cause, self.snail))


class Wave(Threat, frozen=True):
    """A Choc of `by` reaches `line[at]` and moves on by `step`; its player may react (GS-73)."""

    line: BySeat[SnailId]
    at: int
    step: int
    by: SnailId

    def threatened(self, race: Racing) -> SnailId | None:
        if not 0 <= self.at < len(self.line):
            return None
        snail = self.line[self.at]
        return snail if is_active(race, snail) else None

    def let_happen(self, course: Course) -> None:
        """GS-73: the shell is lost, and the wave goes on."""
        course.next(Wave(self.line, self.at + self.step, self.step, self.by))
        suffer(course, self.line[self.at], "shock", self.by)

    def return_it(self, course: Course) -> None:
        back = -self.step
        course.next(Wave(self.line, self.at + back, back, self.line[self.at]))

    def do(self, course: Course) -> None:
        """GS-73, GS-76: the wave finds nobody active here; it goes on or leaves the line."""
        if 0 <= self.at < len(self.line):
            course.next(Wave(self.line, self.at + self.step, self.step, self.by))


class Jostled(Threat, frozen=True):
    """The player of a snail about to be shoved may react; the next task shoves it (GS-62)."""

    snail: SnailId
    by: SnailId
    direction: Direction

    def threatened(self, race: Racing) -> SnailId | None:
        return self.snail if is_active(race, self.snail) else None

    def costs_a_shell(self) -> bool:
        return False

    def let_happen(self, course: Course) -> None:
        """The shove is made."""

    def return_it(self, course: Course) -> None:
        course.todo.pop(0)  # the shove is not made, and the card ends
        course.next(ThrownBack(self.by, opposite(self.direction), self.snail))


class ThrownBack(Task, frozen=True):
    """Shove the snail that moved (GS-62)."""

    snail: SnailId
    direction: Direction
    by: SnailId

    def do(self, course: Course) -> None:
        shifts = thrown(course.race, self.snail, self.direction, self.by)
        if shifts:
            displace(course, shifts, self.by, "shove")


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
