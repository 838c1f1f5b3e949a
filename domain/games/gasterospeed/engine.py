"""The engine does what is left to do until a question is open or nothing is left."""

from typing import TYPE_CHECKING, Any, assert_never

from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.events import QuestionPut
from domain.games.gasterospeed.questions import ASKS
from domain.games.gasterospeed.rules import (
    actions,
    cards,
    championship,
    dice,
    finish,
    instant,
    leaps,
    loss,
    race,
    rolls,
    speed,
    terrain,
    turn,
)
from domain.games.gasterospeed.state import Racing
from domain.games.gasterospeed.todo import (
    Act,
    AfterMove,
    CardDone,
    CheckHands,
    Deal,
    DiscardChoice,
    ExtraCard,
    LayActions,
    LaySpeeds,
    Move,
    NextRace,
    NextTurn,
    Placing,
    RaceCheck,
    Refill,
    Stakes,
    StartRolls,
    Sweep,
    Take,
    TurnEnd,
    Withdrawals,
)
from domain.games.gasterospeed.todo_effects import (
    Bonus,
    Bound,
    Cleave,
    Drift,
    FirstBound,
    Folly,
    FollyStep,
    Hit,
    Jostled,
    Kick,
    Mole,
    Petard,
    Prick,
    Roll,
    RollAgain,
    SecondBound,
    Shot,
    ThrownBack,
    Tumble,
    Wave,
)
from domain.kernel.handlers import on


def nothing(course: Course, task: Any) -> None:
    """A question that nobody has to answer any more."""


DO = (
    on(NextRace, race.next_race)
    | on(Stakes, race.reveal_stakes)
    | on(Deal, cards.shuffle_and_deal)
    | on(StartRolls, race.start_rolls)
    | on(Placing, nothing)
    | on(Refill, cards.refill)
    | on(Take, cards.take)
    | on(ExtraCard, nothing)
    | on(CheckHands, cards.check_hands)
    | on(DiscardChoice, finish.discard_what_is_left)
    | on(LaySpeeds, speed.reveal_speeds)
    | on(Move, speed.cannot_move)
    | on(AfterMove, terrain.after_move)
    | on(LayActions, turn.reveal_actions)
    | on(Act, actions.act)
    | on(CardDone, terrain.card_done)
    | on(RaceCheck, turn.race_check)
    | on(TurnEnd, turn.turn_end)
    | on(Withdrawals, turn.withdraw)
    | on(Sweep, turn.sweep)
    | on(NextTurn, turn.next_turn)
    | on(Roll, dice.roll)
    | on(Petard, instant.petard)
    | on(Shot, instant.shot)
    | on(Bound, leaps.bound)
    | on(FirstBound, leaps.first_bound)
    | on(SecondBound, leaps.second_bound)
    | on(Tumble, rolls.tumble)
    | on(Folly, rolls.folly)
    | on(FollyStep, rolls.folly_step)
    | on(RollAgain, nothing)
    | on(Jostled, nothing)
    | on(ThrownBack, loss.throw_back)
    | on(Hit, nothing)
    | on(Wave, loss.pass_by)
    | on(Mole, terrain.mole)
    | on(Kick, terrain.kick)
    | on(Prick, terrain.prick)
    | on(Cleave, terrain.cleave)
    | on(Drift, terrain.drift)
    | on(Bonus, championship.bonus)
)
_STEPS = {kind: (ASKS.by_type.get(kind), do) for kind, do in DO.by_type.items()}


def run(course: Course) -> None:
    """Until somebody has to decide, or the championship is over."""
    todo = course.todo
    while todo:
        task = todo[0]
        if TYPE_CHECKING and not DO.handles(task):
            assert_never(task)
        asks, do = _STEPS[type(task)]
        if asks is not None and asks(course.race, task):
            course.add(QuestionPut(tuple(todo)))
            return
        del todo[0]
        do(course, task)
    assert not isinstance(course.race, Racing)
