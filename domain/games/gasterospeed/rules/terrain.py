"""How terrain acts: burrs, holes, bumpers, plants, brambles, currents, cleaver (GS-90 … GS-100)."""

from typing import Literal

from domain.games.gasterospeed.components import Cell, SnailId
from domain.games.gasterospeed.course import Course, Task
from domain.games.gasterospeed.rules.board import (
    active,
    cell_of,
    facing,
    is_active,
    others,
    owner,
    track_of,
)
from domain.games.gasterospeed.rules.dice import Roll
from domain.games.gasterospeed.rules.loss import Hit
from domain.games.gasterospeed.rules.moving_cards import rolled_direction
from domain.games.gasterospeed.rules.shove import displace, moved, step_alone, way_by_step
from domain.games.gasterospeed.rules.track import Track
from domain.games.gasterospeed.state import Racing

HOLES = "1234"
CURRENTS = {"u": 2, "d": 6}  # relative directions


class CardDone(Task, frozen=True):
    """Finish a card: how often each snail had been displaced when the card began (GS-92)."""

    moves: tuple[int, ...]

    def do(self, course: Course) -> None:
        """GS-92: whoever was displaced and now stands on a burr, in the order of seats."""
        race, before = course.race, self.moves
        moved = [n for n, snail in enumerate(race.snails) if snail.moves != before[n]]
        for snail in reversed(moved):
            if is_active(race, snail) and glyph_under(race, snail) == "b":
                course.next(Hit(snail, "burr"))


class AfterMove(Task, frozen=True):
    """Apply the terrain where a Speed move ended (GS-96, GS-99)."""

    snail: SnailId

    def do(self, course: Course) -> None:
        """GS-96, GS-99: only at the end of a Speed move."""
        race, snail = course.race, self.snail
        if not is_active(race, snail):
            return
        seat = owner(race, snail)
        if glyph_under(race, snail) in HOLES:
            course.next(Roll("mole_hole", seat, snail), Mole(snail))
        elif cell_of(race, snail) in track_of(race).by_bumper:
            course.next(Roll("bumper", seat, snail), Kick(snail))


class Mole(Task, frozen=True):
    snail: SnailId

    def do(self, course: Course) -> None:
        """GS-96: to the previous hole, the next one, or nowhere."""
        end = out_of_the_hole(course.race, self.snail)
        if end is not None and end not in others(course.race, self.snail):
            moved(course, self.snail, "mole", (end,))


def out_of_the_hole(race: Racing, snail: SnailId) -> Cell | None:
    track = track_of(race)
    roll, hole = track.circuit.hole_roll, int(glyph_under(race, snail))
    assert isinstance(roll, dict)
    if race.die in roll["back"]:
        return race.snails[snail].start if hole == 1 else _hole(track, hole - 1)
    return _hole(track, hole + 1) if race.die in roll["forward"] else None


def _hole(track: Track, number: int) -> Cell | None:
    return next((cell for cell in track.cells if track.glyph[cell] == str(number)), None)


class Kick(Task, frozen=True):
    snail: SnailId

    def do(self, course: Course) -> None:
        """GS-99: one step that shoves; impossible = it stays."""
        way = rolled_direction(course.race, self.snail, "bumper")
        shifts = way_by_step(course.race, self.snail, way)
        if shifts is not None:
            displace(course, shifts, self.snail, "kick")


def end_of_turn(race: Racing) -> list[Task]:
    """GS-89 (a): what the terrain of this circuit does."""
    match track_of(race).circuit.special_rule_id:
        case "plants":
            return _pricks(race, "plant")
        case "brambles_and_corde":
            return _pricks(race, "bramble")
        case "cleaver":
            return [Roll("cleaver", None), Cleave()]
        case "currents":
            return [Drift(tuple(carried(race)))]
        case _:
            return []


def _pricks(race: Racing, cause: str) -> list[Task]:
    """GS-94, GS-95: one roll each, in the order of seats."""
    tasks: list[Task] = []
    track = track_of(race)
    for snail in active(race):
        if cause == "plant" and cell_of(race, snail) in track.by_plant:
            tasks += [Roll("plant", owner(race, snail), snail), Prick(snail, "plant")]
        elif cause == "bramble" and glyph_under(race, snail) == "r":
            tasks += [Roll("bramble", owner(race, snail), snail), Prick(snail, "bramble")]
    return tasks


class Prick(Task, frozen=True):
    """Read the roll of a snail beside a plant or on a bramble (GS-94, GS-95)."""

    snail: SnailId
    cause: Literal["plant", "bramble"]

    def do(self, course: Course) -> None:
        circuit = track_of(course.race).circuit
        hurts = circuit.bite_on if self.cause == "plant" else circuit.prick_on
        if course.race.die in hurts:
            course.next(Hit(self.snail, self.cause))


class Cleave(Task, frozen=True):
    """Read the roll for the chopping boards (GS-98)."""

    def do(self, course: Course) -> None:
        """GS-98: the die names a column."""
        race = course.race
        hurt = [
            snail
            for snail in active(race)
            if cell_of(race, snail)[0] == race.die and glyph_under(race, snail) == "c"
        ]
        course.next(*(Hit(snail, "cleaver") for snail in hurt))


def carried(race: Racing) -> list[SnailId]:
    """GS-97: nearest to the finish first, then from the left."""
    distance = track_of(race).distance
    afloat = [snail for snail in active(race) if glyph_under(race, snail) in CURRENTS]
    return sorted(
        afloat, key=lambda snail: (distance[cell_of(race, snail)], cell_of(race, snail)[0])
    )


class Drift(Task, frozen=True):
    """Currents carry these snails, in this order (GS-97)."""

    snails: tuple[SnailId, ...]

    def do(self, course: Course) -> None:
        """GS-97: one cell, never shoving, once per snail."""
        if not self.snails:
            return
        snail, *rest = self.snails
        course.next(Drift(tuple(rest)))
        way = facing(course.race, snail, CURRENTS[glyph_under(course.race, snail)])
        step_alone(course, snail, way, "current")


def glyph_under(race: Racing, snail: SnailId) -> str:
    return track_of(race).glyph[cell_of(race, snail)]
