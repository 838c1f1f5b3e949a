"""What one seat may see (BR-28), built up by allow-list, and who may hear what."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from domain.games.bug_race.components import CARDS, Card, Direction, Leg, Stance, Track
from domain.games.bug_race.events import (
    BodyAdvanced,
    BodyFollowed,
    BugPlaced,
    BugRaceEvent,
    BugsLinedUp,
    CardKept,
    CardPlayed,
    CardsDealt,
    CardsPassed,
    ChoiceMade,
    DiscardsReshuffled,
    DraftEnded,
    HandsPassed,
    PileShuffled,
    RaceFinished,
    RoundDealt,
    RoundEnded,
)
from domain.games.bug_race.rules import drafting, movement, ranking
from domain.games.bug_race.state import (
    BugRaceState,
    Drafting,
    Finished,
    NotLinedUp,
    Playing,
    Race,
    Settings,
)
from domain.kernel.audience import EVERYONE, NOBODY, Audience, only
from domain.kernel.ids import Seat
from domain.kernel.messages import Event, Value


class CardView(Value, frozen=True):
    """A card and the legs it shows."""

    card: Card
    legs: tuple[Leg, ...]


class PassView(Value, frozen=True):
    """Cards you gave or received in this round."""

    giver: Seat
    receiver: Seat
    cards: tuple[CardView, ...]


class TrackView(Value, frozen=True, kw_only=True):
    """One track and the bug on it."""

    seat: Seat
    bug: str
    stance: Stance  # the tail of the body, and the slots of its legs on both sides
    covers: tuple[int, ...]  # the segments under the body
    finished: bool  # the whole body is past the finish line
    rank: int  # as of now; equal ranks are shared
    place: int | None  # if the bug has left the race with it
    chosen: bool  # has kept a card and waits for the others
    cards_to_play: int  # in this round
    played: tuple[CardView, ...]  # in this round
    passes_to: Seat | None  # who gets the cards this seat passes on


class BugRaceView(Value, frozen=True, kw_only=True, tag_field="game", tag="bug_race"):
    """The table as one seat (or a spectator) sees it."""

    phase: Literal["draft", "play", "finished"]
    round: int
    draft_step: int | None  # 1, in the expert game up to 3; null when nothing is drafted
    pass_direction: Direction
    track: Track  # the numbers to draw: segments and slots, start line, finish line
    tracks: tuple[TrackView, ...]  # by seat
    hand: tuple[CardView, ...] | None  # your own, kept first; null for spectators
    offered: tuple[CardView, ...] | None  # to keep one of; what you pass on once you have chosen
    passes: tuple[PassView, ...] | None  # of this round, from you or to you
    pile: int
    discards: tuple[Card, ...]
    settings: Settings
    places: tuple[int, ...] | None  # by seat, when finished


def view(state: BugRaceState, seat: Seat | None) -> BugRaceView | None:
    if isinstance(state, NotLinedUp):
        return None
    race = state.race
    draft = state if isinstance(state, Drafting) else None
    return BugRaceView(
        phase=_phase(state),
        round=race.round,
        draft_step=draft.step if draft else None,
        pass_direction=drafting.direction_of(race),
        track=race.settings.track,
        tracks=_tracks(state, race),
        hand=None if seat is None else _faces(race.hands[seat]),
        offered=None if seat is None else _faces(draft.offered[seat] if draft else ()),
        passes=None if seat is None else _passes(race, seat),
        pile=len(race.pile),
        discards=race.discards,
        settings=race.settings,
        places=state.places if isinstance(state, Finished) else None,
    )


def _phase(state: Drafting | Playing | Finished) -> Literal["draft", "play", "finished"]:
    match state:
        case Drafting():
            return "draft"
        case Playing():
            return "play"
        case Finished():
            return "finished"


def _tracks(state: Drafting | Playing | Finished, race: Race) -> tuple[TrackView, ...]:
    ranks = state.places if isinstance(state, Finished) else ranking.standing(race)
    return tuple(_track(state, race, seat, rank) for seat, rank in enumerate(ranks))


def _track(state: Drafting | Playing | Finished, race: Race, seat: Seat, rank: int) -> TrackView:
    stance, track = race.stances[seat], race.settings.track
    racing = seat in race.racing and not isinstance(state, Finished)
    to = drafting.direction_of(race)
    return TrackView(
        seat=seat,
        bug=race.bugs[seat],
        stance=stance,
        covers=movement.covered(stance, track),
        finished=movement.has_finished(stance, track),
        rank=rank,
        place=state.places[seat] if isinstance(state, Finished) else race.places[seat],
        chosen=isinstance(state, Drafting) and seat in state.chosen,
        cards_to_play=_to_play(state, race, seat) if racing else 0,
        played=_faces(state.played[seat]) if isinstance(state, Playing) else (),
        passes_to=drafting.receiver(race.racing, seat, to) if racing else None,
    )


def _to_play(state: Drafting | Playing | Finished, race: Race, seat: Seat) -> int:
    return len(race.hands[seat]) if isinstance(state, Playing) else race.settings.draw


def _passes(race: Race, seat: Seat) -> tuple[PassView, ...]:
    """BR-28: a passed card is known to giver and receiver."""
    return tuple(
        PassView(each.giver, each.receiver, _faces(each.cards))
        for each in race.passes
        if seat in (each.giver, each.receiver)
    )


def _faces(cards: Iterable[Card]) -> tuple[CardView, ...]:
    return tuple(CardView(card, CARDS[card].legs) for card in cards)


def audience(event: BugRaceEvent) -> Audience:
    """BR-28"""
    return HEARD_BY[type(event)](event)


def _everyone(event: BugRaceEvent) -> Audience:
    return EVERYONE


def _nobody(event: BugRaceEvent) -> Audience:
    return NOBODY


def _owner(event: CardsDealt | CardKept) -> Audience:
    return only(event.seat)


def _both(event: CardsPassed) -> Audience:
    return only(event.giver, event.receiver)


HEARD_BY: dict[type[Event], Callable[[Any], Audience]] = {
    BugsLinedUp: _everyone,
    PileShuffled: _nobody,
    CardsDealt: _owner,
    DiscardsReshuffled: _everyone,
    RoundDealt: _everyone,
    CardKept: _owner,
    ChoiceMade: _everyone,
    CardsPassed: _both,
    HandsPassed: _everyone,
    DraftEnded: _everyone,
    BodyAdvanced: _everyone,
    CardPlayed: _everyone,
    BodyFollowed: _everyone,
    RoundEnded: _everyone,
    BugPlaced: _everyone,
    RaceFinished: _everyone,
}
