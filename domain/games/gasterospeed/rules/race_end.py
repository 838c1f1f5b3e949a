"""The end of a race, and its score (GS-85 … GS-87)."""

from domain.games.gasterospeed.course import Course, Task
from domain.games.gasterospeed.event_types.championship import RaceScored
from domain.games.gasterospeed.rules.board import active
from domain.games.gasterospeed.rules.scoring import by_seat, race_places, race_points, shells_kept


class RaceCheck(Task, frozen=True):
    """End the race if at most one snail is left (GS-85)."""

    def do(self, course: Course) -> None:
        """GS-85: made after every single card, too."""
        if len(active(course.race)) <= 1:
            end_race(course)


def end_race(course: Course, stopped: bool = False) -> None:
    """GS-85 … GS-87: what was still to be done is dropped, so the next race follows."""
    course.todo.clear()
    race = course.race
    places = race_places(race)
    points = race_points(places, race.settings.points)
    gained = by_seat(race, points)
    totals = tuple(had + got for had, got in zip(race.points, gained, strict=True))
    kept = shells_kept(race)
    course.add(RaceScored(places, points, kept, totals, race.arrivals, stopped))
