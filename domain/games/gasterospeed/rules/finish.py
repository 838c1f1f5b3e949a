"""Leaving the race: over the line, K.O., taken off (GS-8, GS-70, GS-78, GS-82 … GS-85)."""

from domain.games.gasterospeed.card_events import CardLost, CardsDiscarded
from domain.games.gasterospeed.components import Card, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.rules.board import active, own_active
from domain.games.gasterospeed.rules.passage import in_the_way
from domain.games.gasterospeed.snail_events import SnailOut
from domain.games.gasterospeed.todo import Act, DiscardChoice


def crossed_the_line(course: Course, snail: SnailId) -> None:
    """GS-17, GS-84; a K.O. snail shoved over the line is taken off (GS-70)."""
    if course.race.snails[snail].status == "ko":
        course.add(SnailOut(snail, "removed", None, False))
        return
    course.add(SnailOut(snail, "finished", len(course.race.arrivals) + 1, False))
    _cards_away(course, snail)


def knocked_out(course: Course, snail: SnailId, withdrawn: bool = False) -> None:
    """GS-82"""
    course.add(SnailOut(snail, "ko", None, withdrawn))
    _cards_away(course, snail)
    clear_the_passage(course)


def clear_the_passage(course: Course) -> None:
    """GS-83, until every active snail has a free path."""
    while blocking := in_the_way(course.race):
        for snail in blocking:
            course.add(SnailOut(snail, "removed", None, False))


def _cards_away(course: Course, snail: SnailId) -> None:
    """GS-49, GS-78, GS-84: the card laid for it, and cards of the hand."""
    laid = course.race.actions[snail]
    if laid and laid.card and Act(snail) in course.todo:
        course.add(CardLost(snail, laid.card, "out"))
    seat = course.race.snails[snail].seat
    if own_active(course.race, seat):
        course.next(DiscardChoice(seat))
    else:
        discard(course, seat, course.race.hands[seat])


def discard(course: Course, seat: int, cards: tuple[Card, ...]) -> None:
    if cards:
        course.add(CardsDiscarded(seat, cards))


def discard_what_is_left(course: Course, task: DiscardChoice) -> None:
    """GS-78: two cards or fewer leave nothing to choose."""
    if own_active(course.race, task.seat):
        discard(course, task.seat, course.race.hands[task.seat])


def is_over(course: Course) -> bool:
    """GS-85"""
    return len(active(course.race)) <= 1
