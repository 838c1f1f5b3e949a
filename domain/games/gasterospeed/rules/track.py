"""A circuit as tables of open ways, worked out once (GS-10 … GS-16, GS-56)."""

from collections import deque
from collections.abc import Iterable

from domain.games.gasterospeed.components import CIRCUITS, Cell, Circuit, Direction

DIRECTIONS: tuple[Direction, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
INDEX: dict[Direction, int] = {name: n for n, name in enumerate(DIRECTIONS)}
VECTORS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
HEADINGS: dict[str, Direction] = {"^": "N", ">": "E", "v": "S", "<": "W"}
IMPASSABLE = frozenset("#OVQ")
NOT_FLOWN_OVER = frozenset("#VQ")
ARROWS = frozenset("^>v<")
STOPPING = frozenset("F~r")  # GS-18, GS-42
HOLES = "1234"
ENDING = f"Fb{HOLES}"  # GS-17, GS-92, GS-96: something follows if a displacement ends there
FAR = 9999


def absolute(heading: Direction, relative: int) -> Direction:
    """GS-13"""
    return DIRECTIONS[(INDEX[heading] + relative - 2) % 8]


def relative(heading: Direction, direction: Direction) -> int:
    """GS-12, GS-13 the other way round: 1 to 8."""
    return (INDEX[direction] - INDEX[heading] + 1) % 8 + 1


def opposite(direction: Direction) -> Direction:
    return DIRECTIONS[(INDEX[direction] + 4) % 8]


class Track:
    """Immutable after it is made. A way is None where it is closed."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self.glyph: dict[Cell, str] = {
            (x, y): glyph for y, row in enumerate(circuit.map) for x, glyph in enumerate(row)
        }
        self.walls = frozenset(_wall(x, y, side) for x, y, side in circuit.walls)
        self.cells = tuple(c for c, glyph in self.glyph.items() if glyph not in IMPASSABLE)
        self.heading: dict[Cell, Direction] = {
            (x, y): HEADINGS[circuit.heading[y][x]] for x, y in self.cells
        }
        self.starts = tuple(cell for cell in self.cells if self.glyph[cell] == "S")
        self.start_line, self.finish = frozenset(self.starts), frozenset(self._all_of("F"))
        self.step = {c: {d: self._step(c, d) for d in DIRECTIONS} for c in self.cells}
        self.blow = {c: {d: self._blow(c, d) for d in DIRECTIONS} for c in self.cells}
        self.struck = {c: frozenset(blows.values()) - {None} for c, blows in self.blow.items()}
        self.line = {c: {d: self._line(c, d) for d in DIRECTIONS} for c in self.cells}
        self.forward = {c: tuple(self._around(c, (1, 2, 3))) for c in self.cells}
        self.slipstream = {
            c: frozenset(beside(c, way) for way in self._around(c, (5, 6, 7))) for c in self.cells
        }
        self.flight = {c: {d: self._flight(c, d) for d in DIRECTIONS} for c in self.cells}
        self.ways: dict[Cell, tuple[tuple[Direction, Cell], ...]] = {
            c: tuple((d, n) for d, n in ways.items() if n is not None)
            for c, ways in self.step.items()
        }
        self.neighbours = {c: frozenset(n for _, n in ways) for c, ways in self.ways.items()}
        self.by_plant, self.by_bumper = self._orthogonal("V"), self._orthogonal("Q")
        self.stops = frozenset(c for c in self.cells if self.glyph[c] in STOPPING)
        self.ice = frozenset(self._all_of("~"))
        self.quiet = frozenset(self.cells) - self.by_bumper - self._all_of(ENDING)
        self.distance = self._distances()
        self.way_home = self._ways_home()

    def _all_of(self, glyphs: str) -> set[Cell]:
        return {cell for cell in self.cells if self.glyph[cell] in glyphs}

    def _orthogonal(self, glyph: str) -> frozenset[Cell]:
        """GS-94, GS-99: the cells that have this on one of their four sides."""
        return frozenset(
            cell
            for cell in self.cells
            if any(self.glyph.get(beside(cell, way)) == glyph for way in ("N", "E", "S", "W"))
        )

    def _step(self, a: Cell, d: Direction) -> Cell | None:
        """GS-15, GS-16"""
        n = beside(a, d)
        if self.glyph.get(n, "#") in IMPASSABLE or self._walled(a, n) or self._corde(a, n):
            return None
        corners = _corners(a, n)
        if corners and all(self.glyph.get(c, "#") in IMPASSABLE for c in corners):
            return None
        return n

    def _blow(self, a: Cell, d: Direction) -> Cell | None:
        """GS-72: a blow is stopped by what is impassable and by thin walls only."""
        n = beside(a, d)
        return None if self.glyph.get(n, "#") in IMPASSABLE or self._walled(a, n) else n

    def _line(self, a: Cell, d: Direction) -> tuple[Cell, ...]:
        """GS-72: the cells that a blow passes over."""
        cells: list[Cell] = []
        cell = self.blow[a][d]
        while cell is not None:
            cells.append(cell)
            cell = self.blow[cell][d]
        return tuple(cells)

    def _around(self, a: Cell, relatives: Iterable[int]) -> list[Direction]:
        """GS-11, GS-13: relative directions of a snail on this cell as absolute ones."""
        return [absolute(self.heading[a], each) for each in relatives]

    def _flight(self, a: Cell, d: Direction) -> Cell | None:
        """GS-56: where a bound lands; the first cell if that is beyond the finish line."""
        o = beside(a, d)
        if self.glyph.get(o, "#") in NOT_FLOWN_OVER or self._walled(a, o) or self._corde(a, o):
            return None
        if self.glyph[o] == "F":
            return o
        n = beside(o, d)
        if self.glyph.get(n, "#") in IMPASSABLE or self._walled(o, n) or self._corde(o, n):
            return None
        return n

    def _walled(self, a: Cell, n: Cell) -> bool:
        """GS-15 (2): between two cells, or at the corner they meet in."""
        corners = _corners(a, n)
        if not corners:
            return _between(a, n) in self.walls
        sides = ((a, c) for c in corners), ((n, c) for c in corners)
        return any(_between(p, q) in self.walls for pair in sides for p, q in pair)

    def _corde(self, a: Cell, n: Cell) -> bool:
        """GS-16: no diagonal on, off or past an arrow cell."""
        corners = _corners(a, n)
        return bool(corners) and any(self.glyph.get(c) in ARROWS for c in (a, n, *corners))

    def _distances(self) -> dict[Cell, int]:
        """Open steps to the finish line, ignoring snails."""
        distance = dict.fromkeys(self.cells, FAR) | dict.fromkeys(self.finish, 0)
        queue = deque(self.finish)
        while queue:
            cell = queue.popleft()
            for _, n in self.ways[cell]:
                if distance[n] == FAR:
                    distance[n] = distance[cell] + 1
                    queue.append(n)
        return distance

    def _ways_home(self) -> dict[Cell, frozenset[Cell]]:
        """The cells of one shortest path to the finish line, from each cell that has one."""
        home = {cell: frozenset((cell,)) for cell in self.finish}
        for cell in sorted(self.cells, key=self.distance.__getitem__):
            nearer = (n for _, n in self.ways[cell] if self.distance[n] < self.distance[cell])
            if (ahead := next(nearer, None)) is not None:
                home[cell] = home[ahead] | {cell}
        return home


def beside(cell: Cell, direction: Direction) -> Cell:
    dx, dy = VECTORS[INDEX[direction]]
    return cell[0] + dx, cell[1] + dy


def _corners(a: Cell, n: Cell) -> tuple[Cell, ...]:
    """The two cells beside a diagonal."""
    return () if a[0] == n[0] or a[1] == n[1] else ((a[0], n[1]), (n[0], a[1]))


def _between(a: Cell, n: Cell) -> frozenset[Cell]:
    return frozenset((a, n))


def _wall(x: int, y: int, side: str) -> frozenset[Cell]:
    return _between((x, y), (x, y - 1) if side == "N" else (x + 1, y))


class Tracks(dict[str, Track]):
    """The tracks by circuit; each is made when it is first looked up."""

    def __missing__(self, circuit: str) -> Track:
        self[circuit] = made = Track(CIRCUITS[circuit])
        return made


TRACKS = Tracks()


def track(circuit: str) -> Track:
    return TRACKS[circuit]
