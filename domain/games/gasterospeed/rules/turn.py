"""The turn, phase by phase (GS-32, GS-34, GS-35, GS-44 … GS-46, GS-85, GS-86, GS-89)."""

from domain.games.gasterospeed.card_events import ActionsRevealed, CardsSwept
from domain.games.gasterospeed.championship_events import RaceScored, TurnBegun
from domain.games.gasterospeed.components import ACTIONS, BOX, CIRCUITS, SPEEDS, Card, SnailId
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.rules.board import own_active, seats_racing, speed_card
from domain.games.gasterospeed.rules.cards import fill_hands
from domain.games.gasterospeed.rules.finish import is_over, knocked_out
from domain.games.gasterospeed.rules.scoring import by_seat, race_places, race_points, shells_kept
from domain.games.gasterospeed.rules.speed import speed_awaited
from domain.games.gasterospeed.rules.terrain import end_of_turn
from domain.games.gasterospeed.state import Racing
from domain.games.gasterospeed.todo import (
    Act,
    CheckHands,
    ExtraCard,
    LayActions,
    LaySpeeds,
    NextRace,
    NextTurn,
    RaceCheck,
    Refill,
    Sweep,
    TurnEnd,
    Withdrawals,
)
from domain.kernel.ids import Seat


def owners_without_action(race: Racing) -> list[Seat]:
    """GS-34, GS-44: the owner of each active snail that may lay a card, if he has one."""
    hands = race.hands
    laid = zip(race.snails, race.sealed, race.speeds)  # noqa: B905 (all as long; quicker without)
    return [
        snail.seat
        for snail, card, speed in laid
        if card is None
        and snail.status == "active"
        and hands[snail.seat]
        and not (speed and speed.slow)
    ]


def actions_missing(race: Racing, task: LayActions) -> bool:
    """GS-44: whether somebody has to lay a card."""
    for number, card in enumerate(race.sealed):
        if card is None:
            snail, speed = race.snails[number], race.speeds[number]
            if snail.status == "active" and race.hands[snail.seat] and not (speed and speed.slow):
                return True
    return False


def action_awaited(race: Racing, seat: Seat) -> list[SnailId]:
    """GS-79: the snails of one player that may lay a card."""
    if not race.hands[seat]:
        return []
    return [snail for snail in speed_awaited(race, seat) if not is_slow(race, snail)]


def is_slow(race: Racing, snail: SnailId) -> bool:
    """GS-34: no commitment in phase 1, so nothing is laid in phase 3."""
    laid = race.speeds[snail]
    return laid is not None and laid.slow


def reveal_actions(course: Course, task: LayActions) -> None:
    """GS-45, GS-46"""
    course.add(ActionsRevealed(course.race.sealed))
    course.next(*(Act(snail) for snail in by_order(course.race)), TurnEnd())


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


def race_check(course: Course, task: RaceCheck) -> None:
    """GS-85: made after every single card, too."""
    if is_over(course):
        end_race(course)


def end_race(course: Course, stopped: bool = False) -> None:
    """GS-85 … GS-87: what was still to be done is dropped."""
    course.todo.clear()
    race = course.race
    places = race_places(race)
    points = race_points(places, race.settings.points)
    gained = by_seat(race, points)
    totals = tuple(had + got for had, got in zip(race.points, gained, strict=True))
    kept = shells_kept(race)
    course.add(RaceScored(places, points, kept, totals, race.arrivals, stopped))
    course.next(NextRace())


def turn_end(course: Course, task: TurnEnd) -> None:
    """GS-89 (a), (b)"""
    course.next(*end_of_turn(course.race), Withdrawals(), RaceCheck(), Sweep())


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


def withdraw(course: Course, task: Withdrawals) -> None:
    """GS-35: three lost turns running, and the snails of a player are K.O."""
    for seat, turns in enumerate(missed_now(course.race)):
        if turns >= BOX.lost_turns_to_withdraw:
            for snail in own_active(course.race, seat):
                knocked_out(course, snail, withdrawn=True)


def turn_limit(race: Racing) -> int:
    """GS-86: the option, or the limit of the circuit."""
    return race.settings.turn_limit or CIRCUITS[race.circuit].turn_limit


def sweep(course: Course, task: Sweep) -> None:
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


def _extra_cards(race: Racing) -> bool:
    """GS-106"""
    return True in [each.extra_card for each in race.privileges]


def next_turn(course: Course, task: NextTurn) -> None:
    """GS-32"""
    course.add(TurnBegun(course.race.turn + 1, task.missed))
    course.next(LaySpeeds())
