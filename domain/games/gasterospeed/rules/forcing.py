"""Cards that force their way: whoever is entered first may answer (GS-18, GS-62, GS-65)."""

from abc import abstractmethod
from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.gasterospeed.components import Direction, SnailId
from domain.games.gasterospeed.course import Course, Task
from domain.games.gasterospeed.event_types.snails import How
from domain.games.gasterospeed.rules.board import is_active, owner, track_of
from domain.games.gasterospeed.rules.loss import Jostled
from domain.games.gasterospeed.rules.shove import Shift, displace
from domain.games.gasterospeed.state import Racing


class Forcing(Task, frozen=True):
    """A step of such a card; `asked`: the first snail entered has had its window (GS-62)."""

    @property
    @abstractmethod
    def snail(self) -> SnailId: ...

    @property
    @abstractmethod
    def asked(self) -> bool: ...

    def force(
        self, course: Course, direction: Direction, shifts: Sequence[Shift], how: How, *then: Task
    ) -> None:
        """Displace the snails, then go on with the card unless terrain has ended it (GS-18)."""
        race = course.race
        if not self.asked and (first := entered(race, shifts, self.snail)) is not None:
            course.next(Jostled(first, self.snail, direction), replace(self, asked=True))
            return
        if shifts[-1].cells[0] not in track_of(race).stops:
            course.next(*then)
        displace(course, shifts, self.snail, how)


def entered(race: Racing, shifts: Sequence[Shift], mover: SnailId) -> SnailId | None:
    """GS-62: the first snail entered, if it may answer a bousculade."""
    if not race.settings.backlash_vs_shove or len(shifts) < 2:
        return None
    first = shifts[-2].snail
    may = is_active(race, first) and owner(race, first) != owner(race, mover)
    return first if may else None
