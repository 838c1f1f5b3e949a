"""One function per event of snails; each puts them in their places."""

from msgspec.structs import replace

from domain.games.gasterospeed.components import SnailId
from domain.games.gasterospeed.events_of_snails import (
    ActionPlayed,
    DieRolled,
    ShellAdded,
    ShellLost,
    ShotFired,
    SnailMoved,
    SnailOut,
    SnailPlaced,
)
from domain.games.gasterospeed.state import Racing, Snail
from domain.kernel.handlers import on
from domain.kernel.ids import put


def _snail(state: Racing, number: SnailId, snail: Snail) -> Racing:
    return replace(state, snails=put(state.snails, number, snail))


def _rolled(state: Racing, event: DieRolled) -> Racing:
    if not event.again:
        return replace(state, die=event.rolled)
    assert event.seat is not None
    had = state.privileges[event.seat]
    left = replace(had, rerolls=had.rerolls - 1)
    privileges = put(state.privileges, event.seat, left)
    return replace(state, die=event.rolled, privileges=privileges)


def _placed(state: Racing, event: SnailPlaced) -> Racing:
    snail = state.snails[event.snail]
    placed = replace(snail, name=event.name, cell=event.cell, start=event.cell)
    return _snail(state, event.snail, placed)


def _moved(state: Racing, event: SnailMoved) -> Racing:
    snail = state.snails[event.snail]
    there = replace(snail, cell=event.cells[-1], moves=snail.moves + 1)
    return replace(state, snails=put(state.snails, event.snail, there))


def _unchanged(state: Racing, event: ActionPlayed | ShotFired) -> Racing:
    return state


def _lost(state: Racing, event: ShellLost) -> Racing:
    return _snail(state, event.snail, replace(state.snails[event.snail], shells=event.left))


def _added(state: Racing, event: ShellAdded) -> Racing:
    snail = state.snails[event.snail]
    after = _snail(state, event.snail, replace(snail, shells=event.shells))
    if event.why == "endurance":
        return after
    had = state.privileges[snail.seat]
    left = replace(had, extra_shells=had.extra_shells - 1)
    return replace(after, privileges=put(state.privileges, snail.seat, left))


def _out(state: Racing, event: SnailOut) -> Racing:
    snail = state.snails[event.snail]
    if event.status == "ko":
        return _snail(state, event.snail, replace(snail, status="ko"))
    after = _snail(state, event.snail, replace(snail, status=event.status, cell=None))
    if event.place is None:
        return after
    return replace(after, arrivals=(*state.arrivals, event.snail))


SNAILS_PLACE = (
    on(DieRolled, _rolled)
    | on(SnailPlaced, _placed)
    | on(SnailMoved, _moved)
    | on(ActionPlayed, _unchanged)
    | on(ShotFired, _unchanged)
    | on(ShellLost, _lost)
    | on(ShellAdded, _added)
    | on(SnailOut, _out)
)
