"""Piles, hands and refills, with one pile or two (GS-26 … GS-31, GS-101 … GS-103)."""

from domain.games.gasterospeed.components import BOX, SPEEDS, Card
from domain.games.gasterospeed.course import Course, Task
from domain.games.gasterospeed.event_types import cards as card_events
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
