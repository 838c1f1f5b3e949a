"""The engine does what is left to do until a question is open or nothing is left."""

from domain.games.gasterospeed.course import Course, Task
from domain.games.gasterospeed.events import QuestionPut
from domain.games.gasterospeed.rules.race import next_race
from domain.games.gasterospeed.state import Racing


def run(course: Course) -> None:
    """Until somebody has to decide, or the championship is over; after a race, the next begins."""
    while isinstance(course.race, Racing):
        if not course.todo:
            next_race(course)
        task: Task = course.todo[0]
        if task.asks(course.race):
            course.add(QuestionPut(tuple(course.todo)))
            return
        del course.todo[0]
        task.do(course)
