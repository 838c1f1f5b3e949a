"""What happens to snails: dice, moves, shells, the end of a race."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.games.gasterospeed.components import Card, Cell, Direction, SnailId
from domain.games.gasterospeed.state import Cause, Purpose, Racing, Snail
from domain.kernel.ids import Rank, Seat
from domain.kernel.messages import Announcement, PublicEvent, put

How: TypeAlias = Literal[
    "crawl", "bound", "shove", "set_back", "start_line", "mole", "current", "kick"
]
CITED: dict[How, str] = {
    "crawl": "GS-41",
    "bound": "GS-56",
    "shove": "GS-66",
    "set_back": "GS-67",
    "start_line": "GS-69",
    "mole": "GS-96",
    "current": "GS-97",
    "kick": "GS-99",
}


class DieRolled(PublicEvent, type="gasterospeed.die_rolled", rule="GS-9"):
    """The D8 is rolled, for a seat or for the circuit; `again` = a champion's second roll."""

    purpose: Purpose
    seat: Seat | None
    snail: SnailId | None
    rolled: int
    again: bool

    def apply(self, state: Racing) -> Racing:
        if not self.again:
            return replace(state, die=self.rolled)
        assert self.seat is not None
        had = state.privileges[self.seat]
        left = replace(had, rerolls=had.rerolls - 1)
        privileges = put(state.privileges, self.seat, left)
        return replace(state, die=self.rolled, privileges=privileges)


class SnailPlaced(PublicEvent, type="gasterospeed.snail_placed", rule="GS-23"):
    """A snail stands on its start cell."""

    snail: SnailId
    cell: Cell
    name: str

    def apply(self, state: Racing) -> Racing:
        snail = state.snails[self.snail]
        placed = replace(snail, name=self.name, cell=self.cell, start=self.cell)
        return _with_snail(state, self.snail, placed)


class SnailMoved(PublicEvent, type="gasterospeed.snail_moved", rule="GS-41"):
    """A snail is displaced over these cells, the last of them included; `by` has pushed it."""

    snail: SnailId
    how: How
    cells: tuple[Cell, ...]
    by: SnailId | None

    def cites(self) -> str:
        return CITED[self.how]

    def apply(self, state: Racing) -> Racing:
        snail = state.snails[self.snail]
        there = replace(snail, cell=self.cells[-1], moves=snail.moves + 1)
        return replace(state, snails=put(state.snails, self.snail, there))


class ActionPlayed(Announcement, type="gasterospeed.action_played", rule="GS-47"):
    """An Action card is executed."""

    snail: SnailId
    card: Card
    target: SnailId | None
    direction: Direction | None


class ShotFired(Announcement, type="gasterospeed.shot_fired", rule="GS-71"):
    """A shot was fired; the result is read from the fire table."""

    snail: SnailId
    target: SnailId
    hit: bool


class ShellLost(PublicEvent, type="gasterospeed.shell_lost", rule="GS-53"):
    """A snail loses a shell; `left` are left."""

    snail: SnailId
    cause: Cause
    by: SnailId | None
    left: int

    def cites(self) -> str:
        return LOST_BY[self.cause]

    def apply(self, state: Racing) -> Racing:
        return _with_snail(state, self.snail, replace(state.snails[self.snail], shells=self.left))


LOST_BY: dict[Cause, str] = {
    "turbo_firecracker": "GS-60",
    "shot": "GS-53",
    "feeler_blow": "GS-51",
    "shock": "GS-72",
    "burr": "GS-92",
    "plant": "GS-94",
    "bramble": "GS-95",
    "cleaver": "GS-98",
}


class ShellAdded(PublicEvent, type="gasterospeed.shell_added", rule="GS-109"):
    """A snail gains a shell, unless it has all: it rests, or its player has an extra shell."""

    snail: SnailId
    why: Literal["endurance", "reward"]
    shells: int

    def cites(self) -> str:
        return "GS-109" if self.why == "endurance" else "GS-107"

    def apply(self, state: Racing) -> Racing:
        snail = state.snails[self.snail]
        after = _with_snail(state, self.snail, replace(snail, shells=self.shells))
        if self.why == "endurance":
            return after
        had = state.privileges[snail.seat]
        left = replace(had, extra_shells=had.extra_shells - 1)
        return replace(after, privileges=put(state.privileges, snail.seat, left))


class SnailOut(PublicEvent, type="gasterospeed.snail_out", rule="GS-84"):
    """A snail leaves the race: over the line at `place`, K.O. on its cell, or taken off."""

    snail: SnailId
    status: Literal["finished", "ko", "removed"]
    place: Rank | None
    withdrawn: bool

    def cites(self) -> str:
        if self.withdrawn:
            return "GS-35"
        return {"finished": "GS-84", "ko": "GS-82", "removed": "GS-83"}[self.status]

    def apply(self, state: Racing) -> Racing:
        snail = state.snails[self.snail]
        if self.status == "ko":
            return _with_snail(state, self.snail, replace(snail, status="ko"))
        after = _with_snail(state, self.snail, replace(snail, status=self.status, cell=None))
        if self.place is None:
            return after
        return replace(after, arrivals=(*state.arrivals, self.snail))


def _with_snail(state: Racing, number: SnailId, snail: Snail) -> Racing:
    return replace(state, snails=put(state.snails, number, snail))


Moving: TypeAlias = DieRolled | SnailMoved | ShotFired
Suffering: TypeAlias = ShellLost | ShellAdded | SnailOut
