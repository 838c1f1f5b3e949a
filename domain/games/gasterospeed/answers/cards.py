"""Answers about cards: what is laid, discarded, let pass."""

from typing import Any, TypeVar

from domain.games.gasterospeed import refusals
from domain.games.gasterospeed.commands import CommitAction, CommitSpeed, DiscardTwo, Hesitate
from domain.games.gasterospeed.components import REACTIONS, SPEEDS, Card, SnailId
from domain.games.gasterospeed.course import Ask, Course
from domain.games.gasterospeed.event_types import cards as card_events
from domain.games.gasterospeed.rules import finish
from domain.games.gasterospeed.rules.actions import Act
from domain.games.gasterospeed.rules.board import action_card, speed_card
from domain.games.gasterospeed.rules.finish import DiscardChoice
from domain.games.gasterospeed.rules.speed import Move, speed_awaited, speeds_in
from domain.games.gasterospeed.rules.turn import LayActions, LaySpeeds, action_awaited, is_slow
from domain.games.gasterospeed.state import Laid
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected

T = TypeVar("T", bound=Ask)
SLOW = Laid(None, slow=True)


def asked(course: Course, seat: Seat, *kinds: type[T]) -> T:
    """The open question, if it is one of these kinds and put to this seat."""
    task: Any = course.todo[0]
    if not isinstance(task, kinds) or not task.is_put_to(course.race, seat):
        raise Rejected(refusals.NotAsked(), rule="GS-32")
    return task


def own(course: Course, seat: Seat, snail: SnailId) -> None:
    """GS-79: commitments name a snail of one's own."""
    snails = course.race.snails
    if snail >= len(snails):
        raise Rejected(refusals.NoSuchSnail(snail), rule="GS-79", field="snail")
    if snails[snail].seat != seat:
        raise Rejected(refusals.NotYourSnail(snails[snail].name), rule="GS-79", field="snail")


def in_the_race(course: Course, seat: Seat, snail: SnailId) -> None:
    own(course, seat, snail)
    each = course.race.snails[snail]
    if each.status != "active":
        raise Rejected(refusals.SnailIsOut(each.name), rule="GS-8", field="snail")


def uncommitted(course: Course, seat: Seat, snail: SnailId) -> None:
    """GS-33"""
    race = course.race
    each = race.snails[snail] if snail < len(race.snails) else None
    if each is None or each.seat != seat or each.status != "active":
        in_the_race(course, seat, snail)
    if race.sealed[snail] is not None:
        raise Rejected(refusals.AlreadyLaid(), rule="GS-33", field="snail")


def in_hand(course: Course, seat: Seat, card: Card) -> None:
    if card not in course.race.hands[seat]:
        raise Rejected(refusals.CardNotInHand(card), rule="GS-26", field="card")


def commit_speed(course: Course, seat: Seat, command: CommitSpeed) -> bool:
    """GS-37, GS-79"""
    task = laying(course, LaySpeeds)
    uncommitted(course, seat, command.snail)
    card = command.card
    if card is None:
        if speeds_in(course.race.hands[seat]):
            raise Rejected(refusals.SpeedCardLeft(), rule="GS-79", field="card")
    elif card not in SPEEDS:
        raise Rejected(refusals.NotASpeedCard(card), rule="GS-37", field="card")
    else:
        in_hand(course, seat, card)
    return _lay_speed(course, seat, task, command.snail, Laid(card))


def laying(course: Course, kind: type[T]) -> T:
    """GS-33: is this the phase? A seat that has laid everything gets another refusal."""
    task: Any = course.todo[0]
    if type(task) is not kind:
        raise Rejected(refusals.OtherPhase(), rule="GS-32")
    return task


def _lay_speed(course: Course, seat: Seat, task: LaySpeeds, snail: SnailId, laid: Laid) -> bool:
    course.add_all(card_events.SpeedLaid(seat, snail, laid), card_events.SpeedSealed(snail))
    return not task.asks(course.race)


def commit_action(course: Course, seat: Seat, command: CommitAction) -> bool:
    """GS-44, GS-45"""
    task = laying(course, LayActions)
    uncommitted(course, seat, command.snail)
    if is_slow(course.race, command.snail):
        raise Rejected(refusals.TurnLost(), rule="GS-34", field="snail")
    in_hand(course, seat, command.card)
    if not command.discard and (command.card in SPEEDS or command.card in REACTIONS):
        raise Rejected(refusals.MustBeDiscarded(), rule="GS-45", field="discard")
    laid = Laid(command.card, command.discard)
    return _lay_action(course, seat, task, command.snail, laid)


def _lay_action(course: Course, seat: Seat, task: LayActions, snail: SnailId, laid: Laid) -> bool:
    course.add_all(card_events.ActionLaid(seat, snail, laid), card_events.ActionSealed(snail))
    return not task.asks(course.race)


def hesitate(course: Course, seat: Seat, command: Hesitate) -> bool:
    """GS-34; in a sealed phase for one snail, so that it looks like any other commitment."""
    task: Any = asked(course, seat, LaySpeeds, LayActions, Move, Act)
    if isinstance(task, LaySpeeds):
        return _lay_speed(course, seat, task, speed_awaited(course.race, seat)[0], SLOW)
    if isinstance(task, LayActions):
        return _lay_action(course, seat, task, action_awaited(course.race, seat)[0], SLOW)
    course.todo.pop(0)
    at_hand = speed_card if isinstance(task, Move) else action_card
    card = at_hand(course.race, task.snail)
    assert card is not None
    course.add(card_events.CardLost(task.snail, card, "slow"))
    return True


def discard_two(course: Course, seat: Seat, command: DiscardTwo) -> bool:
    """GS-78"""
    asked(course, seat, DiscardChoice)
    if len(set(command.cards)) != 2:
        raise Rejected(refusals.BadDiscard(), rule="GS-78", field="cards")
    for card in command.cards:
        in_hand(course, seat, card)
    course.todo.pop(0)
    finish.discard(course, seat, command.cards)
    return True
