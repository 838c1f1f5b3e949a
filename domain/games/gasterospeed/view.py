"""What one seat may see (GS-26, GS-33), built up by allow-list; drawable without the rules."""

from functools import cache
from typing import Any, TypeVar

from msgspec import UNSET

from domain.games.gasterospeed.components import (
    CIRCUITS,
    CircuitId,
    SnailId,
)
from domain.games.gasterospeed.course import open_question
from domain.games.gasterospeed.rules.actions import Act
from domain.games.gasterospeed.rules.board import action_card, track_of
from domain.games.gasterospeed.rules.loss import Threat, Wave
from domain.games.gasterospeed.rules.race import races, reserve_is_short
from domain.games.gasterospeed.rules.scoring import totals
from domain.games.gasterospeed.rules.tasks import AnyState
from domain.games.gasterospeed.rules.turn import turn_limit
from domain.games.gasterospeed.seen import (
    CircuitView,
    GasteroView,
    QuestionView,
    SnailView,
    StandingView,
)
from domain.games.gasterospeed.state import (
    Finished,
    NotBegun,
    Racing,
)
from domain.kernel.ids import Seat

T = TypeVar("T")


def view(state: AnyState, seat: Seat | None) -> GasteroView | None:
    match state:
        case NotBegun():
            return None
        case Finished(last=race, places=places):
            return _seen(race, seat, places)
        case Racing():
            return _seen(state, seat, None)


def _seen(race: Racing, seat: Seat | None, places: tuple[int, ...] | None) -> GasteroView:
    return GasteroView(
        phase="racing" if places is None else "finished",
        race=race.race,
        races=races(race),
        turn=race.turn,
        turn_limit=turn_limit(race),
        circuit=_circuit(race.circuit),
        circuits=race.circuits,
        snails=tuple(_snail(race, snail) for snail in range(len(race.snails))),
        question=_question(race) if places is None else None,
        last_roll=race.die or None,
        hand=None if seat is None else race.hands[seat],
        laid=None if seat is None else _own(race, seat, race.sealed),
        stakes=None if seat is None else _own(race, seat, race.stakes),
        piles=tuple(len(pile) for pile in race.piles),
        discards=race.discards,
        standings=_standings(race),
        results=race.results,
        settings=race.settings,
        places=places,
    )


@cache
def _circuit(circuit: CircuitId) -> CircuitView:
    data = CIRCUITS[circuit]
    labels = {} if data.printed_labels is UNSET else data.printed_labels
    assert isinstance(labels, dict)
    return CircuitView(
        id=data.id,
        name=data.name_fr,
        map=data.map,
        headings=data.heading,
        walls=data.walls,
        fire_hits=data.fire_hits,
        special_rule=data.special_rule,
        start_label=labels.get("S"),
        finish_label=labels.get("F"),
    )


def _snail(race: Racing, number: SnailId) -> SnailView:
    snail = race.snails[number]
    finished = number in race.arrivals
    return SnailView(
        snail=number,
        seat=snail.seat,
        name=snail.name,
        colour=snail.colour,
        status=snail.status,
        cell=snail.cell,
        heading=None if snail.cell is None else track_of(race).heading[snail.cell],
        shells=snail.shells,
        full=snail.full,
        start=snail.start,
        place=race.arrivals.index(number) + 1 if finished else None,
        committed=race.sealed[number] is not None or race.stakes[number] is not None,
        speed=race.speeds[number],
        action=race.actions[number],
    )


def _own(race: Racing, seat: Seat, hidden: tuple[T | None, ...]) -> tuple[T | None, ...]:
    """What lies face down for one's own snails; nothing of the others."""
    return tuple(
        each if snail.seat == seat else None
        for each, snail in zip(hidden, race.snails, strict=True)
    )


def _question(race: Racing) -> QuestionView | None:
    put = open_question(race)
    if put is None:
        return None
    task: Any = race.todo[0]
    threat = isinstance(task, Threat)
    snail = task.threatened(race) if threat else getattr(task, "snail", None)
    return QuestionView(
        kind=put.kind,
        seats=tuple(sorted(put.seats)),
        snail=snail,
        card=action_card(race, task.snail) if isinstance(task, Act) else None,
        cause="shock" if isinstance(task, Wave) else getattr(task, "cause", None),
        by=getattr(task, "by", None),
    )


def _face_down(race: Racing, seat: Seat) -> int:
    """GS-33: a commitment without card (GS-34, GS-79) looks like any other."""
    mine = (
        laid for laid, snail in zip(race.sealed, race.snails, strict=True) if snail.seat == seat
    )
    return sum(laid is not None and laid.card is not None for laid in mine)


def _standings(race: Racing) -> tuple[StandingView, ...]:
    kept = totals(race)
    return tuple(
        StandingView(
            seat=seat,
            points=race.points[seat],
            shells=kept[seat],
            hand_size=len(hand) + _face_down(race, seat),
            lost_turns=race.missed[seat],
            privilege=race.privileges[seat],
            reserve=race.reserves[seat],
            reserve_short=reserve_is_short(race, seat),
        )
        for seat, hand in enumerate(race.hands)
    )
