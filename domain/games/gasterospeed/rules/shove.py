"""Bousculade: who is displaced when a snail forces its way (GS-56, GS-65 … GS-70)."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from domain.games.gasterospeed.components import Cell, Direction, SnailId
from domain.games.gasterospeed.rules.steps import arriving
from domain.games.gasterospeed.rules.track import Track, absolute, beside, relative
from domain.kernel.messages import Value

Starts: TypeAlias = tuple[Cell | None, ...]  # by snail
Pushed: TypeAlias = Literal["shove", "set_back", "start_line"]
BACKWARDS = (5, 6, 7)
EDGE = "#"  # off the circuit


class Shift(Value, frozen=True):
    """One snail is displaced; `how` is None for the mover itself."""

    snail: SnailId
    cells: tuple[Cell, ...]
    how: Pushed | None


class Crowd(NamedTuple):
    """The snails on a circuit; `inner_rails`: walls and obstacles set back too (GS-67)."""

    track: Track
    board: Mapping[Cell, SnailId]
    starts: Starts
    inner_rails: bool


class Crush:
    """One step that shoves, worked out on a copy of the board: all of it happens, or nothing."""

    def __init__(self, crowd: Crowd) -> None:
        self.track, self.starts, self.inner_rails = crowd.track, crowd.starts, crowd.inner_rails
        self.board = dict(crowd.board)
        self.shifts: list[Shift] = []

    def shove(self, a: Cell, direction: Direction, chain: frozenset[SnailId]) -> bool:
        """GS-66: does the snail on `a` leave its cell in this direction?"""
        behind = relative(self.track.heading[a], direction) in BACKWARDS
        if behind and a in self.track.start_line:
            return False  # GS-69
        ahead = self.track.step[a][direction]
        if ahead is not None:
            return self.make_way(a, ahead, direction, chain, "shove")
        return self.is_rail(a, direction) and self.set_back(a, direction, chain)

    def is_rail(self, a: Cell, direction: Direction) -> bool:
        """GS-67, GS-91: the edge; with `inner_rails` all that is closed, except soft carrots."""
        glyph = self.track.glyph.get(beside(a, direction), EDGE)
        soft = glyph == "O" and self.track.circuit.special_rule_id == "carrots"
        return glyph == EDGE or (self.inner_rails and not soft)

    def set_back(self, a: Cell, direction: Direction, chain: frozenset[SnailId]) -> bool:
        """GS-67: one cell back, if it can go there."""
        back = absolute(self.track.heading[a], 6)
        behind = self.track.step[a][back]
        if direction == back or behind is None or a in self.track.start_line:
            return False
        return self.make_way(a, behind, back, chain, "set_back")

    def make_way(
        self, a: Cell, n: Cell, direction: Direction, chain: frozenset[SnailId], how: Pushed
    ) -> bool:
        """From `a` to `n`, after whoever stands there has left it (GS-68)."""
        snail = self.board[a]
        if n in self.track.start_line and a not in self.track.start_line:
            return self.behind_the_line(a, snail)
        if n in self.board:
            if self.board[n] in chain:
                return False
            if not self.shove(n, direction, chain | {snail}) or n in self.board:
                return False
        self.shift(a, arriving(self.track, self.board, n, direction), how)
        return True

    def behind_the_line(self, a: Cell, snail: SnailId) -> bool:
        """GS-69: its own start cell, or the nearest free one."""
        own = self.starts[snail]
        assert own is not None
        free = [cell for cell in self.track.starts if cell not in self.board]
        place = min(free, key=lambda cell: (abs(cell[0] - own[0]), cell[0]))
        self.shift(a, (place,), "start_line")
        return True

    def shift(self, a: Cell, cells: tuple[Cell, ...], how: Pushed | None) -> None:
        snail = self.board.pop(a)
        if cells[-1] not in self.track.finish:
            self.board[cells[-1]] = snail
        self.shifts.append(Shift(snail, cells, how))


def forced(
    crowd: Crowd, start: Cell, landing: Cell | None, direction: Direction
) -> list[Shift] | None:
    """The mover comes to `landing` (None: it cannot), whoever stands there is shoved first."""
    if landing is None:
        return None
    crush = Crush(crowd)
    mover = frozenset((crush.board[start],))
    if landing in crush.board and not crush.shove(landing, direction, mover):
        return None
    if landing in crush.board:
        return None
    crush.shift(start, arriving(crowd.track, crush.board, landing, direction), None)
    return crush.shifts


def pushed(crowd: Crowd, cell: Cell, direction: Direction, chain: Iterable[SnailId]) -> list[Shift]:
    """The snail on this cell is shoved from outside; nothing happens if it cannot leave."""
    crush = Crush(crowd)
    return crush.shifts if crush.shove(cell, direction, frozenset(chain)) else []
