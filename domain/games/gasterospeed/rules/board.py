"""Who stands where, and who is who (GS-8, GS-14)."""

from collections import deque

from domain.games.gasterospeed.components import Card, Cell, Direction, SnailId
from domain.games.gasterospeed.rules.track import TRACKS, Track, absolute
from domain.games.gasterospeed.state import Racing
from domain.kernel.ids import MOST_SEATS, Seat

OWN = {
    each: tuple(range(each * seat, each * seat + each) for seat in range(MOST_SEATS))
    for each in (1, 2)
}


def track_of(race: Racing) -> Track:
    return TRACKS[race.circuit]


def standing(race: Racing) -> dict[Cell, SnailId]:
    """GS-14: active and K.O. snails by cell."""
    return {
        snail.cell: number for number, snail in enumerate(race.snails) if snail.cell is not None
    }


def occupied(race: Racing) -> set[Cell | None]:
    """All cells somebody stands on (and None, if somebody stands on none)."""
    return {snail.cell for snail in race.snails}


def others(race: Racing, snail: SnailId) -> dict[Cell, SnailId]:
    """The occupied cells, but for the one this snail stands on."""
    return {
        each.cell: number
        for number, each in enumerate(race.snails)
        if each.cell is not None and number != snail
    }


def cell_of(race: Racing, snail: SnailId) -> Cell:
    cell = race.snails[snail].cell
    assert cell is not None  # it stands on the board
    return cell


def is_active(race: Racing, snail: SnailId) -> bool:
    return race.snails[snail].status == "active"


def active(race: Racing) -> list[SnailId]:
    """GS-8, in the order of seats."""
    return [number for number, snail in enumerate(race.snails) if snail.status == "active"]


def owner(race: Racing, snail: SnailId) -> Seat:
    return race.snails[snail].seat


def own_snails(race: Racing, seat: Seat) -> range:
    """GS-2: one or two for each seat, numbered in the order of seats."""
    return OWN[race.settings.snails_each][seat]


def own_active(race: Racing, seat: Seat) -> list[SnailId]:
    snails = race.snails
    return [number for number in own_snails(race, seat) if snails[number].status == "active"]


def seats_racing(race: Racing) -> list[Seat]:
    """The seats with a snail in the race, in their order."""
    return [*dict.fromkeys([snail.seat for snail in race.snails if snail.status == "active"])]


def rivals(race: Racing, snail: SnailId) -> list[SnailId]:
    """Active snails of other players (GS-80)."""
    seat = race.snails[snail].seat
    return [
        number
        for number, each in enumerate(race.snails)
        if each.status == "active" and each.seat != seat
    ]


def facing(race: Racing, snail: SnailId, relative: int) -> Direction:
    """GS-11, GS-13: a relative direction of the snail as an absolute one."""
    cell = race.snails[snail].cell
    assert cell is not None  # it stands on the board
    return absolute(TRACKS[race.circuit].heading[cell], relative)


def speed_card(race: Racing, snail: SnailId) -> Card | None:
    laid = race.speeds[snail]
    return laid.card if laid else None


def action_card(race: Racing, snail: SnailId) -> Card | None:
    laid = race.actions[snail]
    return laid.card if laid and not laid.discard else None


# GS-83: K.O. snails that close the only passage are taken off.


def in_the_way(race: Racing) -> list[SnailId]:
    """The K.O. snails to take off now, for the first snail (in grid order) that is shut in."""
    knocked_out = {
        snail.cell: number
        for number, snail in enumerate(race.snails)
        if snail.status == "ko" and snail.cell is not None
    }
    if not knocked_out:
        return []
    track = track_of(race)
    cells = [snail.cell for snail in race.snails if snail.status == "active" and snail.cell]
    if all(track.way_home[cell].isdisjoint(knocked_out) for cell in cells):
        return []  # as nearly always
    free = _reached(track, knocked_out)
    for cell in sorted(cells, key=lambda c: (c[1], c[0])):
        if cell not in free:
            return [knocked_out[c] for c in _path(track, knocked_out, cell) if c in knocked_out]
    return []


def _reached(track: Track, closed: dict[Cell, SnailId]) -> set[Cell]:
    """All cells with a free path to the line (steps are open both ways)."""
    seen = {*track.finish, *closed}
    ahead = [*track.finish]
    while ahead:
        new = track.neighbours[ahead.pop()] - seen
        seen |= new
        ahead += new
    return seen.difference(closed)


def _path(track: Track, knocked_out: dict[Cell, SnailId], start: Cell) -> list[Cell]:
    """A path to the line that crosses as few K.O. snails as possible, shortest first."""
    came_from: dict[Cell, Cell] = {start: start}
    queue, behind_a_snail = deque([start]), deque[Cell]()
    while queue:
        cell = queue.popleft()
        if cell in track.finish:
            return _back(came_from, cell)
        for _, n in track.ways[cell]:
            if n not in came_from:
                came_from[n] = cell
                (behind_a_snail if n in knocked_out else queue).append(n)
        if not queue:
            queue, behind_a_snail = behind_a_snail, deque()
    return []


def _back(came_from: dict[Cell, Cell], cell: Cell) -> list[Cell]:
    path = [cell]
    while came_from[cell] != cell:
        cell = came_from[cell]
        path.append(cell)
    return path[::-1]
