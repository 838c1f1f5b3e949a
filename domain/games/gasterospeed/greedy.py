"""What a bot that wants to win picks, by what its seat sees: forwards, and at the leaders."""

from collections.abc import Sequence
from typing import assert_never

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed.components import SPEEDS, Card, Cell, Direction, kind_of
from domain.games.gasterospeed.rules.track import Track, beside, track
from domain.games.gasterospeed.seen import GasteroView, SnailView
from domain.kernel.best import best
from domain.kernel.ids import Seat

WORTH = {
    "blue_lettuce": 20,
    "spring": 19,
    "sharp_kangaroute": 14,
    "rolling_ball": 12,
    "turbo_firecracker": 11,
    "fit_of_madness": 10,
    "shot": 6,
    "feeler_blow": 5,
    "shock": 4,
    "sticky_slipstream": 3,
    "shell_reinforcement": 9,
    "backlash": 8,
}


def greedy(
    view: GasteroView | None, seat: Seat, actions: Sequence[do.GasteroCommand]
) -> tuple[do.GasteroCommand, ...]:
    """Return the actions that are worth most."""
    assert view is not None
    return best(actions, lambda action: _judged(view, action))


def _judged(view: GasteroView, action: do.GasteroCommand) -> float:
    """Return what an action is worth; to hesitate is never one of them."""
    match action:  # the most frequent first
        case do.CommitAction():
            return _action(view, action)
        case do.TakePath():
            return _path(view, action)
        case do.CommitSpeed():
            return _speed(view, action)
        case do.Choose():
            return _choose(view, action)
        case do.DiscardTwo():
            return _discard(view, action)
        case do.Place():
            return _place(view, action)
        case do.React():
            return 2 if action.card == "backlash" else 1
        case do.Decline():
            return 0
        case do.Draw():
            return _draw(view, action)
        case do.AnnounceDraw():
            return -abs(action.speed - 2)
        case do.Stake():
            return _stake(view, action)
        case do.Endure():
            return -5
        case do.Reroll():
            return 1 if view.last_roll == 1 else -1
        case do.TakeExtraCard():
            return 1
        case do.UseExtraShell() | do.Hesitate():
            return -50
        case _:
            assert_never(action)


def _distance(view: GasteroView, cell: Cell) -> int:
    return track(view.circuit.id).distance.get(cell, 99)


def _snail(view: GasteroView, number: int) -> SnailView:
    return view.snails[number]


def _place(view: GasteroView, action: do.Place) -> float:
    return -_distance(view, action.cell) - abs(action.cell[0] - 4.5) / 10


def _speed(view: GasteroView, action: do.CommitSpeed) -> float:
    return 0 if action.card is None else SPEEDS[action.card].value


def _path(view: GasteroView, action: do.TakePath) -> float:
    """As near to the line as the steps lead, and not where it hurts."""
    cell = _snail(view, action.snail).cell
    assert cell is not None
    ground = track(view.circuit.id)
    for step in action.steps:
        cell = beside(cell, step)
    return 50 - ground.distance.get(cell, 99) - 0.6 * _danger(ground, cell)


def _danger(ground: Track, cell: Cell) -> int:
    near: tuple[Direction, ...] = ("N", "E", "S", "W")
    plants = any(ground.glyph.get(beside(cell, way)) == "V" for way in near)
    return int(ground.glyph.get(cell) in ("b", "r") or plants)


def _action(view: GasteroView, action: do.CommitAction) -> float:
    worth = _worth(action.card)
    if not action.discard:
        return worth + _prospect(view, action)
    return (8 if action.card in SPEEDS else 2) - worth / 10


def _prospect(view: GasteroView, action: do.CommitAction) -> float:
    """Would a card that needs somebody near find anybody?"""
    kind, mine = kind_of(action.card), _snail(view, action.snail)
    if kind not in ("feeler_blow", "shock", "sticky_slipstream"):
        return 0
    return 3 if any(_near(mine, other) for other in view.snails if other != mine) else -9


def _near(one: SnailView, other: SnailView) -> bool:
    if one.cell is None or other.cell is None or one.seat == other.seat:
        return False
    return max(abs(one.cell[0] - other.cell[0]), abs(one.cell[1] - other.cell[1])) == 1


def _worth(card: Card) -> float:
    if card in SPEEDS:
        return 15 if SPEEDS[card].steps == 2 else 1
    return WORTH[kind_of(card)]


def _choose(view: GasteroView, action: do.Choose) -> float:
    """The leader of the others, or the way that leads on; without a direction it stays."""
    if action.target is not None:
        cell = _snail(view, action.target).cell
        return 50 - (0 if cell is None else _distance(view, cell))
    mine = _acting(view)
    if mine is None or mine.cell is None:
        return 10
    way = action.direction
    return 50 - _distance(view, mine.cell if way is None else beside(mine.cell, way))


def _acting(view: GasteroView) -> SnailView | None:
    snail = view.question.snail if view.question else None
    return None if snail is None else view.snails[snail]


def _discard(view: GasteroView, action: do.DiscardTwo) -> float:
    speeds = [card for card in view.hand or () if card in SPEEDS]
    keeps_one = any(card not in action.cards for card in speeds)
    return (100 if keeps_one else 0) - sum(_worth(card) for card in action.cards)


def _draw(view: GasteroView, action: do.Draw) -> float:
    speeds = sum(card in SPEEDS for card in view.hand or ())
    return float((speeds < 2) == (action.pile == "speed"))


def _stake(view: GasteroView, action: do.Stake) -> float:
    """As much for every snail and race to come; the second of two snails gets as much."""
    seat = _snail(view, action.snail).seat
    own = sum(snail.seat == seat for snail in view.snails)
    to_come = own * (view.races - view.race + 1)
    return -abs(action.shells - view.standings[seat].reserve / to_come)
