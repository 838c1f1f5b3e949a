"""Leaving the race and its end: the line, K.O., taken off (GS-8, GS-70, GS-78, GS-82 … GS-87)."""

from itertools import combinations

from domain.games.gasterospeed.commands import DiscardTwo
from domain.games.gasterospeed.components import BOX, Card, SnailId
from domain.games.gasterospeed.course import ALONE, Answers, Ask, Course, Question, Task
from domain.games.gasterospeed.event_types.cards import CardLost, CardsDiscarded
from domain.games.gasterospeed.event_types.championship import RaceScored
from domain.games.gasterospeed.event_types.snails import SnailOut
from domain.games.gasterospeed.rules.board import active, in_the_way, own_active
from domain.games.gasterospeed.rules.scoring import by_seat, race_places, race_points, shells_kept
from domain.games.gasterospeed.state import Racing
from domain.kernel.game import Chance
from domain.kernel.ids import Seat

# Leaving the race: over the line, K.O., taken off (GS-8, GS-70, GS-78, GS-82 … GS-85).

AWAY = BOX.hand.discarded_with_a_snail


class DiscardChoice(Ask, frozen=True):
    """A player who has lost a snail must discard two cards (GS-78)."""

    seat: Seat

    def asks(self, race: Racing) -> bool:
        return len(race.hands[self.seat]) > AWAY and bool(own_active(race, self.seat))

    def question(self, race: Racing) -> Question:
        return Question("discard", ALONE[self.seat])

    def answers(self, race: Racing, seat: Seat) -> Answers:
        return [DiscardTwo(two) for two in combinations(race.hands[seat], AWAY)]

    def lapse(self, race: Racing, seat: Seat, chance: Chance) -> DiscardTwo:
        """GS-78: two cards at random."""
        hand = chance.shuffle(sorted(race.hands[seat]), "discard", seat)
        return DiscardTwo(tuple([card for card in race.hands[seat] if card in hand[:AWAY]]))

    def do(self, course: Course) -> None:
        """GS-78: two cards or fewer leave nothing to choose."""
        if own_active(course.race, self.seat):
            discard(course, self.seat, course.race.hands[self.seat])


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
    if laid and laid.card and any(task.acts_for(snail) for task in course.todo):
        course.add(CardLost(snail, laid.card, "out"))
    seat = course.race.snails[snail].seat
    if own_active(course.race, seat):
        course.next(DiscardChoice(seat))
    else:
        discard(course, seat, course.race.hands[seat])


def discard(course: Course, seat: int, cards: tuple[Card, ...]) -> None:
    if cards:
        course.add(CardsDiscarded(seat, cards))


# The end of a race, and its score (GS-85 … GS-87).


class RaceCheck(Task, frozen=True):
    """End the race if at most one snail is left (GS-85)."""

    def do(self, course: Course) -> None:
        """GS-85: made after every single card, too."""
        if len(active(course.race)) <= 1:
            end_race(course)


def end_race(course: Course, stopped: bool = False) -> None:
    """GS-85 … GS-87: what was still to be done is dropped, so the next race follows."""
    course.todo.clear()
    race = course.race
    places = race_places(race)
    points = race_points(places, race.settings.points)
    gained = by_seat(race, points)
    totals = tuple(had + got for had, got in zip(race.points, gained, strict=True))
    kept = shells_kept(race)
    course.add(RaceScored(places, points, kept, totals, race.arrivals, stopped))
