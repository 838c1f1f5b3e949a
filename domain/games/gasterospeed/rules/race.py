"""Before a race: circuit, shells, stakes, start order, placement (GS-20 … GS-25, GS-108)."""

from collections.abc import Sequence

from domain.games.gasterospeed.commands import Place, PlayerCommand, Stake
from domain.games.gasterospeed.components import BOX, CIRCUITS, Cell, CircuitId, SnailId
from domain.games.gasterospeed.course import Answers, Ask, Course, Question, Task, asked
from domain.games.gasterospeed.event_types.championship import (
    RaceOpened,
    SnailNotStarted,
    StakesRevealed,
    StartOrderFixed,
)
from domain.games.gasterospeed.rules.board import own_active, standing, track_of
from domain.games.gasterospeed.rules.cards import Deal
from domain.games.gasterospeed.rules.dice import Roll
from domain.games.gasterospeed.rules.finish import RaceCheck
from domain.games.gasterospeed.rules.scoring import finish
from domain.games.gasterospeed.rules.turn import NextTurn
from domain.games.gasterospeed.state import Racing
from domain.kernel.ids import Seat


def races(race: Racing) -> int:
    """GS-20, GS-104: how many races there are."""
    return BOX.experopodes_races if race.settings.experopodes else len(race.circuits)


def next_race(course: Course) -> None:
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
    staking = (Stakes(), RaceCheck()) if race.settings.ninjagot else ()
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
    more = CIRCUITS[circuit].ninjagot_shells - BOX.ninjagot.each
    return more * race.settings.snails_each


class Stakes(Ask, frozen=True):
    """Every seat stakes shells for this race, in secret (GS-108)."""

    def asks(self, race: Racing) -> bool:
        return any(unstaked(race, seat) for seat in range(race.settings.seats))

    def question(self, race: Racing) -> Question | None:
        seats = [seat for seat in range(race.settings.seats) if unstaked(race, seat)]
        return asked("stake", seats)

    def answers(self, race: Racing, seat: Seat) -> Answers:
        allowed = stakes_allowed(race, seat)
        return [Stake(snail, shells) for snail in unstaked(race, seat) for shells in allowed]

    def default(self, race: Racing, seat: Seat, answers: Answers) -> PlayerCommand:
        return Stake(unstaked(race, seat)[0], stake_in_time(race, seat))

    def do(self, course: Course) -> None:
        """GS-108: who has nothing does not start."""
        shells = tuple(stake or 0 for stake in course.race.stakes)
        course.add(StakesRevealed(shells))
        course.add_all(*(SnailNotStarted(snail) for snail, stake in enumerate(shells) if not stake))


def unstaked(race: Racing, seat: Seat) -> list[SnailId]:
    """GS-108: the snails of a stable that await a stake; none if its reserve is empty.

    A snail for which nothing is left is asked for too: only its player knows that it is 0.
    """
    if not race.reserves[seat]:
        return []
    return [
        number
        for number, snail in enumerate(race.snails)
        if snail.seat == seat and race.stakes[number] is None
    ]


def left_to_stake(race: Racing, seat: Seat) -> int:
    """GS-108: the reserve of a stable without what lies face down."""
    own = zip(race.stakes, race.snails, strict=True)
    return race.reserves[seat] - sum(stake or 0 for stake, snail in own if snail.seat == seat)


def stakes_allowed(race: Racing, seat: Seat) -> range:
    """GS-108: 1 to 6 within the reserve; 0 only if nothing is left."""
    left = left_to_stake(race, seat)
    return range(1, min(BOX.ninjagot.most, left) + 1) if left else range(1)


def stake_in_time(race: Racing, seat: Seat) -> int:
    """GS-108: three, or what leaves one for the other snail; never nothing if there is some."""
    left = left_to_stake(race, seat)
    others = len(unstaked(race, seat)) - 1
    return min(left, max(1, min(BOX.ninjagot.in_time, left - others)))


def reserve_is_short(race: Racing, seat: Seat) -> bool:
    """GS-108: less than a shell for each snail in each race that is still to be staked for."""
    staking = bool(race.todo) and isinstance(race.todo[0], Stakes)
    to_come = races(race) - race.race + staking
    short = race.reserves[seat] < to_come * race.settings.snails_each
    return race.settings.ninjagot and short


class StartRolls(Task, frozen=True):
    """Roll for the start order (GS-23): the rolls of each seat; `seat` rolled last."""

    rolls: tuple[tuple[int, ...], ...]
    seat: Seat | None = None

    def do(self, course: Course) -> None:
        """GS-23: tied players roll again, and keep the position of their block."""
        rolls = self.rolls
        if self.seat is not None:
            mine = (*rolls[self.seat], course.race.die)
            rolls = (*rolls[: self.seat], mine, *rolls[self.seat + 1 :])
        starting = [seat for seat in range(len(rolls)) if own_active(course.race, seat)]
        seat = next_to_roll(rolls, starting)
        if seat is not None:
            course.next(Roll("placement", seat), StartRolls(rolls, seat))
            return
        order = tuple(sorted(starting, key=lambda each: rolls[each]))
        course.add(StartOrderFixed(order))
        course.next(Placing(rounds(course.race, order)))


class Placing(Ask, frozen=True):
    """The seats that must still place a snail, in order (GS-23, GS-24)."""

    order: tuple[Seat, ...]

    def asks(self, race: Racing) -> bool:
        return bool(self.order)

    def question(self, race: Racing) -> Question | None:
        return asked("place", self.order[:1])

    def answers(self, race: Racing, seat: Seat) -> Answers:
        cells = free_starts(race)
        return [Place(snail, cell) for snail in unplaced(race, seat) for cell in cells]


def rounds(race: Racing, order: Sequence[Seat]) -> tuple[Seat, ...]:
    """GS-24: in this order, one snail per round."""
    each = range(race.settings.snails_each)
    return tuple(seat for n in each for seat in order if len(own_active(race, seat)) > n)


def next_to_roll(rolls: tuple[tuple[int, ...], ...], starting: Sequence[Seat]) -> Seat | None:
    """The seat that is tied with another, or was when that one rolled again; fewest rolls first."""
    tied = [
        seat
        for seat in starting
        if any(rolls[each][: len(rolls[seat])] == rolls[seat] for each in starting if each != seat)
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
        if snail.seat == seat and snail.cell is None and snail.status == "active"
    ]
