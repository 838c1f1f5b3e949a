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
from domain.kernel.ids import Seat, put
from domain.kernel.messages import Event


def _without(state: Racing, seat: Seat, card: Card) -> tuple[tuple[Card, ...], ...]:
    """All hands, but for this card."""
    hand = state.hands[seat]
    at = hand.index(card) if card in hand else len(hand)
    return put(state.hands, seat, hand[:at] + hand[at + 1 :])


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
    hand = (*state.hands[event.seat], *event.cards)
    pile = state.piles[event.pile][len(event.cards) :]
    return replace(
        state,
        hands=put(state.hands, event.seat, hand),
        piles=put(state.piles, event.pile, pile),
    )


def _unchanged(state: Racing, event: Event) -> Racing:
    return state


def _thrown_away(state: Racing, event: RedrawAnnounced | CardsDiscarded) -> Racing:
    kept = [card for card in state.hands[event.seat] if card not in event.cards]
    hands = put(state.hands, event.seat, tuple(kept))
    return replace(state, hands=hands, discards=_with(state, event.cards))


def _laid(state: Racing, event: SpeedLaid | ActionLaid) -> Racing:
    sealed = put(state.sealed, event.snail, event.laid)
    if event.laid.card is None:
        return replace(state, sealed=sealed)
    hands = _without(state, event.seat, event.laid.card)
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
    hands = _without(state, event.seat, event.card)
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
