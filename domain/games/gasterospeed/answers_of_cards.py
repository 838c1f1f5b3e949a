"""Answers about cards and stakes: what is laid, drawn, discarded, let pass."""

from typing import Any, TypeVar

from domain.games.gasterospeed.commands import (
    AnnounceDraw,
    CommitAction,
    CommitSpeed,
    DiscardTwo,
    Draw,
    Hesitate,
    Stake,
    TakeExtraCard,
)
from domain.games.gasterospeed.components import REACTIONS, SPEEDS, Card, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.events import StakeLaid, StakeSealed
from domain.games.gasterospeed.events_of_cards import (
    ActionLaid,
    ActionSealed,
    CardLost,
    ExtraCardTaken,
    SpeedLaid,
    SpeedSealed,
)
from domain.games.gasterospeed.questions import question
from domain.games.gasterospeed.rules import finish
from domain.games.gasterospeed.rules.board import action_card, speed_card
from domain.games.gasterospeed.rules.cards import (
    ACTION_PILE,
    SPEED_PILE,
    announceable,
    fewest_speeds,
    left_in,
    missing,
)
from domain.games.gasterospeed.rules.race import most_staked
from domain.games.gasterospeed.rules.speed import speed_awaited, speeds_in, without_card
from domain.games.gasterospeed.rules.turn import action_awaited, is_slow, without_action
from domain.games.gasterospeed.state import Laid
from domain.games.gasterospeed.todo import (
    Act,
    DiscardChoice,
    ExtraCard,
    LayActions,
    LaySpeeds,
    Move,
    Refill,
    Stakes,
    Take,
)
from domain.kernel.ids import Seat
from domain.kernel.rejection import Rejected

T = TypeVar("T")
SLOW = Laid(None, slow=True)


def asked(course: Course, seat: Seat, *kinds: type[T]) -> T:
    """The open question, if it is one of these kinds and put to this seat."""
    task: Any = course.todo[0]
    put = question(course.race, task)
    if put is None or seat not in put.seats or not isinstance(task, kinds):
        raise Rejected(
            "not_your_prompt",
            "You cannot decide this now. `GET …/actions` lists what you can.",
            "GS-32",
        )
    return task


def own(course: Course, seat: Seat, snail: SnailId) -> None:
    """GS-79: commitments name a snail of one's own."""
    snails = course.race.snails
    if snail >= len(snails) or snails[snail].seat != seat:
        raise Rejected("not_your_snail", f"Snail {snail} is not yours.", "GS-79", "snail")


def in_the_race(course: Course, seat: Seat, snail: SnailId) -> None:
    own(course, seat, snail)
    if course.race.snails[snail].status != "active":
        raise Rejected("snail_not_active", f"Snail {snail} is out of the race.", "GS-8", "snail")


def uncommitted(course: Course, seat: Seat, snail: SnailId) -> None:
    """GS-33"""
    in_the_race(course, seat, snail)
    if course.race.sealed[snail] is not None:
        raise Rejected(
            "already_committed",
            "You have already laid a card for this snail; it cannot be changed.",
            "GS-33",
            "snail",
        )


def in_hand(course: Course, seat: Seat, card: Card) -> None:
    if card not in course.race.hands[seat]:
        raise Rejected("card_not_in_hand", f"You do not hold {card}.", "GS-26", "card")


def commit_speed(course: Course, seat: Seat, command: CommitSpeed) -> bool:
    """GS-37, GS-79"""
    laying(course, LaySpeeds)
    uncommitted(course, seat, command.snail)
    if command.card is None:
        if speeds_in(course.race.hands[seat]):
            raise Rejected("speed_card_left", "You hold a Speed card.", "GS-79", "card")
    elif command.card not in SPEEDS:
        raise Rejected("not_a_speed_card", f"{command.card} is no Speed card.", "GS-37", "card")
    else:
        in_hand(course, seat, command.card)
    _lay_speed(course, seat, command.snail, Laid(command.card))
    return not without_card(course.race)


def laying(course: Course, kind: type[T]) -> T:
    """GS-33: is this the phase? Whoever has laid everything hears so, not that he is not asked."""
    task: Any = course.todo[0]
    if not isinstance(task, kind):
        raise Rejected("not_your_prompt", "This is another phase of the turn.", "GS-32")
    return task


def _lay_speed(course: Course, seat: Seat, snail: SnailId, laid: Laid) -> None:
    course.add(SpeedLaid(snail, seat, laid), SpeedSealed(snail))


