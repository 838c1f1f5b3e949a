"""Who stands where, and who is who (GS-8, GS-14)."""

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
