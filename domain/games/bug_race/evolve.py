"""One function per event; each puts values in their places and calculates nothing."""

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from domain.games.bug_race.events import (
    BodyAdvanced,
    BodyFollowed,
    BugPlaced,
    BugRaceEvent,
    CardKept,
    CardPlayed,
    CardsDealt,
    CardsPassed,
    ChoiceMade,
    DiscardsReshuffled,
    DraftEnded,
    HandDiscarded,
    HandsPassed,
    PileShuffled,
    RaceFinished,
    RaceSetUp,
    RoundDealt,
    RoundEnded,
    TurnEnded,
)
from domain.games.bug_race.state import (
    BugRaceState,
    Drafting,
    Finished,
    NotLinedUp,
    Pass,
    Playing,
    Race,
)
from domain.kernel.handlers import on
from domain.kernel.ids import put, without


def _lined_up(state: NotLinedUp, event: RaceSetUp) -> Drafting:
    seats = len(event.bugs)
    race = Race(
        settings=event.settings,
        bugs=event.bugs,
        stances=(event.start,) * seats,
        places=(None,) * seats,
        hands=((),) * seats,
    )
    return Drafting(race=race, step=1, offered=((),) * seats)


def _shuffled(state: Drafting, event: PileShuffled) -> Drafting:
    return replace(state, race=replace(state.race, pile=event.pile))


def _dealt(state: Drafting, event: CardsDealt) -> Drafting:
    cards = state.offered[event.seat] + event.cards
    return replace(
        state,
        race=replace(state.race, pile=state.race.pile[len(event.cards) :]),
        offered=put(state.offered, event.seat, cards),
    )


def _reshuffled(state: Drafting, event: DiscardsReshuffled) -> Drafting:
    return replace(state, race=replace(state.race, pile=state.race.discards, discards=()))


def _round_dealt(state: Drafting, event: RoundDealt) -> Drafting:
    return replace(state, race=replace(state.race, round=event.round))


def _kept(state: Drafting, event: CardKept) -> Drafting:
    race, seat = state.race, event.seat
    hand = (*race.hands[seat], event.card)
    return replace(
        state,
        race=replace(race, hands=put(race.hands, seat, hand)),
        offered=put(state.offered, seat, without(state.offered[seat], event.card)),
    )


def _chose(state: Drafting, event: ChoiceMade) -> Drafting:
    return replace(state, chosen=state.chosen | {event.seat})


def _passed(state: Drafting, event: CardsPassed) -> Drafting:
    """While some have passed already and others have not, both lots lie with one seat."""
    given = tuple([card for card in state.offered[event.giver] if card not in event.cards])
    offered = put(state.offered, event.giver, given)
    offered = put(offered, event.receiver, offered[event.receiver] + event.cards)
    passes = (*state.race.passes, Pass(event.giver, event.receiver, event.cards))
    return replace(state, race=replace(state.race, passes=passes), offered=offered)


def _all_passed(state: Drafting, event: HandsPassed) -> Drafting:
    return replace(state, step=state.step + 1, chosen=frozenset())


def _drafted(state: Drafting, event: DraftEnded) -> Playing:
    hands = tuple(hand + got for hand, got in zip(state.race.hands, state.offered, strict=True))
    return Playing(race=replace(state.race, hands=hands), played=((),) * len(hands))


def _moved(state: Playing, event: BodyAdvanced | BodyFollowed) -> Playing:
    stances = put(state.race.stances, event.seat, event.stance)
    return replace(state, race=replace(state.race, stances=stances))


def _played(state: Playing, event: CardPlayed) -> Playing:
    race, seat = state.race, event.seat
    return replace(
        state,
        race=replace(
            race,
            hands=put(race.hands, seat, without(race.hands[seat], event.card)),
            stances=put(race.stances, seat, event.stance),
        ),
        played=put(state.played, seat, (*state.played[seat], event.card)),
    )


def _turn_ended(state: Playing, event: TurnEnded) -> Playing:
    return replace(state, turn=event.turn + 1)


def _ended(state: Playing, event: RoundEnded) -> Drafting:
    played = tuple(card for cards in state.played for card in cards)
    race = replace(state.race, discards=state.race.discards + played, passes=())
    return Drafting(race=race, step=1, offered=((),) * len(race.hands))


def _hand_discarded(state: Playing, event: HandDiscarded) -> Playing:
    race = state.race
    hands = put(race.hands, event.seat, ())
    return replace(state, race=replace(race, hands=hands, discards=race.discards + event.cards))


def _placed(state: Drafting | Playing, event: BugPlaced) -> Drafting | Playing:
    places = put(state.race.places, event.seat, event.place)
    return replace(state, race=replace(state.race, places=places))


def _finished(state: Drafting | Playing, event: RaceFinished) -> Finished:
    return Finished(state.race, event.places)


PLACE = (
    on(RaceSetUp, _lined_up)
    | on(PileShuffled, _shuffled)
    | on(CardsDealt, _dealt)
    | on(DiscardsReshuffled, _reshuffled)
    | on(RoundDealt, _round_dealt)
    | on(CardKept, _kept)
    | on(ChoiceMade, _chose)
    | on(CardsPassed, _passed)
    | on(HandsPassed, _all_passed)
    | on(DraftEnded, _drafted)
    | on(BodyAdvanced, _moved)
    | on(CardPlayed, _played)
    | on(BodyFollowed, _moved)
    | on(TurnEnded, _turn_ended)
    | on(RoundEnded, _ended)
    | on(HandDiscarded, _hand_discarded)
    | on(BugPlaced, _placed)
    | on(RaceFinished, _finished)
)
_HANDLER = PLACE.by_type


def evolve(state: BugRaceState, event: BugRaceEvent) -> BugRaceState:
    if TYPE_CHECKING and not PLACE.handles(event):
        assert_never(event)
    return _HANDLER[type(event)](state, event)
