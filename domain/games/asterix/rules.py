"""The arithmetic of the village; each function is one rule and cites it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from domain.games.asterix.commands import Free, FullTie
from domain.games.asterix.components import (
    GAULS,
    PIRATES,
    ROMANS,
    Bonus,
    Card,
    Drawn,
    Pirate,
    Roman,
)
from domain.games.asterix.state import Playing, Score, Selecting
from domain.kernel.ids import Seat
from domain.kernel.messages import Value

# Who wins a trick.


class Contest(Value, frozen=True):
    """The winner, if any, and who was fully tied above him."""

    winner: Seat | None
    tied: tuple[Seat, ...]


STRENGTH = {card: (gaul.value, gaul.potions) for card, gaul in GAULS.items()}


def strength(card: Card) -> tuple[int, int]:
    """AX-3.2: value, then potions."""
    return STRENGTH[card]


def contest(gauls: Mapping[Seat, Card], full_tie: FullTie) -> Contest:
    """AX-3.2, AX-3.4, AX-4.3: the best card that is not tied, or nobody."""
    tied: list[Seat] = []
    strengths = {seat: STRENGTH[card] for seat, card in gauls.items()}
    while strengths:
        best = max(strengths.values())
        equals = [seat for seat, each in strengths.items() if each == best]
        if len(equals) == 1:
            return Contest(equals[0], tuple(tied))
        tied += equals
        if full_tie == "escape":
            break
        strengths = {seat: each for seat, each in strengths.items() if each != best}
    return Contest(None, tuple(tied))


# Who may choose what.

MOST_ONLY_IDEFIX = 2  # in a row on one card (AX-5.6)
MOST_CHANGES = 5  # of a choice, in one decision (AX-3.1)


def is_idefix(card: Card) -> bool:
    return card not in GAULS


def holders(village: Playing) -> tuple[Seat, ...]:
    """AX-6.1: who has cards."""
    return tuple([seat for seat, hand in enumerate(village.hands) if hand])


def undecided(village: Playing, phase: Selecting) -> list[Seat]:
    """AX-3.1: who has cards and has not chosen."""
    hands = village.hands
    return [seat for seat, card in enumerate(phase.chosen) if card is None and hands[seat]]


def all_have_chosen(village: Playing, phase: Selecting) -> bool:
    """AX-3.1: whether the cards are revealed."""
    for card, hand in zip(phase.chosen, village.hands, strict=True):
        if card is None and hand:
            return False
    return True


def idefix_allowed(village: Playing, phase: Selecting) -> bool:
    """AX-4.1, AX-5.1, AX-5.6"""
    return village.visible in ROMANS and phase.only_idefix < MOST_ONLY_IDEFIX


def playable(village: Playing, phase: Selecting, seat: Seat) -> tuple[Card, ...]:
    """AX-3.1, AX-8.13"""
    if not may_choose(phase, seat):
        return ()
    hand = village.hands[seat]
    return hand if idefix_allowed(village, phase) else tuple([c for c in hand if c in GAULS])


def may_choose(phase: Selecting, seat: Seat) -> bool:
    """AX-3.1: a first choice, and five changes."""
    return phase.choices[seat] <= MOST_CHANGES


def lowest_gaul(hand: tuple[Card, ...]) -> Card:
    """AX-9.1; the values of one hand all differ."""
    return min((card for card in hand if card in GAULS), key=lambda card: GAULS[card].value)


def lonely_idefix(village: Playing) -> tuple[Seat, ...]:
    """AX-5.8: whose only card is Idéfix."""
    return tuple(
        [seat for seat, hand in enumerate(village.hands) if len(hand) == 1 and is_idefix(hand[0])]
    )


def idefix_lost(card: Drawn, kept: bool) -> bool:
    """AX-5.3: a Roman kept or a Pirate given away costs Idéfix."""
    return (card in ROMANS) == kept


# What a round is worth, and who has won.


def score(captures: Iterable[Drawn], bonuses: Sequence[Bonus]) -> Score:
    """AX-7.3, AX-7.4"""
    return score_of_values([ROMANS[c].value for c in captures if c in ROMANS], bonuses)


def score_of_values(romans: Sequence[int], bonuses: Sequence[Bonus]) -> Score:
    values, extra = sum(romans), 0
    for value in {*romans}:
        extra += bonus(romans.count(value), bonuses)
    return Score(values, extra, values + extra)


def bonus(alike: int, bonuses: Sequence[Bonus]) -> int:
    """AX-7.4: only the one that fits the number."""
    for each in bonuses:
        if each.alike == alike:
            return each.points
    return 0


def totals(before: Sequence[int], scores: Sequence[Score]) -> tuple[int, ...]:
    return tuple(old + new.points for old, new in zip(before, scores, strict=True))


def places(points: Sequence[int]) -> tuple[int, ...]:
    """AX-7.5: equal totals share a place."""
    return tuple(1 + sum(other > mine for other in points) for mine in points)


# What Pirates can do to the Romans of their holder.

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
