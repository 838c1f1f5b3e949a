"""One function per event; each puts values in their places and calculates nothing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.gumball_rally.events import (
    BuggiesSlowed,
    BuggySlowed,
    CardDrawn,
    CardPlayed,
    CheckpointScored,
    DangerRevealed,
    DangersStacked,
    DiscardsReshuffled,
    FinishScored,
    HandDealt,
    HandRefilled,
    HandsDealt,
    NobodySlowed,
    PhotoTaken,
    PileShuffled,
    RallyEvent,
    RallyFinished,
    RallyLinedUp,
    RoundEnded,
)
from domain.games.gumball_rally.state import Finished, NotLinedUp, Racing, RallyState
from domain.kernel.ids import put
from domain.kernel.messages import Event


def _lined_up(state: NotLinedUp, event: RallyLinedUp) -> Racing:
    drivers = len(event.line)
    return Racing(
        buggies=event.buggies,
        line=event.line,
        prizes=event.prizes,
        photo_finish=event.photo_finish,
        round=1,
        hands=((),) * drivers,
        played=(None,) * drivers,
        points=(0,) * drivers,
    )


def _stacked(state: Racing, event: DangersStacked) -> Racing:
    return replace(state, stack=event.stack, boxed=event.boxed)


def _shuffled(state: Racing, event: PileShuffled) -> Racing:
    return replace(state, pile=event.pile)


def _dealt(state: Racing, event: HandDealt) -> Racing:
    pile = state.pile[len(event.cards) :]
    return replace(state, hands=put(state.hands, event.seat, event.cards), pile=pile)


def _unchanged(state: Racing, event: HandsDealt | HandRefilled | NobodySlowed) -> Racing:
    return state


def _played(state: Racing, event: CardPlayed) -> Racing:
    hand = [card for card in state.hands[event.seat] if card != event.card]
    return replace(
        state,
        hands=put(state.hands, event.seat, tuple(hand)),
        played=put(state.played, event.seat, event.card),
        line=event.line,
    )


def _reshuffled(state: Racing, event: DiscardsReshuffled) -> Racing:
    return replace(state, pile=state.discards, discards=())


def _drawn(state: Racing, event: CardDrawn) -> Racing:
    hand = (*state.hands[event.seat], event.card)
    return replace(state, hands=put(state.hands, event.seat, hand), pile=state.pile[1:])


def _revealed(state: Racing, event: DangerRevealed) -> Racing:
    return replace(state, stack=state.stack[1:], revealed=(*state.revealed, event.card))


def _slowed(state: Racing, event: BuggySlowed | BuggiesSlowed) -> Racing:
    return replace(state, line=event.line)


def _scored(state: Racing, event: CheckpointScored | FinishScored) -> Racing:
    return replace(state, points=event.points)


def _ended(state: Racing, event: RoundEnded) -> Racing:
    discards = state.discards + tuple(card for card in state.played if card is not None)
    played = (None,) * len(state.played)
    return replace(state, discards=discards, played=played, round=event.next_round or state.round)


def _photo(state: Racing, event: PhotoTaken) -> Racing:
    return replace(state, pile=state.pile[1:], aside=(*state.aside, event.card))


def _finished(state: Racing, event: RallyFinished) -> Finished:
    return Finished(state, event.places)


PLACE: dict[type[Event], Callable[[Any, Any], RallyState]] = {
    RallyLinedUp: _lined_up,
    DangersStacked: _stacked,
    PileShuffled: _shuffled,
    HandDealt: _dealt,
    HandsDealt: _unchanged,
    CardPlayed: _played,
    DiscardsReshuffled: _reshuffled,
    CardDrawn: _drawn,
    HandRefilled: _unchanged,
    DangerRevealed: _revealed,
    BuggySlowed: _slowed,
    BuggiesSlowed: _slowed,
    NobodySlowed: _unchanged,
    CheckpointScored: _scored,
    FinishScored: _scored,
    RoundEnded: _ended,
    PhotoTaken: _photo,
    RallyFinished: _finished,
}


def evolve(state: RallyState, event: RallyEvent) -> RallyState:
    return PLACE[type(event)](state, event)
