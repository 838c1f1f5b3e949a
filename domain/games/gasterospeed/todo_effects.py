"""Tasks of an effect under way: dice, action cards, shells, terrain."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.games.gasterospeed.components import Direction, SnailId
from domain.kernel.ids import Seat

Purpose: TypeAlias = Literal[
    "placement",
    "turbo_petard",
    "tir",
    "kangouroute",
    "rouler_bouler",
    "coup_de_folie",
    "mole_hole",
    "bumper",
    "plant",
    "bramble",
    "cleaver",
    "bonus",
]
Cause: TypeAlias = Literal[
    "turbo_petard", "tir", "coup_antenne", "choc", "burr", "plant", "bramble", "cleaver"
]


def snake_case(name: str) -> str:
    """`LaySpeeds` is written `lay_speeds`."""
    return "".join(f"_{each}" if each.isupper() else each for each in name).lower().lstrip("_")


class Task(Struct, frozen=True, tag_field="task", tag=snake_case, omit_defaults=True):
    """Something that is left to do; clients see it as an object that says which `task` it is."""


# Dice


class Roll(Task, frozen=True):
    """GS-9"""

    purpose: Purpose
    seat: Seat | None
    snail: SnailId | None = None
    again: bool = False


class RollAgain(Task, frozen=True):
    """GS-106, a question."""

    purpose: Purpose
    seat: Seat
    snail: SnailId | None = None


# Action cards under way; `asked`: the first snail entered has had its window (GS-62)


class Petard(Task, frozen=True):
    snail: SnailId


class Shot(Task, frozen=True):
    snail: SnailId
    target: SnailId


class Bound(Task, frozen=True):
    """Ressort."""

    snail: SnailId
    direction: Direction
    asked: bool = False


class FirstBound(Task, frozen=True):
    """Kangouroute Aiguë."""

    snail: SnailId
    asked: bool = False


class SecondBound(Task, frozen=True):
    snail: SnailId
    after_first: bool
    asked: bool = False


class Tumble(Task, frozen=True):
    """Rouler Bouler; no direction before the roll is read."""

    snail: SnailId
    direction: Direction | None
    left: int
    asked: bool = False


class Folly(Task, frozen=True):
    """Coup de folie: so many rolls to go."""

    snail: SnailId
    left: int
    asked: bool = False


class FollyStep(Task, frozen=True):
    snail: SnailId
    left: int
    asked: bool = False


class Jostled(Task, frozen=True):
    """GS-62, a question to the snail about to be shoved; the task after this one shoves it."""

    snail: SnailId
    by: SnailId
    direction: Direction


class ThrownBack(Task, frozen=True):
    """GS-62: the mover is shoved itself."""

    snail: SnailId
    direction: Direction
    by: SnailId


# Shells


class Hit(Task, frozen=True):
    """GS-63, a question: this snail is about to lose a shell; `by` = the snail it comes from."""

    snail: SnailId
    cause: Cause
    by: SnailId | None = None


class Wave(Task, frozen=True):
    """GS-73, a question: a Choc stands before `line[at]`, runs by `step`, last sent by `by`."""

    line: tuple[SnailId, ...]
    at: int
    step: int
    by: SnailId


# Terrain


class Mole(Task, frozen=True):
    snail: SnailId


class Kick(Task, frozen=True):
    snail: SnailId


class Prick(Task, frozen=True):
    """GS-94, GS-95: the roll of a snail beside a plant or on a bramble is read."""

    snail: SnailId
    cause: Literal["plant", "bramble"]


class Cleave(Task, frozen=True):
    """GS-98"""


class Drift(Task, frozen=True):
    """GS-97: the snails still to be carried, in order."""

    snails: tuple[SnailId, ...]


class Bonus(Task, frozen=True):
    """GS-106: the champions' rolls, one after the other; `seat` has just rolled."""

    champions: tuple[Seat, ...]
    seat: Seat | None = None
