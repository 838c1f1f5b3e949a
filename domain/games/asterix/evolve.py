"""One function per event; each puts values in their places and calculates nothing."""

from collections.abc import Collection
from typing import TYPE_CHECKING, TypeAlias, assert_never

from msgspec.structs import replace

from domain.games.asterix.components import Card, Drawn
from domain.games.asterix.events import (
    AsterixEvent,
    DeckShuffled,
    GameFinished,
    HandTaken,
    LastCardsDrawn,
    PiratesActed,
    RoundBegan,
    RoundEnded,
    RoundScored,
    VillageGathered,
)
from domain.games.asterix.state import (
    AsterixState,
    Finished,
    Freeing,
    Looking,
    NotGathered,
    Playing,
    Selecting,
    Settling,
    Trick,
)
from domain.games.asterix.trick_events import (
    CardChosen,
    CardGiven,
    CardKept,
    CardLookedAt,
    CardsRevealed,
    CardsTied,
    CardTurned,
    ChoiceMade,
    IdefixDiscarded,
    IdefixReturned,
    IdefixSniffed,
    OnlyIdefixPlayed,
    PirateEscaped,
    PirateTaken,
    RomanCaptured,
    RomanEscaped,
)
from domain.kernel.handlers import on
from domain.kernel.ids import Seat, put

Captures: TypeAlias = tuple[Drawn, ...]
Hands: TypeAlias = tuple[tuple[Card, ...], ...]


def _gathered(state: NotGathered, event: VillageGathered) -> Playing:
    players = len(event.characters)
    return Playing(
        characters=event.characters,
        rounds=event.rounds,
        full_tie=event.full_tie,
        auto_pirates=event.auto_pirates,
        bonuses=event.bonuses,
        hands=((),) * players,
        discards=((),) * players,
        captures=((),) * players,
        totals=(0,) * players,
    )


def _shuffled(state: Playing, event: DeckShuffled) -> Playing:
    """Whatever lay on the table is in the deck again."""
    captures: tuple[tuple[Drawn, ...], ...] = ((),) * len(state.captures)
    return replace(
        state, deck=event.deck, visible=None, captures=captures, escaped=(), phase=Settling()
    )


def _taken(state: Playing, event: HandTaken) -> Playing:
    return replace(
        state,
        hands=put(state.hands, event.seat, event.cards),
        discards=put(state.discards, event.seat, ()),
    )


def _began(state: Playing, event: RoundBegan) -> Playing:
    return replace(state, round=event.round, trick=None)


def _turned(state: Playing, event: CardTurned) -> Playing:
    return replace(state, visible=event.card, deck=state.deck[1:], phase=_selecting(state, 0))


def _selecting(state: Playing, only_idefix: int) -> Selecting:
    players = len(state.hands)
    return Selecting((None,) * players, (0,) * players, only_idefix)


def _chosen(state: Playing, event: CardChosen) -> Playing:
    assert isinstance(state.phase, Selecting)
    phase = state.phase
    chosen = put(phase.chosen, event.seat, event.card)
    return replace(state, phase=Selecting(chosen, phase.choices, phase.only_idefix))


def _choice_made(state: Playing, event: ChoiceMade) -> Playing:
    phase = state.phase
    assert isinstance(phase, Selecting)
    choices = put(phase.choices, event.seat, phase.choices[event.seat] + 1)
    return replace(state, phase=Selecting(phase.chosen, choices, phase.only_idefix))


def _unchanged(state: Playing, event: CardsTied | IdefixReturned | IdefixSniffed) -> Playing:
    return state


def _revealed(state: Playing, event: CardsRevealed) -> Playing:
    assert state.visible is not None
    return replace(state, trick=Trick(state.visible, event.cards), phase=Settling())


def _captured(state: Playing, event: RomanCaptured) -> Playing:
    return _won(state, event.seat, event.roman, (event.discarded,))


def _roman_escaped(state: Playing, event: RomanEscaped) -> Playing:
    return replace(state, visible=None, escaped=(*state.escaped, event.roman))


def _pirate_taken(state: Playing, event: PirateTaken) -> Playing:
    return _won(state, event.seat, event.pirate, event.discarded)


def _pirate_escaped(state: Playing, event: PirateEscaped) -> Playing:
    hands, discards = _discarded(state, event.discarded)
    gone = (*state.escaped, event.pirate)
    return replace(state, hands=hands, discards=discards, visible=None, escaped=gone)


def _only_idefix(state: Playing, event: OnlyIdefixPlayed) -> Playing:
    return replace(state, phase=_selecting(state, event.times))


def _looked(state: Playing, event: CardLookedAt) -> Playing:
    return replace(state, deck=state.deck[1:], phase=Looking(event.seat, event.card))


