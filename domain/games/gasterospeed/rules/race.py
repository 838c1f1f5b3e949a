"""Before a race: circuit, shells, stakes, start order, placement (GS-20 … GS-25, GS-108)."""

from domain.games.gasterospeed.components import BOX, CIRCUITS, Cell, CircuitId, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.events import RaceOpened, StakesRevealed, StartOrderFixed
from domain.games.gasterospeed.rules.board import standing, track_of
from domain.games.gasterospeed.rules.championship import finish
from domain.games.gasterospeed.state import Racing
from domain.games.gasterospeed.todo import Deal, NextRace, NextTurn, Placing, Stakes, StartRolls
from domain.games.gasterospeed.todo_effects import Roll
from domain.kernel.ids import Seat


def races(race: Racing) -> int:
    """GS-20, GS-104: how many races there are."""
    return BOX.experopodes_races if race.settings.experopodes else len(race.circuits)


def next_race(course: Course, task: NextRace) -> None:
    """GS-22, or the end of the championship."""
    race = course.race
    if race.race == races(race):
        finish(course)
        return
    circuit = next_circuit(course)
    shells = 0 if race.settings.ninjagot else shells_on(race, circuit)
    course.add(RaceOpened(race.race + 1, circuit, shells, reserve_added(race, circuit)))
    nobody = StartRolls(((),) * race.settings.seats)
    unhurried = NextTurn((0,) * race.settings.seats)
    staking = (Stakes(),) if race.settings.ninjagot else ()
    course.next(*staking, Deal(), nobody, unhurried)


def next_circuit(course: Course) -> CircuitId:
    """GS-20; GS-104: drawn without replacement when the race before has been scored."""
    race = course.race
    if not race.settings.experopodes:
        return race.circuits[race.race]
    run = {result.circuit for result in race.results}
    left = [circuit for circuit in race.circuits if circuit not in run]
    return left[course.chance.below(len(left), "circuit")]


def shells_on(race: Racing, circuit: CircuitId) -> int:
    """GS-22, GS-105, GS-110"""
    base = CIRCUITS[circuit].start_shells
    if race.settings.compet:
        base = max(base, BOX.shells.compet)
    if circuit == "cross_ronces":
        base = max(base, race.settings.cross_ronces_shells)
    return base


def reserve_added(race: Racing, circuit: CircuitId) -> int:
    """GS-108 with GS-104: what a circuit is worth above the others shows when it is drawn."""
    if not (race.settings.ninjagot and race.settings.experopodes):
        return 0
    return CIRCUITS[circuit].ninjagot_shells - BOX.ninjagot.each


def most_staked(race: Racing, snail: SnailId) -> int:
    """GS-108: one shell must be kept for every race to come."""
    return min(BOX.ninjagot.most, race.snails[snail].reserve - (races(race) - race.race))


def reveal_stakes(course: Course, task: Stakes) -> None:
    course.add(StakesRevealed(tuple(shells or 0 for shells in course.race.stakes)))


def start_rolls(course: Course, task: StartRolls) -> None:
    """GS-23: tied players roll again, and keep the position of their block."""
    rolls = task.rolls
    if task.seat is not None:
        mine = (*rolls[task.seat], course.race.die)
        rolls = (*rolls[: task.seat], mine, *rolls[task.seat + 1 :])
    seat = next_to_roll(rolls)
    if seat is not None:
        course.next(Roll("placement", seat), StartRolls(rolls, seat))
        return
    order = tuple(sorted(range(len(rolls)), key=lambda each: rolls[each]))
    course.add(StartOrderFixed(order))
    course.next(Placing(order * course.race.settings.snails_each))  # GS-24


def next_to_roll(rolls: tuple[tuple[int, ...], ...]) -> Seat | None:
    """Whoever is tied with another, or was when that one rolled again; fewest rolls first."""
    tied = [
        seat
        for seat, mine in enumerate(rolls)
        if any(other[: len(mine)] == mine for each, other in enumerate(rolls) if each != seat)
    ]
    return min(tied, key=lambda seat: len(rolls[seat]), default=None)


def free_starts(race: Racing) -> list[Cell]:
    """GS-23: all six start cells are used, from the left."""
    taken = standing(race)
    return sorted(cell for cell in track_of(race).starts if cell not in taken)


def unplaced(race: Racing, seat: Seat) -> list[SnailId]:
    return [
        number
        for number, snail in enumerate(race.snails)
        if snail.seat == seat and snail.cell is None
    ]
