"""What the laws need to know of this game: its pieces, and which of them are hidden from whom."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeAlias

from msgspec.structs import replace

from domain.games.bug_race.components import DECKS, Card
from domain.games.bug_race.state import (
    BugRaceState,
    Drafting,
    Finished,
    NotLinedUp,
    Pass,
    Playing,
    Race,
)
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from tests.support.documents.board_ids import Ids, ids
from tests.support.histories.golden import recorded_events

Hands: TypeAlias = tuple[tuple[Card, ...], ...]

# Ids that may stand for each other wherever they are hidden: those of both decks, those of one.
_COMMON = frozenset(DECKS["standard"]) & frozenset(DECKS["two_three"])
ALIKE: tuple[frozenset[str], ...] = (
    _COMMON,
    *(frozenset(deck) - _COMMON for deck in DECKS.values()),
)


# Half of random play would be cards without a move, and every race twice as long; random races
# without this are in test_invariants.py.
SHORT: dict[str, Any] = {"must_move": "all"}


def pieces(state: BugRaceState) -> list[str]:
    """Every card of the race, wherever it lies, and the bugs."""
    if isinstance(state, NotLinedUp):
        return []
    race = state.race
    held = [card for hand in race.hands for card in hand]
    return [*held, *_lying(state), *race.pile, *race.discards, *race.bugs]


def _lying(state: BugRaceState) -> list[Card]:
    match state:
        case Drafting(offered=lots):
            return [card for lot in lots for card in lot]
        case NotLinedUp() | Finished():
            return []
        case _:
            return [card for lot in state.played for card in lot]


def twin(state: BugRaceState, seat: Seat | None, rng: Random) -> BugRaceState:
    """The same race to the eyes of `seat`: cards it has not seen in this round change places.

    So do the cards that it has passed on: nobody told it which of them the next seat has kept.
    """
    if isinstance(state, NotLinedUp | Finished):
        return state
    offered = state.offered if isinstance(state, Drafting) else ()
    swap = _shuffled(_hidden(state.race, offered, seat), rng)
    for number, each in enumerate(state.race.passes):
        if each.giver == seat:
            swap |= _shuffled(_out_of_sight(state, number, each.giver), rng)

    def swapped(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in cards)

    race = _swapped(state.race, seat, swapped)
    if isinstance(state, Drafting):
        return replace(state, race=race, offered=tuple(map(swapped, state.offered)))
    return replace(state, race=race)


def _shuffled(cards: list[Card], rng: Random) -> dict[Card, Card]:
    return dict(zip(cards, rng.sample(cards, len(cards)), strict=True))


def _out_of_sight(state: Drafting | Playing, number: int, seat: Seat) -> list[Card]:
    """Return the cards of a pass that its giver has not seen since."""
    race = state.race
    later = race.passes[number + 1 :]
    seen = {c for each in later if seat in (each.giver, each.receiver) for c in each.cards}
    shown = _lying(state) if isinstance(state, Playing) else state.offered[seat]
    seen |= {*shown, *race.hands[seat], *race.discards}
    return sorted(set(race.passes[number].cards) - seen)


def _hidden(race: Race, offered: Hands, seat: Seat | None) -> list[Card]:
    hands = [*enumerate(race.hands), *enumerate(offered)]
    seen = {c for each in race.passes if seat in (each.giver, each.receiver) for c in each.cards}
    others = {card for owner, cards in hands if owner != seat for card in cards}
    return sorted((others | set(race.pile)) - seen)


def _swapped(
    race: Race, seat: Seat | None, swapped: Callable[[Iterable[Card]], tuple[Card, ...]]
) -> Race:
    return replace(
        race,
        hands=tuple(map(swapped, race.hands)),
        pile=swapped(race.pile),
        passes=tuple(
            p if seat in (p.giver, p.receiver) else Pass(p.giver, p.receiver, swapped(p.cards))
            for p in race.passes
        ),
    )


DRAWN: dict[str, Ids] = {"bugs": ids("bugs"), "legs": ids("legs")}
COLOURED = ("bugs",)


def events() -> list[Event]:
    """Return the events of the golden histories; some are too rare for random play."""
    return recorded_events("bug_race")