def _kept(state: Playing, event: CardKept) -> Playing:
    return _decided(state, event.seat, event.card, event.discarded)


def _given(state: Playing, event: CardGiven) -> Playing:
    return _decided(state, event.to, event.card, event.discarded)


def _decided(state: Playing, to: Seat, card: Drawn, idefix: Card | None) -> Playing:
    hands, discards = _discarded(state, () if idefix is None else (idefix,))
    captures = _received(state, to, (card,))
    return replace(state, hands=hands, discards=discards, captures=captures, phase=Settling())


def _idefix_discarded(state: Playing, event: IdefixDiscarded) -> Playing:
    hands, discards = _discarded(state, (event.card,))
    return replace(state, hands=hands, discards=discards)


def _last_drawn(state: Playing, event: LastCardsDrawn) -> Playing:
    hands, discards = _discarded(state, event.discarded)
    captures = _received(state, event.seat, event.cards)
    deck = state.deck[len(event.cards) :]
    return replace(state, hands=hands, discards=discards, captures=captures, deck=deck)


def _ended(state: Playing, event: RoundEnded) -> Playing:
    return replace(state, phase=Freeing(frozenset(event.freeing)))


def _acted(state: Playing, event: PiratesActed) -> Playing:
    freed = tuple(each.roman for each in event.freed if each.roman is not None)
    kept = _without(state.captures[event.seat], freed)
    phase = state.phase
    assert isinstance(phase, Freeing)
    return replace(
        state,
        captures=put(state.captures, event.seat, kept),
        escaped=(*state.escaped, *freed),
        phase=Freeing(phase.awaited - {event.seat}),
    )


def _scored(state: Playing, event: RoundScored) -> Playing:
    scores = (*state.scores, event.scores)
    return replace(state, scores=scores, totals=event.totals, phase=Settling())


def _finished(state: Playing, event: GameFinished) -> Finished:
    return Finished(state, event.places)


def _won(state: Playing, seat: Seat, card: Drawn, discarded: Collection[Card]) -> Playing:
    """The visible card is won by this seat; these cards leave the hands."""
    trick = state.trick
    assert trick is not None
    hands, discards = _discarded(state, discarded)
    return replace(
        state,
        captures=_received(state, seat, (card,)),
        trick=Trick(trick.card, trick.cards, seat),
        hands=hands,
        discards=discards,
        visible=None,
    )


def _received(state: Playing, seat: Seat, cards: Captures) -> tuple[Captures, ...]:
    """All captures, with these of one seat."""
    return put(state.captures, seat, (*state.captures[seat], *cards))


def _discarded(state: Playing, cards: Collection[Card]) -> tuple[Hands, Hands]:
    """All hands and all discards after these cards have left their hands, whosever they are."""
    hands, discards, gone = [*state.hands], [*state.discards], {*cards}
    for seat, hand in enumerate(state.hands):
        if not gone.isdisjoint(hand):
            hands[seat] = _without(hand, gone)
            discards[seat] += tuple([card for card in hand if card in gone])
    return tuple(hands), tuple(discards)


def _without(cards: tuple[str, ...], gone: Collection[str]) -> tuple[str, ...]:
    return tuple([card for card in cards if card not in gone])


PLACE = (
    on(VillageGathered, _gathered)
    | on(DeckShuffled, _shuffled)
    | on(HandTaken, _taken)
    | on(RoundBegan, _began)
    | on(CardTurned, _turned)
    | on(CardChosen, _chosen)
    | on(ChoiceMade, _choice_made)
    | on(CardsRevealed, _revealed)
    | on(CardsTied, _unchanged)
    | on(RomanCaptured, _captured)
    | on(RomanEscaped, _roman_escaped)
    | on(PirateTaken, _pirate_taken)
    | on(PirateEscaped, _pirate_escaped)
    | on(OnlyIdefixPlayed, _only_idefix)
    | on(IdefixReturned, _unchanged)
    | on(CardLookedAt, _looked)
    | on(IdefixSniffed, _unchanged)
    | on(CardKept, _kept)
    | on(CardGiven, _given)
    | on(IdefixDiscarded, _idefix_discarded)
    | on(LastCardsDrawn, _last_drawn)
    | on(RoundEnded, _ended)
    | on(PiratesActed, _acted)
    | on(RoundScored, _scored)
    | on(GameFinished, _finished)
)
_HANDLER = PLACE.by_type


def evolve(state: AsterixState, event: AsterixEvent) -> AsterixState:
    if TYPE_CHECKING and not PLACE.handles(event):
        assert_never(event)
    return _HANDLER[type(event)](state, event)
