"""Histories that read like the table: a line of buggies, the cards under them, a danger to come."""

from collections.abc import Mapping, Sequence

from domain.games.gumball_rally.commands import Play
from domain.games.gumball_rally.components import BUGGIES, CARDS, DANGERS, Card, Danger, prizes
from domain.games.gumball_rally.events import (
    CardDrawn,
    CardPlayed,
    CheckpointScored,
    DangersStacked,
    HandDealt,
    HandRefilled,
    HandsDealt,
    PileShuffled,
    RallyEvent,
    RallyLinedUp,
)
from domain.games.gumball_rally.game import GAME
from domain.kernel.ids import Seat
from ludotheque.testing.spec import Spec

rally = Spec(GAME)

HAND = 3  # cards in a hand


def card(said: str) -> Card:
    """`card("black 8")` is R-black-8."""
    return "R-" + said.strip().replace(" ", "-")


def cards(said: str) -> tuple[Card, ...]:
    """`cards("black 8, blue 5")`"""
    return tuple(card(each) for each in said.split(",")) if said else ()


def play(said: str, colour_passes: int | None = None) -> Play:
    return Play(card(said), colour_passes)


def danger(said: str) -> Danger:
    """`blue` is a normal danger, `major blue` the major one; `checkpoint`, `winner`."""
    if said in ("checkpoint", "winner"):
        return {"checkpoint": "D-CP-1", "winner": "D-WIN"}[said]
    colour = said.removeprefix("major ")
    major = said != colour
    return next(
        each.id for each in DANGERS.values() if (each.colour, each.major) == (colour, major)
    )


def lined_up(
    *under: str,
    drivers: int | None = None,
    line: Sequence[Seat] | None = None,
    hands: Mapping[Seat, str] | None = None,
    next_danger: str = "black",
    pile: str = "",
    points: Sequence[int] = (),
    photo_finish: bool = False,
) -> tuple[RallyEvent, ...]:
    """A first round under way: the front of the line has played `under`, the next is on turn.

    There is one driver more than cards played unless `drivers` says otherwise; the line is A, B,
    C … unless `line` does. `hands` and `pile` (top first) name what matters of the hidden cards.
    """
    count = len(under) + 1 if drivers is None else drivers
    order = tuple(range(count)) if line is None else tuple(line)
    played = {seat: card(said) for seat, said in zip(order, under, strict=False)}
    named = {seat: cards(said) for seat, said in (hands or {}).items()}
    packs = _packs(count, played, named, cards(pile))
    top = danger(next_danger)
    return (
        RallyLinedUp(BUGGIES[:count], order, prizes("standard"), photo_finish),
        _stacked(top),
        PileShuffled(packs[0]),
        *(HandDealt(seat, packs[0][HAND * seat :][:HAND]) for seat in range(count)),
        HandsDealt(HAND, len(CARDS) - HAND * count, 15),
        *_plays(order, played, packs[1], len(CARDS) - HAND * count),
        *([CheckpointScored((), tuple(points))] if points else []),
    )


def _packs(
    count: int,
    played: Mapping[Seat, Card],
    named: Mapping[Seat, tuple[Card, ...]],
    pile: tuple[Card, ...],
) -> tuple[tuple[Card, ...], dict[Seat, Card]]:
    """All Race cards as they must lie for this to be dealt, and what each player draws."""
    spoken_for = {*played.values(), *pile, *(c for hand in named.values() for c in hand)}
    spare = iter([each for each in CARDS if each not in spoken_for])
    hands = {seat: [*named.get(seat, ())] for seat in range(count)}
    for hand in hands.values():
        hand += (next(spare) for _ in range(HAND - len(hand)))
    draws = {seat: hands[seat].pop() for seat in played}
    dealt = [c for seat in range(count) for c in [*hands[seat], *_own(played, seat)]]
    drawn = [draws[seat] for seat in played]
    return (*dealt, *drawn, *pile, *spare), draws


def _own(played: Mapping[Seat, Card], seat: Seat) -> list[Card]:
    return [played[seat]] if seat in played else []


def _plays(
    line: tuple[Seat, ...], played: Mapping[Seat, Card], draws: Mapping[Seat, Card], pile: int
) -> list[RallyEvent]:
    events: list[RallyEvent] = []
    for left, (seat, laid) in enumerate(played.items(), 1):
        events += [
            CardPlayed(seat, laid, (), line),
            CardDrawn(seat, draws[seat]),
            HandRefilled(seat, pile - left),
        ]
    return events


def _stacked(top: Danger) -> DangersStacked:
    """`top` first, then the others as the box lists them."""
    rest = [each for each in DANGERS if each != top]
    boxed = [each for each in rest if DANGERS[each].colour][:4]
    return DangersStacked((top, *(each for each in rest if each not in boxed)), tuple(boxed))
