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
    """What it is for."""
    seat: Seat | None
    """The seat, from 0."""
    snail: SnailId | None
    """The snail, from 0."""
    rolled: int
    """What the die shows."""
    again: bool
    """Whether it is done again."""

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
    """The racing name of the snail."""

    def apply(self, state: Racing) -> Racing:
        snail = state.snails[self.snail]
        placed = replace(snail, name=self.name, cell=self.cell, start=self.cell)
        return _with_snail(state, self.snail, placed)


class SnailMoved(PublicEvent, type="gasterospeed.snail_moved", rule="GS-41"):
    """A snail is displaced over these cells, the last of them included; `by` has pushed it."""

    snail: SnailId
    how: How
    """How the snail came to move."""
    cells: tuple[Cell, ...]
    """Cells, as x and y."""
    by: SnailId | None
    """The snail that causes it; null if none does."""

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
    """The snail that the card acts on; null if it needs none."""
    direction: Direction | None
    """Where the card acts, as a compass point; null if it needs none."""


class ShotFired(Announcement, type="gasterospeed.shot_fired", rule="GS-71"):
    """A shot was fired; the result is read from the fire table."""

    snail: SnailId
    target: SnailId
    hit: bool
    """Whether the shot hits."""


class ShellLost(PublicEvent, type="gasterospeed.shell_lost", rule="GS-53"):
    """A snail loses a shell; `left` are left."""

    snail: SnailId
    cause: Cause
    """Why the shell was lost."""
    by: SnailId | None
    """The snail that causes it; null if none does."""
    left: int
    """How many shells the snail has left."""

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
    """The reason why it happened."""
    shells: int
    """How many shells the snail has."""

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
    """How it left the race: `finished`, `ko`, or `removed` from the board."""
    place: Rank | None
    """The place; 1 is first."""
    withdrawn: bool
    """Whether the snail was withdrawn."""

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
