"""Tasks of an effect under way: dice, action cards, shells, terrain."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.games.gasterospeed.components import Direction, SnailId
from domain.kernel.ids import BySeat, Seat

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


class Task(Struct, frozen=True, tag_field="task", tag=snake_case, omit_defaults=True, gc=False):
    """A task that is left to do; in JSON, `task` is its kind."""


# Dice


class Roll(Task, frozen=True):
    """Roll the die (GS-9)."""

    purpose: Purpose
    seat: Seat | None
    snail: SnailId | None = None
    again: bool = False


class RollAgain(Task, frozen=True):
    """A champion may roll the die again (GS-106)."""

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
    """Execute Ressort: one bound."""

    snail: SnailId
    direction: Direction
    asked: bool = False


class FirstBound(Task, frozen=True):
    """Execute Kangouroute Aiguë: the first bound."""

    snail: SnailId
    asked: bool = False


class SecondBound(Task, frozen=True):
    snail: SnailId
    after_first: bool
    asked: bool = False


class Tumble(Task, frozen=True):
    """Execute Rouler Bouler; `direction` is null before the roll."""

    snail: SnailId
    direction: Direction | None
    left: int
    asked: bool = False


class Folly(Task, frozen=True):
    """Execute Coup de folie: the number of rolls left."""

    snail: SnailId
    left: int
    asked: bool = False


class FollyStep(Task, frozen=True):
    snail: SnailId
    left: int
    asked: bool = False


class Jostled(Task, frozen=True):
    """The player of a snail about to be shoved may react; the next task shoves it (GS-62)."""

    snail: SnailId
    by: SnailId
    direction: Direction


class ThrownBack(Task, frozen=True):
    """Shove the snail that moved (GS-62)."""

    snail: SnailId
    direction: Direction
    by: SnailId


# Shells


class Hit(Task, frozen=True):
    """The player of a snail that is about to lose a shell to `by` may react (GS-63)."""

    snail: SnailId
    cause: Cause
    by: SnailId | None = None


class Wave(Task, frozen=True):
    """A Choc of `by` reaches `line[at]` and moves on by `step`; its player may react (GS-73)."""

    line: BySeat[SnailId]
    at: int
    step: int
    by: SnailId


# Terrain


class Mole(Task, frozen=True):
    snail: SnailId


class Kick(Task, frozen=True):
    snail: SnailId


class Prick(Task, frozen=True):
    """Read the roll of a snail beside a plant or on a bramble (GS-94, GS-95)."""

    snail: SnailId
    cause: Literal["plant", "bramble"]


class Cleave(Task, frozen=True):
    """Read the roll for the chopping boards (GS-98)."""


class Drift(Task, frozen=True):
    """Currents carry these snails, in this order (GS-97)."""

    snails: tuple[SnailId, ...]


class Bonus(Task, frozen=True):
    """The champions roll for their bonus; `seat` rolled last (GS-106)."""

    champions: tuple[Seat, ...]
    seat: Seat | None = None
