"""The engine does what is left to do until a question is open or nothing is left."""

from collections.abc import Callable
from typing import Any

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
    Task,
    ThrownBack,
    Tumble,
    Wave,
)


def nothing(course: Course, task: Any) -> None:
    """A question that nobody has to answer any more."""


DO: dict[type[Task], Callable[[Course, Any], None]] = {
    NextRace: race.next_race,
    Stakes: race.reveal_stakes,
    Deal: cards.shuffle_and_deal,
    StartRolls: race.start_rolls,
    Placing: nothing,
    Refill: cards.refill,
    Take: cards.take,
    ExtraCard: nothing,
    CheckHands: cards.check_hands,
    DiscardChoice: finish.discard_what_is_left,
    LaySpeeds: speed.reveal_speeds,
    Move: speed.cannot_move,
    AfterMove: terrain.after_move,
    LayActions: turn.reveal_actions,
    Act: actions.act,
    CardDone: terrain.card_done,
    RaceCheck: turn.race_check,
    TurnEnd: turn.turn_end,
    Withdrawals: turn.withdraw,
    Sweep: turn.sweep,
    NextTurn: turn.next_turn,
    Roll: dice.roll,
    Petard: instant.petard,
    Shot: instant.shot,
    Bound: leaps.bound,
    FirstBound: leaps.first_bound,
    SecondBound: leaps.second_bound,
    Tumble: rolls.tumble,
    Folly: rolls.folly,
    FollyStep: rolls.folly_step,
    RollAgain: nothing,
    Jostled: nothing,
    ThrownBack: loss.throw_back,
    Hit: nothing,
    Wave: loss.pass_by,
    Mole: terrain.mole,
    Kick: terrain.kick,
    Prick: terrain.prick,
    Cleave: terrain.cleave,
    Drift: terrain.drift,
    Bonus: championship.bonus,
}


def run(course: Course) -> None:
    """Until somebody has to decide, or the championship is over."""
    todo = course.todo
    while todo:
        task = todo[0]
        kind = type(task)
        if kind in ASKS and ASKS[kind](course.race, task) is not None:
            course.add(QuestionPut(tuple(todo)))
            return
        del todo[0]
        DO[kind](course, task)
    assert not isinstance(course.state, Racing)
