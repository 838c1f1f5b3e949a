"""The arithmetic of the rally; each function is one rule and cites it."""

from collections.abc import Iterable, Sequence

from domain.games.gumball_rally.components import (
    BOX,
    BUGGIES,
    CARDS,
    DANGERS,
    Card,
    Danger,
    RaceCard,
)
from domain.games.gumball_rally.state import Award, Racing
from domain.kernel.game import Seated, pieces_of
from domain.kernel.ids import Seat
from domain.kernel.messages import Value


class Chain(Value, frozen=True):
    """An overtaking chain: who is passed, nearest first, and how often by colour alone."""

    passed: tuple[Seat, ...]
    by_colour: int
    line: tuple[Seat, ...]


def buggies(seated: Sequence[Seated]) -> tuple[str, ...]:
    """GB-11: claimed buggies, the others in data order."""
    return pieces_of(seated, BUGGIES)


def starting_line(first: Seat, drivers: int) -> tuple[Seat, ...]:
    """GB-16: the first player leads, the others follow clockwise."""
    return tuple((first + i) % drivers for i in range(drivers))


def active(race: Racing) -> Seat | None:
    """GB-17, GB-20: the first buggy in the line that has not played this round."""
    played = len(race.played) - race.played.count(None)
    return race.line[played] if played < len(race.line) else None


def overtaking(race: Racing, seat: Seat, card: Card, colour_passes: int | None) -> Chain:
    """GB-23 … GB-27: number overtakes are compulsory, colour overtakes as far as accepted."""
    line = race.line
    start = line.index(seat)
    passes, by_colour = overtakes(card, cards_ahead(race, seat), colour_passes)
    place = start - passes
    overtaken = line[place:start]
    return Chain(overtaken[::-1], by_colour, (*line[:place], seat, *overtaken, *line[start + 1 :]))


def cards_ahead(race: Racing, seat: Seat) -> list[Card]:
    """GB-17: the cards of the buggies ahead, nearest first; all of them have played."""
    line, played = race.line, race.played
    ahead = line[: line.index(seat)]
    return [card for each in ahead[::-1] if (card := played[each]) is not None]


def overtakes(card: Card, ahead: Sequence[Card], colour_passes: int | None) -> tuple[int, int]:
    """GB-23 … GB-27: how many buggies a card passes, and how many of them by colour alone."""
    passes = by_colour = 0
    higher, alike = PASSED_BY_NUMBER[card], PASSED_BY_COLOUR[card]
    for other in ahead:
        if other not in higher:
            if by_colour == colour_passes or other not in alike:
                break
            by_colour += 1
        passes += 1
    return passes, by_colour


def passes_by_number(mine: RaceCard, ahead: RaceCard) -> bool:
    """GB-23"""
    return mine.number > ahead.number


def passes_by_colour(mine: RaceCard, ahead: RaceCard) -> bool:
    """GB-24"""
    return mine.colour == ahead.colour


PASSED_BY_NUMBER: dict[Card, frozenset[Card]] = {
    mine: frozenset(card for card, ahead in CARDS.items() if passes_by_number(each, ahead))
    for mine, each in CARDS.items()
}
PASSED_BY_COLOUR: dict[Card, frozenset[Card]] = {
    mine: frozenset(card for card, ahead in CARDS.items() if passes_by_colour(each, ahead))
    for mine, each in CARDS.items()
}


def slowed(race: Racing, danger: Danger) -> tuple[Seat, ...]:
    """GB-30, GB-31: whom a colour danger sends back, in the order of their going."""
    colour = DANGERS[danger].colour
    numbers = {
        seat: CARDS[card].number
        for seat, card in enumerate(race.played)
        if card is not None and CARDS[card].colour == colour
    }
    hit = tuple(sorted(numbers, key=numbers.__getitem__))
    return hit if DANGERS[danger].major else hit[-1:]


def sent_back(line: tuple[Seat, ...], seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """GB-32: the others keep their order and close up."""
    return tuple(seat for seat in line if seat not in seats) + seats


def awards(line: Sequence[Seat], prizes: Sequence[int]) -> tuple[Award, ...]:
    """GB-36, GB-37: first places first; prizes without a place are not given."""
    return tuple(Award(seat, points) for seat, points in zip(line, prizes, strict=False))


def totals(points: Sequence[int], given: Iterable[Award]) -> tuple[int, ...]:
    gained = {award.seat: award.points for award in given}
    return tuple(total + gained.get(seat, 0) for seat, total in enumerate(points))


def leaders(points: Sequence[int], line: Sequence[Seat]) -> tuple[Seat, ...]:
    """GB-38, GB-39: everybody on the highest total, in finishing order."""
    return tuple(seat for seat in line if points[seat] == max(points))


def places(
    points: Sequence[int], line: Sequence[Seat], photo: Sequence[Seat] = ()
) -> tuple[int, ...]:
    """GB-38, GB-40: winners share first place; the others by points, then by the line.

    `photo` = the tied leaders as a photo finish has ranked them, if there was one.
    """
    first = leaders(points, line)
    ranked = list(photo) + sorted(
        (seat for seat in line if seat not in photo), key=lambda seat: -points[seat]
    )
    shared = set() if photo else set(first)
    return tuple(1 if seat in shared else ranked.index(seat) + 1 for seat in range(len(points)))


def lowest_card(hand: Iterable[Card]) -> Card:
    """GB-42: lowest number, equal numbers in the published colour order."""
    order = BOX.colour_order_for_defaults
    return min(hand, key=lambda card: (CARDS[card].number, order.index(CARDS[card].colour)))
