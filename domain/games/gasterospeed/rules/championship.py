"""The end of a championship, and what its champions take to the next (GS-88, GS-106, GS-107)."""

from domain.games.gasterospeed.components import BOX
from domain.games.gasterospeed.course import Course, Task
from domain.games.gasterospeed.event_types.championship import ChampionshipFinished, RewardWon
from domain.games.gasterospeed.rules.dice import Roll
from domain.games.gasterospeed.rules.scoring import champions, final_places, scores
from domain.kernel.ids import Seat

REROLL, EXTRA_CARD, EXTRA_SHELL = "reroll", "extra_card", "extra_shell"


def finish(course: Course) -> None:
    """GS-88; under GS-106 the champions roll for their bonus first."""
    speedy = course.race.settings.speedy
    course.next(Bonus(champions(course.race) if speedy else ()))


class Bonus(Task, frozen=True):
    """The champions roll for their bonus; `seat` rolled last (GS-106)."""

    champions: tuple[Seat, ...]
    seat: Seat | None = None

    def do(self, course: Course) -> None:
        """GS-106: 1-4 re-rolls, 5-8 extra cards; a shared title is rolled for by each."""
        if self.seat is not None:
            reroll = course.race.die in BOX.bonus_roll[REROLL]
            course.add(RewardWon(self.seat, REROLL if reroll else EXTRA_CARD))
        if self.champions:
            seat, *rest = self.champions
            course.next(Roll("bonus", seat), Bonus(tuple(rest), seat))
            return
        crown(course)


def crown(course: Course) -> None:
    """GS-88, GS-107"""
    places = final_places(course.race)
    if course.race.settings.coquillards:
        for seat, place in enumerate(places):
            if place == 1:
                course.add(RewardWon(seat, EXTRA_SHELL))
    course.todo.clear()
    course.add(ChampionshipFinished(places, scores(course.race)))
