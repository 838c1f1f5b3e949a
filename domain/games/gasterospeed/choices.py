"""The open question and its answers: whose turn, what is legal, what a time-out plays."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from domain.games.gasterospeed.commands import (
    AnnounceDraw,
    CommitAction,
    CommitSpeed,
    Decline,
    DiscardTwo,
    Draw,
    Endure,
    GasteroCommand,
    Hesitate,
    Pile,
    Place,
    React,
    Reroll,
    Stake,
    TakeExtraCard,
    TakePath,
    UseExtraShell,
)
from domain.games.gasterospeed.components import ACTIONS, BOX, COLOURS, REACTIONS, SPEEDS, Card
from domain.games.gasterospeed.questions import ASKS, is_put_to, open_question
from domain.games.gasterospeed.racing_names import RACING_NAMES
from domain.games.gasterospeed.rules import loss, race, speed
from domain.games.gasterospeed.rules.actions import options
from domain.games.gasterospeed.rules.board import own_active
from domain.games.gasterospeed.rules.cards import (
    ACTION_PILE,
    SPEED_PILE,
    announceable,
    fewest_speeds,
    left_in,
    missing,
)
from domain.games.gasterospeed.rules.reach import paths
from domain.games.gasterospeed.rules.slides import LAITUE_STEPS
from domain.games.gasterospeed.rules.turn import action_awaited
from domain.games.gasterospeed.state import Finished, GasteroState, Racing
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
from domain.kernel.chance import Chance
from domain.kernel.decision import Decision, OpenParameter
from domain.kernel.handlers import by_seat
from domain.kernel.ids import Seat
from domain.kernel.outcome import Outcome

Answers: TypeAlias = Sequence[GasteroCommand]
# GS-45: how each snail may lay each card; Speed and reaction cards only as a discard.
CARD_LAID = tuple(
    {
        card: (CommitAction(snail, card, True),)
        if card in SPEEDS or card in REACTIONS
        else (CommitAction(snail, card), CommitAction(snail, card, True))
        for card in (*SPEEDS, *ACTIONS)
    }
    for snail in range(len(COLOURS))
)
NO_CARD: list[Card | None] = [None]
AWAY = BOX.hand.discarded_with_a_snail


def decision(state: GasteroState) -> Decision | None:
    if not isinstance(state, Racing) or not state.todo:
        return None
    put = open_question(state)
    if put is None:
        return None  # in the middle of a decision; the engine stops at questions only
    kind = put.kind
    return Decision(f"{kind}:{state.asked}", kind, put.seats)


def legal(state: GasteroState, seat: Seat) -> tuple[GasteroCommand, ...]:
    if not isinstance(state, Racing) or not state.todo:
        return ()
    task = state.todo[0]
    if TYPE_CHECKING and ASKS.handles(task) and not LISTED.handles(task):
        assert_never(task)
    kind = type(task)
    if kind in LAYING or is_put_to(state, task, seat):
        answers = _LISTED[kind](state, seat, task)
    else:
        answers = ()
    if state.privileges[seat].extra_shells and state.turn:
        answers = (*answers, *(UseExtraShell(snail) for snail in own_active(state, seat)))
    return tuple(answers)


def _place(state: Racing, seat: Seat, task: Placing) -> Answers:
    cells = race.free_starts(state)
    return [Place(snail, cell) for snail in race.unplaced(state, seat) for cell in cells]


def _stake(state: Racing, seat: Seat, task: Stakes) -> Answers:
    allowed = race.stakes_allowed(state, seat)
    return [Stake(snail, shells) for snail in race.unstaked(state, seat) for shells in allowed]


def _draw(state: Racing, seat: Seat, task: Refill) -> Answers:
    if state.settings.unseen:
        return [AnnounceDraw(number) for number in announceable(state, task)]
    answers = [Draw("speed")] if left_in(state, SPEED_PILE) else []
    free = missing(state, seat) > fewest_speeds(state, task)
    return [*answers, Draw("action")] if free and left_in(state, ACTION_PILE) else answers


def _extra_card(state: Racing, seat: Seat, task: ExtraCard) -> Answers:
    if not state.settings.two_piles:
        return [Decline(), TakeExtraCard()]
    names: tuple[Pile, ...] = ("speed", "action")
    piles = [name for number, name in enumerate(names) if left_in(state, number)]
    return [Decline(), *(TakeExtraCard(name) for name in piles)]


def _discard(state: Racing, seat: Seat, task: DiscardChoice) -> Answers:
    return [DiscardTwo(two) for two in combinations(state.hands[seat], AWAY)]


def _speed(state: Racing, seat: Seat, task: LaySpeeds) -> Answers:
    cards = speed.speeds_in(state.hands[seat]) or NO_CARD
    awaited = speed.speed_awaited(state, seat)
    return [CommitSpeed(snail, card) for snail in awaited for card in cards]


def _action(state: Racing, seat: Seat, task: LayActions) -> Answers:
    answers: list[CommitAction] = []
    hand = state.hands[seat]
    for snail in action_awaited(state, seat):
        by_card = CARD_LAID[snail]
        for card in hand:
            answers += by_card[card]
    return answers


def _move(state: Racing, seat: Seat, task: Move) -> Answers:
    answers = paths(state, task.snail, speed.steps_of(state, task.snail))
    if state.settings.endurance and speed.may_endure(state, task.snail):
        return (*answers, Endure(task.snail))
    return answers


def _act(state: Racing, seat: Seat, task: Act) -> Answers:
    return options(state, task) or paths(state, task.snail, LAITUE_STEPS)


def _window(state: Racing, seat: Seat, task: Hit | Wave | Jostled) -> Answers:
    return [Decline(), *(React(card) for card in loss.reactions(state, seat, task))]


def _again(state: Racing, seat: Seat, task: RollAgain) -> Answers:
    return [Decline(), Reroll()]


# Cards are laid by several seats; the list of one that is not asked is empty.
LAYING: frozenset[type] = frozenset((LaySpeeds, LayActions))
LISTED = (
    by_seat(Placing, _place)
    | by_seat(Stakes, _stake)
    | by_seat(Refill, _draw)
    | by_seat(ExtraCard, _extra_card)
    | by_seat(DiscardChoice, _discard)
    | by_seat(LaySpeeds, _speed)
    | by_seat(LayActions, _action)
    | by_seat(Move, _move)
    | by_seat(Act, _act)
    | by_seat(Hit, _window)
    | by_seat(Wave, _window)
    | by_seat(Jostled, _window)
    | by_seat(RollAgain, _again)
)
_LISTED: dict[type, Callable[[Racing, Seat, Any], Answers]] = LISTED.by_type


def open_parameters(state: GasteroState, seat: Seat) -> tuple[OpenParameter, ...]:
    """Names (GS-7) and paths (GS-41: other ways to the same cells)."""
    if not isinstance(state, Racing):
        return ()
    kinds = {type(command) for command in legal(state, seat)}
    if Place in kinds and state.race == 1:
        taken = {snail.name for snail in state.snails}
        free = [name for name in RACING_NAMES if name not in taken]
        schema: dict[str, Any] = {"type": "string", "enum": free}
        return (OpenParameter("gasterospeed.place", "name", schema),)
    if TakePath not in kinds:
        return ()
    step = {"enum": ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]}
    schema = {"type": "array", "items": step, "minItems": 1, "maxItems": 2}
    return (OpenParameter("gasterospeed.path", "steps", schema),)


def default(state: GasteroState, seat: Seat) -> GasteroCommand:
    """GS-23, GS-102, GS-108: what is played for whoever says nothing, if it is his to play."""
    assert isinstance(state, Racing)
    answers = legal(state, seat)
    task: AnyTask = state.todo[0]
    if isinstance(task, Stakes):
        snail = race.unstaked(state, seat)[0]
        return Stake(snail, race.stake_in_time(state, seat))
    if isinstance(task, Refill):
        return _alternate(state, task, answers)
    return answers[0]


def _alternate(state: Racing, task: Refill, answers: tuple[GasteroCommand, ...]) -> GasteroCommand:
    """GS-102: Speed first, then in turn; all at once under GS-103."""
    if state.settings.unseen:
        numbers = announceable(state, task)
        half = (missing(state, task.seat) + 1) // 2
        return AnnounceDraw(min(max(half, numbers[0]), numbers[-1]))
    wanted = Draw("action" if task.drawn % 2 else "speed")
    return wanted if wanted in answers else answers[0]


def lapse(state: GasteroState, seat: Seat, chance: Chance) -> GasteroCommand:
    """GS-34: a turn that nobody plays is lost; GS-78: two cards at random."""
    assert isinstance(state, Racing)
    task = state.todo[0]
    if isinstance(task, DiscardChoice):
        hand = chance.shuffle(sorted(state.hands[seat]), "discard", seat)
        two = [card for card in state.hands[seat] if card in hand[:AWAY]]
        return DiscardTwo(tuple(two))
    if isinstance(task, LaySpeeds) and not speed.speeds_in(state.hands[seat]):
        return default(state, seat)  # GS-79: nothing is lost where nothing can be laid
    if isinstance(task, LaySpeeds | LayActions | Move | Act):
        return Hesitate()
    return default(state, seat)


def outcome(state: GasteroState) -> Outcome | None:
    """GS-88, GS-107"""
    return Outcome(state.places, state.scores) if isinstance(state, Finished) else None


def rewards(state: GasteroState) -> tuple[tuple[str, ...], ...]:
    """GS-106, GS-107: what champions take to the next championship."""
    return state.last.rewards if isinstance(state, Finished) else ()
