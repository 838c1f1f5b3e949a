"""Which task is a question, what kind it is, and to whom it is put (GS-33, GS-39, GS-47, GS-63)."""

from collections.abc import Iterable

from domain.games.gasterospeed.components import BOX, SnailId
from domain.games.gasterospeed.rules.actions import LAITUE, executing, nibbles, options
from domain.games.gasterospeed.rules.board import own_active
from domain.games.gasterospeed.rules.cards import ACTION_PILE, SPEED_PILE, chooses_piles, left_in
from domain.games.gasterospeed.rules.loss import threatened
from domain.games.gasterospeed.rules.race import unstaked
from domain.games.gasterospeed.rules.speed import moves, owners_without_card
from domain.games.gasterospeed.rules.turn import owners_without_action
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
    return None if asks is None else asks(race, task)


def open_question(race: Racing) -> Question | None:
    """The question that the engine has stopped at; quicker, as something is known to be asked."""
    task = race.todo[0]
    asks = _OPEN.get(type(task))
    return None if asks is None else asks(race, task)


def is_put_to(race: Racing, task: AnyTask, seat: Seat) -> bool:
    """Whether the open question asks this seat."""
    if isinstance(task, ONE_SNAIL):
        return race.snails[task.snail].seat == seat
    put = question(race, task)
    return put is not None and seat in put.seats


def _all(kind: str, seats: Iterable[Seat]) -> Question | None:
    awaited = frozenset(seats)
    return Question(kind, awaited) if awaited else None


def _one(kind: str, race: Racing, snail: SnailId) -> Question:
    return Question(kind, ALONE[race.snails[snail].seat])


def _stakes(race: Racing, task: Stakes) -> Question | None:
    return _all("stake", (seat for seat in range(race.settings.seats) if unstaked(race, seat)))


def _placing(race: Racing, task: Placing) -> Question | None:
    return _all("place", task.order[:1])


def _refill(race: Racing, task: Refill) -> Question | None:
    return Question("draw", ALONE[task.seat]) if chooses_piles(race, task) else None


def _extra_card(race: Racing, task: ExtraCard) -> Question | None:
    """GS-106: in races 1, 3, 5, once per race."""
    seat = task.seat
    may = race.privileges[seat].extra_card and race.race % 2 and seat not in race.extra_taken
    cards = left_in(race, SPEED_PILE) or (race.settings.two_piles and left_in(race, ACTION_PILE))
    return Question("extra_card", ALONE[seat]) if may and cards else None


def _discard(race: Racing, task: DiscardChoice) -> Question | None:
    """GS-78"""
    many = len(race.hands[task.seat]) > BOX.hand.discarded_with_a_snail and own_active(
        race, task.seat
    )
    return Question("discard", ALONE[task.seat]) if many else None


def _speeds(race: Racing, task: LaySpeeds) -> Question | None:
    seats = frozenset(owners_without_card(race))
    return Question("speed", seats) if seats else None


def _actions(race: Racing, task: LayActions) -> Question | None:
    seats = frozenset(owners_without_action(race))
    return Question("action", seats) if seats else None


def _open_move(race: Racing, task: Move) -> Question:
    return Question("path", ALONE[race.snails[task.snail].seat])


def _open_act(race: Racing, task: Act) -> Question:
    return _one("path" if executing(race, task) == LAITUE else "choose", race, task.snail)


def _move(race: Racing, task: Move) -> Question | None:
    return _one("path", race, task.snail) if moves(race, task) else None


def _act(race: Racing, task: Act) -> Question | None:
    if options(race, task):
        return _one("choose", race, task.snail)
    return _one("path", race, task.snail) if nibbles(race, task) else None


def _window(race: Racing, task: Hit | Wave | Jostled) -> Question | None:
    """GS-63, GS-64: opened whatever the owner holds."""
    snail = threatened(race, task)
    return None if snail is None else _one("react", race, snail)


def _again(race: Racing, task: RollAgain) -> Question | None:
    return Question("reroll", ALONE[task.seat])


ASKS = (
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
_OPEN = {**ASKS.by_type, Move: _open_move, Act: _open_act}
