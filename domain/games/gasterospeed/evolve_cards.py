"""One function per event of cards; each puts them in their places."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.gasterospeed.components import SPEEDS, Card
from domain.games.gasterospeed.events_of_cards import (
    ActionLaid,
    ActionSealed,
    ActionsRevealed,
    CardLost,
    CardsDiscarded,
    CardsDrawn,
    CardsSwept,
    DiscardsReshuffled,
    ExtraCardTaken,
    HandRefilled,
    HandsChecked,
    PileShuffled,
    ReactionPlayed,
    RedrawAnnounced,
    SpeedLaid,
    SpeedSealed,
    SpeedsRevealed,
)
from domain.games.gasterospeed.state import Laid, Racing
from domain.kernel.handlers import on
from domain.kernel.ids import put, without
from domain.kernel.messages import Event


def _with(state: Racing, cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """The discards with these on top; each colour has its own where there are two piles."""
    if len(state.discards) == 1:
        return ((*state.discards[0], *cards),)
    speed, action = state.discards
    return (
        (*speed, *(card for card in cards if card in SPEEDS)),
        (*action, *(card for card in cards if card not in SPEEDS)),
    )


def _shuffled(state: Racing, event: PileShuffled) -> Racing:
    return replace(state, piles=put(state.piles, event.pile, event.cards))


def _reshuffled(state: Racing, event: DiscardsReshuffled) -> Racing:
    piles = put(state.piles, event.pile, state.discards[event.pile])
    return replace(state, piles=piles, discards=put(state.discards, event.pile, ()))


def _drawn(state: Racing, event: CardsDrawn) -> Racing:
    cards, seat, number = event.cards, event.seat, event.pile
    hands = put(state.hands, seat, state.hands[seat] + cards)
    return replace(
        state, hands=hands, piles=put(state.piles, number, state.piles[number][len(cards) :])
    )


def _unchanged(state: Racing, event: Event) -> Racing:
    return state


def _thrown_away(state: Racing, event: RedrawAnnounced | CardsDiscarded) -> Racing:
    kept = [card for card in state.hands[event.seat] if card not in event.cards]
    hands = put(state.hands, event.seat, tuple(kept))
    return replace(state, hands=hands, discards=_with(state, event.cards))


def _laid(state: Racing, event: SpeedLaid | ActionLaid) -> Racing:
    laid, seat = event.laid, event.seat
    sealed = put(state.sealed, event.snail, laid)
    if laid.card is None:
        return replace(state, sealed=sealed)
    hands = put(state.hands, seat, without(state.hands[seat], laid.card))
    return replace(state, sealed=sealed, hands=hands)


def _speeds(state: Racing, event: SpeedsRevealed) -> Racing:
    return replace(state, speeds=event.speeds, sealed=(None,) * len(state.sealed))


def _actions(state: Racing, event: ActionsRevealed) -> Racing:
    away = [laid.card for laid in event.actions if laid and laid.discard and laid.card]
    nothing = (None,) * len(state.sealed)
    return replace(state, actions=event.actions, sealed=nothing, discards=_with(state, away))


def _lost(state: Racing, event: CardLost) -> Racing:
    if event.why != "out":
        return state
    actions = put(state.actions, event.snail, None)
    return replace(state, actions=actions, discards=_with(state, (event.card,)))


def _swept(state: Racing, event: CardsSwept) -> Racing:
    lying = [laid for laid in (*state.speeds, *state.actions) if laid and not laid.discard]
    nothing: tuple[Laid | None, ...] = (None,) * len(state.speeds)
    discards = _with(state, [laid.card for laid in lying if laid.card])
    return replace(state, speeds=nothing, actions=nothing, discards=discards)


def _extra(state: Racing, event: ExtraCardTaken) -> Racing:
    return replace(state, extra_taken=state.extra_taken | {event.seat})


def _reacted(state: Racing, event: ReactionPlayed) -> Racing:
    hands = put(state.hands, event.seat, without(state.hands[event.seat], event.card))
    return replace(state, hands=hands, discards=_with(state, (event.card,)))


CARDS_PLACE = (
    on(PileShuffled, _shuffled)
    | on(DiscardsReshuffled, _reshuffled)
    | on(CardsDrawn, _drawn)
    | on(HandRefilled, _unchanged)
    | on(HandsChecked, _unchanged)
    | on(RedrawAnnounced, _thrown_away)
    | on(SpeedLaid, _laid)
    | on(SpeedSealed, _unchanged)
    | on(SpeedsRevealed, _speeds)
    | on(ActionLaid, _laid)
    | on(ActionSealed, _unchanged)
    | on(ActionsRevealed, _actions)
    | on(CardLost, _lost)
    | on(CardsDiscarded, _thrown_away)
    | on(CardsSwept, _swept)
    | on(ExtraCardTaken, _extra)
    | on(ReactionPlayed, _reacted)
)