def commit_action(course: Course, seat: Seat, command: CommitAction) -> bool:
    """GS-44, GS-45"""
    laying(course, LayActions)
    uncommitted(course, seat, command.snail)
    if is_slow(course.race, command.snail):
        raise Rejected("not_your_prompt", "This snail has lost its turn.", "GS-34", "snail")
    in_hand(course, seat, command.card)
    if not command.discard and (command.card in SPEEDS or command.card in REACTIONS):
        raise Rejected(
            "must_be_discarded",
            "This card can only be discarded; send `discard`.",
            "GS-45",
            "discard",
        )
    _lay_action(course, seat, command.snail, Laid(command.card, command.discard))
    return not without_action(course.race)


def _lay_action(course: Course, seat: Seat, snail: SnailId, laid: Laid) -> None:
    course.add(ActionLaid(snail, seat, laid), ActionSealed(snail))


def hesitate(course: Course, seat: Seat, command: Hesitate) -> bool:
    """GS-34; in a sealed phase for one snail, so that it looks like any other commitment."""
    task: Any = asked(course, seat, LaySpeeds, LayActions, Move, Act)
    if isinstance(task, LaySpeeds):
        _lay_speed(course, seat, speed_awaited(course.race, seat)[0], SLOW)
        return not without_card(course.race)
    if isinstance(task, LayActions):
        _lay_action(course, seat, action_awaited(course.race, seat)[0], SLOW)
        return not without_action(course.race)
    course.todo.pop(0)
    at_hand = speed_card if isinstance(task, Move) else action_card
    card = at_hand(course.race, task.snail)
    assert card is not None
    course.add(CardLost(task.snail, card, "slow"))
    return True


def discard_two(course: Course, seat: Seat, command: DiscardTwo) -> bool:
    """GS-78"""
    asked(course, seat, DiscardChoice)
    if len(set(command.cards)) != 2:
        raise Rejected("bad_discard", "Name two different cards.", "GS-78", "cards")
    for card in command.cards:
        in_hand(course, seat, card)
    course.todo.pop(0)
    finish.discard(course, seat, command.cards)
    return True


def draw(course: Course, seat: Seat, command: Draw) -> bool:
    """GS-102"""
    task = asked(course, seat, Refill)
    race = course.race
    if race.settings.unseen:
        raise Rejected("not_your_prompt", "Announce all your cards at once.", "GS-103")
    speed = command.pile == "speed"
    if not left_in(race, SPEED_PILE if speed else ACTION_PILE):
        raise Rejected("pile_empty", "This pile is empty, or does not exist.", "GS-28", "pile")
    if not speed and missing(race, seat) <= fewest_speeds(race, task):
        raise Rejected("speed_needed", "Your last card must be a Speed card.", "GS-102", "pile")
    course.todo[0] = Refill(seat, task.drawn + 1, task.first)
    course.next(Take(seat, int(speed), int(not speed)))
    return True


def announce_draw(course: Course, seat: Seat, command: AnnounceDraw) -> bool:
    """GS-103"""
    task = asked(course, seat, Refill)
    race = course.race
    if not race.settings.unseen:
        raise Rejected("not_your_prompt", "Draw one card after the other.", "GS-102")
    if command.speed not in announceable(race, task):
        raise Rejected(
            "speed_needed",
            "These numbers do not fill your hand with at least one Speed card.",
            "GS-103",
            "speed",
        )
    course.todo[0] = Take(seat, command.speed, missing(race, seat) - command.speed)
    return True


def take_extra_card(course: Course, seat: Seat, command: TakeExtraCard) -> bool:
    """GS-106"""
    asked(course, seat, ExtraCard)
    two, pile = course.race.settings.two_piles, command.pile
    number = ACTION_PILE if pile == "action" else SPEED_PILE
    if two != (pile is not None) or not left_in(course.race, number):
        raise Rejected(
            "pile_empty",
            "Send `pile` if there are two piles, and omit it if there is one.",
            "GS-106",
            "pile",
        )
    course.todo[0] = Take(seat, int(pile != "action"), int(pile == "action"))
    course.add(ExtraCardTaken(seat))
    return True


def stake(course: Course, seat: Seat, command: Stake) -> bool:
    """GS-108"""
    task = laying(course, Stakes)
    own(course, seat, command.snail)
    if course.race.stakes[command.snail] is not None:
        raise Rejected(
            "already_committed", "You have already staked shells for this snail.", "GS-108", "snail"
        )
    most = most_staked(course.race, command.snail)
    if not 1 <= command.shells <= most:
        raise Rejected("stake_out_of_range", f"Stake 1 to {most}.", "GS-108", "shells")
    course.add(StakeLaid(seat, command.snail, command.shells), StakeSealed(seat, command.snail))
    return question(course.race, task) is None
