"""What Pirates can do to the Romans of their holder."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from domain.games.asterix.commands import Free
from domain.games.asterix.components import PIRATES, ROMANS, Bonus, Drawn, Pirate, Roman
from domain.games.asterix.rules.scoring import score_of_values

Values: TypeAlias = tuple[int, ...]  # of Romans, in ascending order
Course: TypeAlias = tuple[tuple[Pirate, int | None], ...]  # who frees which value, in order

VALUES: dict[Roman, int] = {roman: card.value for roman, card in ROMANS.items()}


def pirates_of(captures: Iterable[Drawn]) -> tuple[Pirate, ...]:
    return tuple([card for card in captures if card in PIRATES])


def romans_of(captures: Iterable[Drawn]) -> tuple[Roman, ...]:
    return tuple([card for card in captures if card in ROMANS])


def targets(pirate: Pirate, romans: Iterable[int]) -> Values:
    """AX-1.9, AX-7.1, AX-7.2: the values this Pirate can free of the Romans there are now."""
    return _targets(pirate, tuple(sorted({*romans})))


def _targets(pirate: Pirate, values: Values) -> Values:
    """The same of distinct values."""
    face = PIRATES[pirate]
    if face.frees == "highest":
        return values[-1:]
    if face.frees == "lowest":
        return values[:1]
    if face.frees == "choice":
        return values
    return tuple([value for value in values if value in face.values])


def freeings(captures: Sequence[Drawn], bonuses: Sequence[Bonus]) -> tuple[tuple[Free, ...], ...]:
    """AX-8.15: one sequence for each distinct outcome, the best score first.

    Romans of one value are alike, so an outcome is the values that are left.
    """
    found = outcomes(captures)
    ranked = sorted([(-score_of_values(left, bonuses).points, left) for left in found])
    romans = sorted(romans_of(captures))
    return tuple([named(found[left], romans) for _, left in ranked])


def best_freeing(captures: Sequence[Drawn], bonuses: Sequence[Bonus]) -> tuple[Free, ...]:
    """AX-7.2, AX-9.3"""
    return freeings(captures, bonuses)[0]


def outcomes(captures: Sequence[Drawn]) -> dict[Values, Course]:
    """AX-7.2: the values that can be left in the end, each with a first way to get there.

    Step by step from every (Pirates to act, values left) that can be reached; ways that meet
    are followed once.
    """
    start = tuple(sorted([VALUES[card] for card in captures if card in VALUES]))
    todo = tuple([pirate for pirate in PIRATES if pirate in captures])
    reached: dict[tuple[tuple[Pirate, ...], Values], Course] = {(todo, start): ()}
    for _ in todo:
        onward: dict[tuple[tuple[Pirate, ...], Values], Course] = {}
        for (left, values), course in reached.items():
            distinct = tuple(sorted({*values}))
            for pirate in left:
                others = tuple([each for each in left if each != pirate])
                for target in _targets(pirate, distinct) or (None,):
                    rest = values if target is None else without(values, target)
                    onward.setdefault((others, rest), (*course, (pirate, target)))
        reached = onward
    return {values: course for (_, values), course in reached.items()}


def without(values: Values, target: int) -> Values:
    place = values.index(target)
    return (*values[:place], *values[place + 1 :])


def named(course: Course, romans: Sequence[Roman]) -> tuple[Free, ...]:
    """Which cards: of each value the lowest copy that is still there."""
    taken: list[Roman | None] = []
    for _, value in course:
        alike = (each for each in romans if VALUES[each] == value and each not in taken)
        taken.append(None if value is None else next(alike))
    return tuple([Free(pirate, roman) for (pirate, _), roman in zip(course, taken, strict=True)])
