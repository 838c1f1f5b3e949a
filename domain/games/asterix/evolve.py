"""One function per event; each puts values in their places and calculates nothing."""

from collections.abc import Collection
from typing import TYPE_CHECKING, assert_never

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
    chosen = put(state.phase.chosen, event.seat, event.card)
    return replace(state, phase=replace(state.phase, chosen=chosen))


def _choice_made(state: Playing, event: ChoiceMade) -> Playing:
    phase = state.phase
    assert isinstance(phase, Selecting)
    choices = put(phase.choices, event.seat, phase.choices[event.seat] + 1)
    return replace(state, phase=replace(phase, choices=choices))


def _unchanged(state: Playing, event: CardsTied | IdefixReturned | IdefixSniffed) -> Playing:
    return state


def _revealed(state: Playing, event: CardsRevealed) -> Playing:
    assert state.visible is not None
    return replace(state, trick=Trick(state.visible, event.cards), phase=Settling())


def _captured(state: Playing, event: RomanCaptured) -> Playing:
    won = _with_winner(_received(state, event.seat, (event.roman,)), event.seat)
    return replace(_discarded(won, (event.discarded,)), visible=None)


def _roman_escaped(state: Playing, event: RomanEscaped) -> Playing:
    return replace(state, visible=None, escaped=(*state.escaped, event.roman))


def _pirate_taken(state: Playing, event: PirateTaken) -> Playing:
    won = _with_winner(_received(state, event.seat, (event.pirate,)), event.seat)
    return replace(_discarded(won, event.discarded), visible=None)


def _pirate_escaped(state: Playing, event: PirateEscaped) -> Playing:
    gone = (*state.escaped, event.pirate)
    return replace(_discarded(state, event.discarded), visible=None, escaped=gone)


def _only_idefix(state: Playing, event: OnlyIdefixPlayed) -> Playing:
    return replace(state, phase=_selecting(state, event.times))


def _looked(state: Playing, event: CardLookedAt) -> Playing:
    return replace(state, deck=state.deck[1:], phase=Looking(event.seat, event.card))


def _kept(state: Playing, event: CardKept) -> Playing:
    return _decided(state, event.seat, event.card, event.discarded)


def _given(state: Playing, event: CardGiven) -> Playing:
    return _decided(state, event.to, event.card, event.discarded)


def _decided(state: Playing, to: Seat, card: Drawn, idefix: Card | None) -> Playing:
    received = replace(_received(state, to, (card,)), phase=Settling())
    return received if idefix is None else _discarded(received, (idefix,))


def _idefix_discarded(state: Playing, event: IdefixDiscarded) -> Playing:
    return _discarded(state, (event.card,))


def _last_drawn(state: Playing, event: LastCardsDrawn) -> Playing:
    received = _received(state, event.seat, event.cards)
    return replace(_discarded(received, event.discarded), deck=state.deck[len(event.cards) :])


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


def _received(state: Playing, seat: Seat, cards: tuple[Drawn, ...]) -> Playing:
    return replace(state, captures=put(state.captures, seat, (*state.captures[seat], *cards)))


def _with_winner(state: Playing, seat: Seat) -> Playing:
    assert state.trick is not None
    return replace(state, trick=replace(state.trick, winner=seat))


def _discarded(state: Playing, cards: Collection[Card]) -> Playing:
    """These cards leave their hands, whosever they are."""
    gone = [tuple(card for card in hand if card in cards) for hand in state.hands]
    return replace(
        state,
        hands=tuple(_without(hand, cards) for hand in state.hands),
        discards=tuple(old + new for old, new in zip(state.discards, gone, strict=True)),
    )


def _without(cards: tuple[str, ...], gone: Collection[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if card not in gone)


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


def evolve(state: AsterixState, event: AsterixEvent) -> AsterixState:
    if TYPE_CHECKING and not PLACE.handles(event):
        assert_never(event)
    return PLACE.by_type[type(event)](state, event)
