"""The turn, phase by phase (GS-32 … GS-38, GS-44 … GS-46, GS-86, GS-89)."""

from domain.games.gasterospeed.commands import CommitAction, CommitSpeed, Hesitate
from domain.games.gasterospeed.components import (
    ACTIONS,
    BOX,
    CIRCUITS,
    COLOURS,
    REACTIONS,
    SPEEDS,
    Card,
    SnailId,
)
from domain.games.gasterospeed.course import Answers, Ask, Course, Question, Task, asked
from domain.games.gasterospeed.event_types.cards import ActionsRevealed, CardsSwept, SpeedsRevealed
from domain.games.gasterospeed.event_types.championship import TurnBegun
from domain.games.gasterospeed.rules.actions import Act
from domain.games.gasterospeed.rules.board import own_active, seats_racing, speed_card
from domain.games.gasterospeed.rules.cards import CheckHands, ExtraCard, Refill, fill_hands
from domain.games.gasterospeed.rules.finish import RaceCheck, end_race, knocked_out
from domain.games.gasterospeed.rules.speed import Move, by_speed, speed_awaited, speeds_in
from domain.games.gasterospeed.rules.terrain import end_of_turn
from domain.games.gasterospeed.state import Racing
from domain.kernel.game import Chance
from domain.kernel.ids import Seat

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


class NextTurn(Task, frozen=True):
    """Begin the next turn (GS-89 f)."""

    missed: tuple[int, ...]

    def do(self, course: Course) -> None:
        """GS-32"""
        course.add(TurnBegun(course.race.turn + 1, self.missed))
        course.next(LaySpeeds())


class LaySpeeds(Ask, frozen=True):
    """Every seat lays a Speed card face down for each snail (GS-37)."""

    def asks(self, race: Racing) -> bool:
        """GS-37: whether somebody has to lay a card."""
        for snail, card in zip(race.snails, race.sealed):  # noqa: B905 (quicker without)
            if card is None and snail.status == "active":
                return True
        return False

    def question(self, race: Racing) -> Question | None:
        """GS-37: the owner of each active snail for which nothing is laid yet."""
        laid = zip(race.snails, race.sealed)  # noqa: B905 (as long as each other)
        owners = [snail.seat for snail, card in laid if card is None and snail.status == "active"]
        return asked("speed", owners)

    def legal(self, race: Racing, seat: Seat) -> Answers:
        return self.answers(race, seat)  # the list of a seat that is not asked is empty

    def answers(self, race: Racing, seat: Seat) -> Answers:
        cards = speeds_in(race.hands[seat]) or NO_CARD
        awaited = speed_awaited(race, seat)
        return [CommitSpeed(snail, card) for snail in awaited for card in cards]

    def lapse(self, race: Racing, seat: Seat, chance: Chance) -> Hesitate | None:
        """GS-34: a turn that nobody plays is lost; GS-79: not where nothing can be laid."""
        return Hesitate() if speeds_in(race.hands[seat]) else None

    def do(self, course: Course) -> None:
        """GS-38: the fastest moves first."""
        course.add(SpeedsRevealed(course.race.sealed))
        course.next(*(Move(snail) for snail in by_speed(course.race)), LayActions())


class LayActions(Ask, frozen=True):
    """Every seat lays a card face down for the action of each snail (GS-44)."""

    def asks(self, race: Racing) -> bool:
        """GS-44: whether somebody has to lay a card."""
        for number, card in enumerate(race.sealed):
            if card is None:
                snail, speed = race.snails[number], race.speeds[number]
                slow = speed and speed.slow
                if snail.status == "active" and race.hands[snail.seat] and not slow:
                    return True
        return False

    def question(self, race: Racing) -> Question | None:
        """GS-34, GS-44: the owner of each active snail that may lay a card, if he has one."""
        hands = race.hands
        laid = zip(race.snails, race.sealed, race.speeds)  # noqa: B905 (all as long)
        owners = [
            snail.seat
            for snail, card, speed in laid
            if card is None
            and snail.status == "active"
            and hands[snail.seat]
            and not (speed and speed.slow)
        ]
        return asked("action", owners)

    def legal(self, race: Racing, seat: Seat) -> Answers:
        return self.answers(race, seat)  # the list of a seat that is not asked is empty

    def answers(self, race: Racing, seat: Seat) -> Answers:
        answers: list[CommitAction] = []
        for snail in action_awaited(race, seat):
            by_card = CARD_LAID[snail]
            for card in race.hands[seat]:
                answers += by_card[card]
        return answers

    def lapse(self, race: Racing, seat: Seat, chance: Chance) -> Hesitate:
        """GS-34: a turn that nobody plays is lost."""
        return Hesitate()

    def do(self, course: Course) -> None:
        """GS-45, GS-46"""
        course.add(ActionsRevealed(course.race.sealed))
        course.next(*(Act(snail) for snail in by_order(course.race)), TurnEnd())


