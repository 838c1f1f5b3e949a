"""Which task is a question, what kind it is, and to whom it is put (GS-33, GS-39, GS-47, GS-63)."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.games.gasterospeed.components import BOX
from domain.games.gasterospeed.rules.actions import LAITUE, executing, nibbles, options
from domain.games.gasterospeed.rules.board import own_active
from domain.games.gasterospeed.rules.cards import ACTION_PILE, SPEED_PILE, chooses_piles, left_in
from domain.games.gasterospeed.rules.loss import threatened
from domain.games.gasterospeed.rules.race import unstaked
from domain.games.gasterospeed.rules.speed import moves, owners_without_card, speeds_missing
from domain.games.gasterospeed.rules.turn import actions_missing, owners_without_action
from domain.games.gasterospeed.state import Racing
from domain.games.gasterospeed.todo import (
    Act,
    AnyTask,
    DiscardChoice,
    ExtraCard,
    LayActions,
    LaySpeeds,
    Move,
    Placing,
    Refill,
    Stakes,
)
from domain.games.gasterospeed.todo_effects import Hit, Jostled, RollAgain, Wave
from domain.kernel.handlers import on
from domain.kernel.ids import MOST_SEATS, Seat
from domain.kernel.messages import Value

ONE_SNAIL = (Move, Act)
ALONE = tuple(frozenset((seat,)) for seat in range(MOST_SEATS))


class Question(Value, frozen=True):
    kind: str
    seats: frozenset[Seat]


def question(race: Racing, task: AnyTask) -> Question | None:
    """Whom this task asks, or None if there is nothing (any more) to ask."""
    asks = ASKS.by_type.get(type(task))
    return _PUT[type(task)](race, task) if asks and asks(race, task) else None


def open_question(race: Racing) -> Question | None:
    """The question that the engine has stopped at; quicker, as something is known to be asked."""
    task = race.todo[0]
    put = _PUT.get(type(task))
    return None if put is None else put(race, task)


def is_put_to(race: Racing, task: AnyTask, seat: Seat) -> bool:
    """Whether the open question asks this seat."""
    if isinstance(task, ONE_SNAIL):
        return race.snails[task.snail].seat == seat
    put = open_question(race)
    return put is not None and seat in put.seats


def may_take_extra_card(race: Racing, task: ExtraCard) -> bool:
    """GS-106: in races 1, 3, 5, once per race."""
    seat = task.seat
    if not race.privileges[seat].extra_card or race.race % 2 == 0 or seat in race.extra_taken:
        return False
    return bool(
        left_in(race, SPEED_PILE) or (race.settings.two_piles and left_in(race, ACTION_PILE))
    )


def must_discard(race: Racing, task: DiscardChoice) -> bool:
    """GS-78"""
    many = len(race.hands[task.seat]) > BOX.hand.discarded_with_a_snail
    return many and bool(own_active(race, task.seat))


def any_unstaked(race: Racing, task: Stakes) -> bool:
    return any(unstaked(race, seat) for seat in range(race.settings.seats))


def any_unplaced(race: Racing, task: Placing) -> bool:
    return bool(task.order)


def has_options(race: Racing, task: Act) -> bool:
    return bool(options(race, task)) or nibbles(race, task)


def threatens(race: Racing, task: Hit | Wave | Jostled) -> bool:
    """GS-63, GS-64: a window is opened whatever the owner holds."""
    return threatened(race, task) is not None


def always(race: Racing, task: RollAgain) -> bool:
    return True


# Whether there is something to ask.
ASKS = (
    on(Stakes, any_unstaked)
    | on(Placing, any_unplaced)
    | on(Refill, chooses_piles)
    | on(ExtraCard, may_take_extra_card)
    | on(DiscardChoice, must_discard)
    | on(LaySpeeds, speeds_missing)
    | on(Move, moves)
    | on(LayActions, actions_missing)
    | on(Act, has_options)
    | on(Hit, threatens)
    | on(Wave, threatens)
    | on(Jostled, threatens)
    | on(RollAgain, always)
)


def _stakes(race: Racing, task: Stakes) -> Question | None:
    seats = [seat for seat in range(race.settings.seats) if unstaked(race, seat)]
    return _several("stake", seats)


def _placing(race: Racing, task: Placing) -> Question | None:
    return _several("place", task.order[:1])


def _refill(race: Racing, task: Refill) -> Question:
    return Question("draw", ALONE[task.seat])


def _extra_card(race: Racing, task: ExtraCard) -> Question:
    return Question("extra_card", ALONE[task.seat])


def _discard(race: Racing, task: DiscardChoice) -> Question:
    return Question("discard", ALONE[task.seat])


def _speeds(race: Racing, task: LaySpeeds) -> Question | None:
    return _several("speed", owners_without_card(race))


def _move(race: Racing, task: Move) -> Question:
    return Question("path", ALONE[race.snails[task.snail].seat])


def _actions(race: Racing, task: LayActions) -> Question | None:
    return _several("action", owners_without_action(race))


def _act(race: Racing, task: Act) -> Question:
    path = executing(race, task) == LAITUE
    return Question("path" if path else "choose", ALONE[race.snails[task.snail].seat])


def _window(race: Racing, task: Hit | Wave | Jostled) -> Question | None:
    snail = threatened(race, task)
    return None if snail is None else Question("react", ALONE[race.snails[snail].seat])


def _again(race: Racing, task: RollAgain) -> Question:
    return Question("reroll", ALONE[task.seat])


def _several(kind: str, seats: Sequence[Seat]) -> Question | None:
    return Question(kind, frozenset(seats)) if seats else None


# What is asked, and of whom; None as soon as all have answered.
PUT = (
    on(Stakes, _stakes)
    | on(Placing, _placing)
    | on(Refill, _refill)
    | on(ExtraCard, _extra_card)
    | on(DiscardChoice, _discard)
    | on(LaySpeeds, _speeds)
    | on(Move, _move)
    | on(LayActions, _actions)
    | on(Act, _act)
    | on(Hit, _window)
    | on(Wave, _window)
    | on(Jostled, _window)
    | on(RollAgain, _again)
)
_PUT: dict[type, Callable[[Racing, Any], Question | None]] = PUT.by_type
