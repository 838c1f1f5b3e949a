"""One function per event; each puts values in their places and calculates nothing."""

from typing import TYPE_CHECKING, assert_never

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
from domain.kernel.handlers import on
from domain.kernel.ids import put, without


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
    hand = without(state.hands[event.seat], event.card)
    return replace(
        state,
        hands=put(state.hands, event.seat, hand),
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


PLACE = (
    on(RallyLinedUp, _lined_up)
    | on(DangersStacked, _stacked)
    | on(PileShuffled, _shuffled)
    | on(HandDealt, _dealt)
    | on(HandsDealt, _unchanged)
    | on(CardPlayed, _played)
    | on(DiscardsReshuffled, _reshuffled)
    | on(CardDrawn, _drawn)
    | on(HandRefilled, _unchanged)
    | on(DangerRevealed, _revealed)
    | on(BuggySlowed, _slowed)
    | on(BuggiesSlowed, _slowed)
    | on(NobodySlowed, _unchanged)
    | on(CheckpointScored, _scored)
    | on(FinishScored, _scored)
    | on(RoundEnded, _ended)
    | on(PhotoTaken, _photo)
    | on(RallyFinished, _finished)
)
_HANDLER = PLACE.by_type


def evolve(state: RallyState, event: RallyEvent) -> RallyState:
    if TYPE_CHECKING and not PLACE.handles(event):
        assert_never(event)
    return _HANDLER[type(event)](state, event)
