"""Piles, hands and refills, with one pile or two (GS-26 … GS-31, GS-101 … GS-103)."""

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed.components import BOX, SPEEDS, Card
from domain.games.gasterospeed.course import ALONE, Answers, Ask, Course, Question, Task
from domain.games.gasterospeed.event_types import cards as card_events
from domain.games.gasterospeed.event_types.cards import PileShuffled
from domain.games.gasterospeed.rules.board import own_active
from domain.games.gasterospeed.state import Racing
from domain.kernel.ids import Seat

SPEED_PILE, ACTION_PILE = 0, 1
SPEED_CARDS = frozenset(SPEEDS)


def hand_size(race: Racing, seat: Seat) -> int:
    """GS-26, GS-78: smaller after the loss of one of two snails, nothing without any."""
    mine = len(own_active(race, seat))
    if mine == race.settings.snails_each:
        return race.settings.hand
    return race.settings.hand_of_one if mine else 0


def missing(race: Racing, seat: Seat) -> int:
    few = hand_size(race, seat) - len(race.hands[seat])
    return few if few > 0 else 0


def left_in(race: Racing, pile: int) -> int:
    """GS-28: what can still be drawn from a pile and its discards."""
    return len(race.piles[pile]) + len(race.discards[pile])


def has_speed(hand: tuple[Card, ...]) -> bool:
    return not SPEED_CARDS.isdisjoint(hand)


def draw(course: Course, seat: Seat, pile: int, count: int) -> None:
    """GS-28, GS-31: the discards are reshuffled at the moment a card must be drawn."""
    while count > 0:
        if not course.race.piles[pile]:
            if not course.race.discards[pile]:
                return
            reshuffle(course, pile)
        taken = course.race.piles[pile][:count]
        course.add(card_events.CardsDrawn(seat, pile, taken))
        count -= len(taken)


def reshuffle(course: Course, pile: int) -> None:
    """GS-28"""
    discards = sorted(course.race.discards[pile])
    course.add(card_events.DiscardsReshuffled(pile, len(discards)))
    course.add(card_events.PileShuffled(pile, course.chance.shuffle(discards, "cards")))


def told(course: Course, seat: Seat) -> None:
    """GS-26: how many cards there are is public."""
    race = course.race
    course.add(card_events.HandRefilled(seat, len(race.hands[seat]), tuple(map(len, race.piles))))


def drawn(course: Course, seat: Seat, speed: int, action: int = 0) -> None:
    """GS-26: so many cards of the Speed pile (or the only pile) and the Action pile."""
    draw(course, seat, SPEED_PILE, speed)
    if action:
        draw(course, seat, ACTION_PILE, action)
    told(course, seat)


def fill_hands(course: Course) -> None:
    """GS-26, GS-78: all hands in the order of seats, where no pile is to be chosen."""
    race, settings = course.race, course.race.settings
    racing = [snail.seat for snail in race.snails if snail.status == "active"]
    for seat in dict.fromkeys(racing):
        all_race = racing.count(seat) == settings.snails_each
        size = settings.hand if all_race else settings.hand_of_one
        fill(course, seat, size - len(race.hands[seat]))


def fill(course: Course, seat: Seat, need: int) -> None:
    """GS-26, GS-101: the missing cards."""
    if need <= 0:
        return
    race = course.race
    pile = race.piles[SPEED_PILE]
    if race.settings.two_piles:
        speed = min(need, speed_share(race, seat))
        drawn(course, seat, speed, need - speed)
    elif need <= len(pile):  # nearly always: the same in one step
        refilled = card_events.HandRefilled(seat, len(race.hands[seat]) + need, (len(pile) - need,))
        course.add_all(card_events.CardsDrawn(seat, SPEED_PILE, pile[:need]), refilled)
    else:
        drawn(course, seat, need)


def speed_share(race: Racing, seat: Seat) -> int:
    """GS-101: as many Speed cards as Action cards, one more in an odd hand."""
    wanted = (hand_size(race, seat) + 1) // 2
    held = sum(card in SPEEDS for card in race.hands[seat])
    return max(0, wanted - held)


class Take(Task, frozen=True):
    """Draw these numbers of cards from the Speed pile (or the only pile) and the Action pile."""

    seat: Seat
    speed: int
    action: int = 0

    def do(self, course: Course) -> None:
        drawn(course, self.seat, self.speed, self.action)


class CheckHands(Task, frozen=True):
    """Check that every hand has a Speed card (GS-29)."""

    repeated: int = 0

    def do(self, course: Course) -> None:
        """GS-29: hands of yellow cards only are announced, and change two of them."""
        hands = enumerate(course.race.hands)
        yellow = tuple([seat for seat, hand in hands if hand and not has_speed(hand)])
        if self.repeated >= BOX.redraw.most:
            yellow = ()
        course.add(card_events.HandsChecked(yellow))
        for seat in yellow:
            hand = course.chance.shuffle(sorted(course.race.hands[seat]), "redraw", seat)
            away = hand[: BOX.redraw.cards]
            course.add(card_events.RedrawAnnounced(seat, away))
            draw(course, seat, SPEED_PILE, len(away))
            told(course, seat)
        if yellow:
            course.next(CheckHands(self.repeated + 1))


# The deal, hands that are filled by choice, the extra card (GS-22, GS-26, GS-102 … GS-106).


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
