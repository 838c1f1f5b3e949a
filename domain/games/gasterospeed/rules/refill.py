"""The deal, hands that are filled by choice, the extra card (GS-22, GS-26, GS-102 … GS-106)."""

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed.course import ALONE, Answers, Ask, Course, Question, Task
from domain.games.gasterospeed.event_types.cards import PileShuffled
from domain.games.gasterospeed.rules.cards import (
    ACTION_PILE,
    SPEED_PILE,
    CheckHands,
    drawn,
    fill,
    has_speed,
    left_in,
    missing,
)
from domain.games.gasterospeed.state import Racing
from domain.kernel.ids import Seat


class Deal(Task, frozen=True):
    """Shuffle the cards and deal the hands (GS-22)."""

    def do(self, course: Course) -> None:
        """GS-22: all cards are shuffled, every player draws his hand."""
        for number, pile in enumerate(course.race.piles):
            course.add(PileShuffled(number, course.chance.shuffle(pile, "cards")))
        seats = range(course.race.settings.seats)
        course.next(*(Refill(seat, first=True) for seat in seats), CheckHands())


class Refill(Ask, frozen=True):
    """Fill the hands (GS-26). With GS-102 or GS-103 the players choose the piles."""

    seat: Seat
    drawn: int = 0
    first: bool = False

    def asks(self, race: Racing) -> bool:
        """GS-102, GS-103: is there a pile to be chosen for this hand?"""
        settings = race.settings
        if not settings.choose_piles or not missing(race, self.seat):
            return False
        dealt = settings.unseen or not self.first or bool(race.hands[self.seat])
        return dealt and bool(left_in(race, SPEED_PILE) or left_in(race, ACTION_PILE))

    def question(self, race: Racing) -> Question:
        return Question("draw", ALONE[self.seat])

    def answers(self, race: Racing, seat: Seat) -> Answers:
        if race.settings.unseen:
            return [do.AnnounceDraw(number) for number in self.announceable(race)]
        answers = [do.Draw("speed")] if left_in(race, SPEED_PILE) else []
        free = missing(race, seat) > self.fewest_speeds(race)
        return [*answers, do.Draw("action")] if free and left_in(race, ACTION_PILE) else answers

    def default(self, race: Racing, seat: Seat, answers: Answers) -> do.PlayerCommand:
        """GS-102: Speed first, then in turn; all at once under GS-103."""
        if race.settings.unseen:
            numbers = self.announceable(race)
            half = (missing(race, self.seat) + 1) // 2
            return do.AnnounceDraw(min(max(half, numbers[0]), numbers[-1]))
        wanted = do.Draw("action" if self.drawn % 2 else "speed")
        return wanted if wanted in answers else answers[0]

    def do(self, course: Course) -> None:
        """GS-26, GS-101, and the two cards that are dealt under GS-102."""
        race, seat = course.race, self.seat
        if not race.settings.choose_piles:
            fill(course, seat, missing(race, seat))
        elif self.first and not race.hands[seat] and missing(race, seat):
            drawn(course, seat, 1, 1)
            course.next(self)

    def fewest_speeds(self, race: Racing) -> int:
        """GS-102, GS-103: Speed cards that must be among those still to be drawn."""
        if has_speed(race.hands[self.seat]):
            return 0
        return min(1, left_in(race, SPEED_PILE))

    def announceable(self, race: Racing) -> list[int]:
        """GS-103: how many Speed cards may be announced; of a first hand, one of each at least."""
        need = missing(race, self.seat)
        fewest, most = self.fewest_speeds(race), need - 1 if self.first else need
        fewest = max(fewest, need - left_in(race, ACTION_PILE))
        return list(range(fewest, max(fewest, min(most, left_in(race, SPEED_PILE))) + 1))


class ExtraCard(Ask, frozen=True):
    """A champion may take an extra card (GS-106)."""

    seat: Seat

    def asks(self, race: Racing) -> bool:
        """GS-106: in races 1, 3, 5, once per race."""
        seat = self.seat
        if not race.privileges[seat].extra_card or race.race % 2 == 0 or seat in race.extra_taken:
            return False
        return bool(
            left_in(race, SPEED_PILE) or (race.settings.two_piles and left_in(race, ACTION_PILE))
        )

    def question(self, race: Racing) -> Question:
        return Question("extra_card", ALONE[self.seat])

    def answers(self, race: Racing, seat: Seat) -> Answers:
        if not race.settings.two_piles:
            return [do.Decline(), do.TakeExtraCard()]
        names: tuple[do.Pile, ...] = ("speed", "action")
        piles = [name for number, name in enumerate(names) if left_in(race, number)]
        return [do.Decline(), *(do.TakeExtraCard(name) for name in piles)]
