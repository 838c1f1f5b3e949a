"""Answers about what is drawn and staked."""

from domain.games.gasterospeed import refusals
from domain.games.gasterospeed.answers.cards import asked, laying, own
from domain.games.gasterospeed.commands import AnnounceDraw, Draw, Stake, TakeExtraCard
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.event_types.cards import ExtraCardTaken
from domain.games.gasterospeed.event_types.championship import StakeLaid, StakeSealed
from domain.games.gasterospeed.rules.cards import (
    ACTION_PILE,
    SPEED_PILE,
    ExtraCard,
    Refill,
    Take,
    left_in,
    missing,
)
from domain.games.gasterospeed.rules.race import Stakes, stakes_allowed
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected


def draw(course: Course, seat: Seat, command: Draw) -> bool:
    """GS-102"""
    task = asked(course, seat, Refill)
    race = course.race
    if race.settings.unseen:
        raise Rejected(refusals.DrawnAtOnce(), rule="GS-103")
    speed = command.pile == "speed"
    if not left_in(race, SPEED_PILE if speed else ACTION_PILE):
        raise Rejected(refusals.PileEmpty(), rule="GS-28", field="pile")
    if not speed and missing(race, seat) <= task.fewest_speeds(race):
        raise Rejected(refusals.LastMustBeSpeed(), rule="GS-102", field="pile")
    course.todo[0] = Refill(seat, task.drawn + 1, task.first)
    course.next(Take(seat, int(speed), int(not speed)))
    return True


def announce_draw(course: Course, seat: Seat, command: AnnounceDraw) -> bool:
    """GS-103"""
    task = asked(course, seat, Refill)
    race = course.race
    if not race.settings.unseen:
        raise Rejected(refusals.DrawnSingly(), rule="GS-102")
    if command.speed not in task.announceable(race):
        raise Rejected(refusals.HandNotFilled(), rule="GS-103", field="speed")
    course.todo[0] = Take(seat, command.speed, missing(race, seat) - command.speed)
    return True


def take_extra_card(course: Course, seat: Seat, command: TakeExtraCard) -> bool:
    """GS-106"""
    asked(course, seat, ExtraCard)
    two, pile = course.race.settings.two_piles, command.pile
    number = ACTION_PILE if pile == "action" else SPEED_PILE
    if two != (pile is not None) or not left_in(course.race, number):
        raise Rejected(refusals.WrongPile(), rule="GS-106", field="pile")
    course.todo[0] = Take(seat, int(pile != "action"), int(pile == "action"))
    course.add(ExtraCardTaken(seat))
    return True


def stake(course: Course, seat: Seat, command: Stake) -> bool:
    """GS-108"""
    task = laying(course, Stakes)
    own(course, seat, command.snail)
    if course.race.stakes[command.snail] is not None:
        raise Rejected(refusals.AlreadyStaked(), rule="GS-108", field="snail")
    allowed = stakes_allowed(course.race, seat)
    if command.shells not in allowed:
        outside = refusals.StakeOutOfRange(allowed[0], allowed[-1])
        raise Rejected(outside, rule="GS-108", field="shells")
    course.add_all(StakeLaid(seat, command.snail, command.shells), StakeSealed(seat, command.snail))
    return not task.asks(course.race)
