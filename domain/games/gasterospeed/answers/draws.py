"""Answers about what is drawn and staked."""

from domain.games.gasterospeed.answers.cards import asked, laying, own
from domain.games.gasterospeed.card_events import ExtraCardTaken
from domain.games.gasterospeed.championship_events import StakeLaid, StakeSealed
from domain.games.gasterospeed.commands import AnnounceDraw, Draw, Stake, TakeExtraCard
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.rules.cards import (
    ACTION_PILE,
    SPEED_PILE,
    Take,
    left_in,
    missing,
)
from domain.games.gasterospeed.rules.race import Stakes, stakes_allowed
from domain.games.gasterospeed.rules.refill import ExtraCard, Refill
from domain.kernel.ids import Seat
from domain.kernel.rejection import Rejected


def draw(course: Course, seat: Seat, command: Draw) -> bool:
    """GS-102"""
    task = asked(course, seat, Refill)
    race = course.race
    if race.settings.unseen:
        at_once = "Announce all your cards at once.", "Annoncez toutes vos cartes à la fois."
        raise Rejected("not_your_prompt", at_once, "GS-103")
    speed = command.pile == "speed"
    if not left_in(race, SPEED_PILE if speed else ACTION_PILE):
        empty = (
            "This pile is empty, or does not exist.",
            "Cette pioche est vide, ou n'existe pas.",
        )
        raise Rejected("pile_empty", empty, "GS-28", "pile")
    if not speed and missing(race, seat) <= task.fewest_speeds(race):
        last = (
            "Your last card must be a Speed card.",
            "Votre dernière carte doit être une carte Vitesse.",
        )
        raise Rejected("speed_needed", last, "GS-102", "pile")
    course.todo[0] = Refill(seat, task.drawn + 1, task.first)
    course.next(Take(seat, int(speed), int(not speed)))
    return True


def announce_draw(course: Course, seat: Seat, command: AnnounceDraw) -> bool:
    """GS-103"""
    task = asked(course, seat, Refill)
    race = course.race
    if not race.settings.unseen:
        singly = "Draw one card after the other.", "Piochez une carte après l'autre."
        raise Rejected("not_your_prompt", singly, "GS-102")
    if command.speed not in task.announceable(race):
        numbers = (
            "These numbers do not fill your hand with at least one Speed card.",
            "Ces nombres ne complètent pas votre main avec au moins une carte Vitesse.",
        )
        raise Rejected("speed_needed", numbers, "GS-103", "speed")
    course.todo[0] = Take(seat, command.speed, missing(race, seat) - command.speed)
    return True


def take_extra_card(course: Course, seat: Seat, command: TakeExtraCard) -> bool:
    """GS-106"""
    asked(course, seat, ExtraCard)
    two, pile = course.race.settings.two_piles, command.pile
    number = ACTION_PILE if pile == "action" else SPEED_PILE
    if two != (pile is not None) or not left_in(course.race, number):
        which = (
            "Send `pile` if there are two piles, and omit it if there is one.",
            "Envoyez `pile` s'il y a deux pioches, et omettez-le s'il y en a une.",
        )
        raise Rejected("pile_empty", which, "GS-106", "pile")
    course.todo[0] = Take(seat, int(pile != "action"), int(pile == "action"))
    course.add(ExtraCardTaken(seat))
    return True


def stake(course: Course, seat: Seat, command: Stake) -> bool:
    """GS-108"""
    task = laying(course, Stakes)
    own(course, seat, command.snail)
    if course.race.stakes[command.snail] is not None:
        twice = (
            "You have already staked shells for this snail.",
            "Vous avez déjà engagé des coquilles pour cet escargot.",
        )
        raise Rejected("already_committed", twice, "GS-108", "snail")
    allowed = stakes_allowed(course.race, seat)
    if command.shells not in allowed:
        first, last = allowed[0], allowed[-1]
        within = f"Stake {first} to {last}.", f"Engagez de {first} à {last} coquilles."
        raise Rejected("stake_out_of_range", within, "GS-108", "shells")
    course.add_all(StakeLaid(seat, command.snail, command.shells), StakeSealed(seat, command.snail))
    return not task.asks(course.race)
