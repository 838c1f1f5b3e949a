"""Places, points, the title and its rewards (GS-81, GS-86 … GS-88, GS-106, GS-107)."""

from collections.abc import Sequence

from domain.games.gasterospeed.components import BOX, SPEEDS, SnailId
from domain.games.gasterospeed.course import Course, Task
from domain.games.gasterospeed.event_types.championship import ChampionshipFinished, RewardWon
from domain.games.gasterospeed.rules.board import active, cell_of, speed_card, track_of
from domain.games.gasterospeed.rules.dice import Roll
from domain.games.gasterospeed.state import Racing, Result
from domain.kernel.ids import Seat

# Places, points and the title (GS-81, GS-86 … GS-88, GS-107).


def race_places(race: Racing) -> tuple[int | None, ...]:
    """By snail: arrivals in order, then those still active (GS-85, GS-86); K.O. have no place."""
    ranked = [*race.arrivals, *sorted(active(race), key=lambda snail: _nearness(race, snail))]
    return tuple(
        ranked.index(snail) + 1 if snail in ranked else None for snail in range(len(race.snails))
    )


def _nearness(race: Racing, snail: SnailId) -> tuple[int, int, int]:
    """GS-86: distance to the finish, then shells, then the speed of the last turn."""
    cell, card = race.snails[snail].cell, speed_card(race, snail)
    distance = 0 if cell is None else track_of(race).distance[cell_of(race, snail)]
    return distance, -race.snails[snail].shells, -(SPEEDS[card].value if card else 0)


def race_points(places: Sequence[int | None], points: Sequence[int]) -> tuple[int, ...]:
    """GS-87: the last place and every K.O. are worth what the last value is."""
    last = len(places)
    return tuple(
        points[-1] if place is None or place == last else points[place - 1] for place in places
    )


def shells_kept(race: Racing) -> tuple[int, ...]:
    """GS-107: K.O. snails count 0."""
    return tuple(
        snail.shells if snail.status in ("active", "finished") else 0 for snail in race.snails
    )


def by_seat(race: Racing, values: Sequence[int]) -> tuple[int, ...]:
    """GS-81: a player adds up what his snails have."""
    return tuple(
        sum(value for value, snail in zip(values, race.snails, strict=True) if snail.seat == seat)
        for seat in range(race.settings.seats)
    )


def totals(race: Racing) -> tuple[int, ...]:
    """Shells kept in all races, by seat."""
    each = [by_seat(race, result.shells) for result in race.results]
    return tuple(sum(kept[seat] for kept in each) for seat in range(race.settings.seats))


def merit(race: Racing, seat: Seat) -> tuple[int, ...]:
    """GS-88: points, then first places, second places … then fewer K.O.s; higher is better."""
    places = [place for result in race.results for place in _places_of(race, result, seat)]
    firsts = tuple(places.count(place) for place in range(1, len(race.snails) + 1))
    return (race.points[seat], *firsts, -places.count(None))


def _places_of(race: Racing, result: Result, seat: Seat) -> list[int | None]:
    return [
        place for place, snail in zip(result.places, race.snails, strict=True) if snail.seat == seat
    ]


def champions(race: Racing) -> tuple[Seat, ...]:
    """GS-88, GS-106: by arrival points, whatever decides the title."""
    merits = [merit(race, seat) for seat in range(race.settings.seats)]
    return tuple(seat for seat, each in enumerate(merits) if each == max(merits))


def final_places(race: Racing) -> tuple[int, ...]:
    """GS-88; under GS-107 the shells kept come first."""
    kept = totals(race) if race.settings.coquillards else (0,) * race.settings.seats
    merits = [(kept[seat], *merit(race, seat)) for seat in range(race.settings.seats)]
    return tuple(1 + sum(other > mine for other in merits) for mine in merits)


def scores(race: Racing) -> tuple[int, ...]:
    """What decides the title, by seat."""
    return totals(race) if race.settings.coquillards else race.points


# The end of a championship, and what its champions take to the next (GS-88, GS-106, GS-107).

REROLL, EXTRA_CARD, EXTRA_SHELL = "reroll", "extra_card", "extra_shell"


def finish(course: Course) -> None:
    """GS-88; under GS-106 the champions roll for their bonus first."""
    speedy = course.race.settings.speedy
    course.next(Bonus(champions(course.race) if speedy else ()))


class Bonus(Task, frozen=True):
    """The champions roll for their bonus; `seat` rolled last (GS-106)."""

    champions: tuple[Seat, ...]
    seat: Seat | None = None

    def do(self, course: Course) -> None:
        """GS-106: 1-4 re-rolls, 5-8 extra cards; a shared title is rolled for by each."""
        if self.seat is not None:
            reroll = course.race.die in BOX.bonus_roll[REROLL]
            course.add(RewardWon(self.seat, REROLL if reroll else EXTRA_CARD))
        if self.champions:
            seat, *rest = self.champions
            course.next(Roll("bonus", seat), Bonus(tuple(rest), seat))
            return
        crown(course)


def crown(course: Course) -> None:
    """GS-88, GS-107"""
    places = final_places(course.race)
    if course.race.settings.coquillards:
        for seat, place in enumerate(places):
            if place == 1:
                course.add(RewardWon(seat, EXTRA_SHELL))
    course.todo.clear()
    course.add(ChampionshipFinished(places, scores(course.race)))