def action_awaited(race: Racing, seat: Seat) -> list[SnailId]:
    """GS-79: the snails of one player that may lay a card."""
    if not race.hands[seat]:
        return []
    return [snail for snail in speed_awaited(race, seat) if not is_slow(race, snail)]


def is_slow(race: Racing, snail: SnailId) -> bool:
    """GS-34: no commitment in phase 1, so nothing is laid in phase 3."""
    laid = race.speeds[snail]
    return laid is not None and laid.slow


def by_order(race: Racing) -> list[SnailId]:
    """GS-46: by order number, then the higher Speed card, then from the left of the start."""
    ranks = [
        (_rank(race, laid.card, snail), snail)
        for snail, laid in enumerate(race.actions)
        if laid and laid.card and not laid.discard
    ]
    return [snail for _, snail in sorted(ranks)]


def _rank(race: Racing, card: Card, snail: SnailId) -> tuple[int, int, int]:
    order, speed, start = ACTIONS[card].order, speed_card(race, snail), race.snails[snail].start
    assert order is not None
    assert start is not None
    return order, -SPEEDS[speed].value if speed else 0, start[0]


def missed_now(race: Racing) -> tuple[int, ...]:
    """GS-35: turns lost running, by seat, this one included."""
    if True not in [laid.slow for laid in race.speeds if laid]:
        return (0,) * race.settings.seats  # as nearly always
    return tuple(
        race.missed[seat] + 1 if own_active(race, seat) and lost_turn(race, seat) else 0
        for seat in range(race.settings.seats)
    )


def lost_turn(race: Racing, seat: Seat) -> bool:
    """GS-35: nothing was laid in time, not even for a snail that has left the race since."""
    asked = [n for n, snail in enumerate(race.snails) if snail.seat == seat and race.speeds[n]]
    return bool(asked) and all(is_slow(race, snail) for snail in asked)


def turn_limit(race: Racing) -> int:
    """GS-86: the option, or the limit of the circuit."""
    return race.settings.turn_limit or CIRCUITS[race.circuit].turn_limit


def _extra_cards(race: Racing) -> bool:
    """GS-106"""
    return True in [each.extra_card for each in race.privileges]


class TurnEnd(Task, frozen=True):
    """Apply the terrain at the end of the turn (GS-89 a)."""

    def do(self, course: Course) -> None:
        """GS-89 (a), (b)"""
        course.next(*end_of_turn(course.race), Withdrawals(), RaceCheck(), Sweep())


class Withdrawals(Task, frozen=True):
    """Withdraw players who have lost three turns in a row (GS-35)."""

    def do(self, course: Course) -> None:
        """GS-35: three lost turns running, and the snails of a player are K.O."""
        for seat, turns in enumerate(missed_now(course.race)):
            if turns >= BOX.lost_turns_to_withdraw:
                for snail in own_active(course.race, seat):
                    knocked_out(course, snail, withdrawn=True)


class Sweep(Task, frozen=True):
    """Discard the laid cards, and stop the race at the turn limit (GS-86, GS-89 c)."""

    def do(self, course: Course) -> None:
        """GS-86, GS-89 (c) … (f)"""
        race = course.race
        if race.turn >= turn_limit(race):
            end_race(course, stopped=True)
            return
        missed = missed_now(race)
        course.add(CardsSwept())
        course.next(CheckHands(), NextTurn(missed))
        if race.settings.choose_piles or _extra_cards(race):
            seats = seats_racing(race)
            course.next(*[task for seat in seats for task in (Refill(seat), ExtraCard(seat))])
        else:  # nobody can have a choice
            fill_hands(course)
