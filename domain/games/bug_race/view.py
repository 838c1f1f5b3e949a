"""What one seat may see (BR-28), built up by allow-list, and who may hear what."""

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from domain.games.bug_race import rules
from domain.games.bug_race.components import CARDS, Card, Direction, Leg, Stance, Track
from domain.games.bug_race.state import BugRaceState, Drafting, Finished, NotLinedUp, Playing, Race
from domain.kernel.ids import Count, Rank, Seat
from domain.kernel.messages import Value, about


class CardView(Value, frozen=True):
    """A card and the legs it shows."""

    card: Card
    legs: tuple[Leg, ...]
    """The legs that the card shows."""


class PassView(Value, frozen=True):
    """The cards that one seat passed to its neighbour."""

    giver: Seat
    receiver: Seat
    cards: tuple[CardView, ...]
    """The cards that are passed, with their legs."""


class TrackView(Value, frozen=True, kw_only=True):
    """One track and the bug on it."""

    seat: Seat
    bug: str
    """The key of the bug in the components."""
    stance: Stance
    """Where body and legs of the bug are."""
    covers: Annotated[tuple[int, ...], about("The segments under the body.")]
    finished: Annotated[bool, about("The whole body is past the finish line.")]
    rank: Annotated[Rank, about("As of now; equal ranks are shared.")]
    place: Annotated[Rank | None, about("Set once the bug has left the race.")]
    chosen: Annotated[
        bool, about("Has kept a card, or played this turn, and waits for the others.")
    ]
    cards_to_play: Annotated[int, about("Still to be played in this round.")]
    played: Annotated[tuple[CardView, ...], about("In this round, first card first.")]
    passes_to: Annotated[Seat | None, about("Who gets the cards of this seat.")]


Draft: TypeAlias = Annotated[
    tuple[CardView, ...] | None,
    about("To keep one of; once you have chosen, what you pass on. Null: a spectator."),
]
Passes: TypeAlias = Annotated[
    tuple[PassView, ...] | None, about("Of this round, from you and to you; null for spectators.")
]


class BugRaceView(Value, frozen=True, kw_only=True, tag_field="game", tag="bug_race"):
    """The table as one seat (or a spectator) sees it."""

    phase: Literal["draft", "play", "finished"]
    """What the game is doing."""
    round: Count
    """The round, from 1."""
    draft_step: Annotated[int | None, about("1, in the expert game up to 3.")]
    turn: Annotated[
        int | None, about("Of the play: 1, in the expert game up to 4. The finish is tested after.")
    ]
    cards_per_turn: Annotated[int, about("Cards that everybody plays in a turn.")]
    pass_direction: Direction
    """Where cards are passed in this round."""
    track: Track
    """The length of the track, and where start and finish are."""
    tracks: Annotated[tuple[TrackView, ...], about("Each track with the bug on it, by seat.")]
    hand: Annotated[
        tuple[CardView, ...] | None,
        about("Your own cards, kept first, received last; null for spectators."),
    ]
    offered: Draft
    passes: Passes
    pile: Annotated[int, about("Cards in the draw pile.")]
    discards: tuple[Card, ...]
    """The cards on the discard pile, face up."""
    places: Annotated[tuple[int, ...] | None, about("The place of each seat; null before the end.")]


def view(state: BugRaceState, seat: Seat | None) -> BugRaceView | None:
    if isinstance(state, NotLinedUp):
        return None
    race = state.race
    draft = state if isinstance(state, Drafting) else None
    return BugRaceView(
        phase=_phase(state),
        round=race.round,
        draft_step=draft.step if draft else None,
        turn=state.turn if isinstance(state, Playing) else None,
        cards_per_turn=race.settings.cards_per_turn,
        pass_direction=rules.direction_of(race),
        track=race.settings.track,
        tracks=_tracks(state, race),
        hand=None if seat is None else _faces(race.hands[seat]),
        offered=None if seat is None else _faces(draft.offered[seat] if draft else ()),
        passes=None if seat is None else _passes(race, seat),
        pile=len(race.pile),
        discards=race.discards,
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
    ranks = state.places if isinstance(state, Finished) else rules.standing(race)
    return tuple(_track(state, race, seat, rank) for seat, rank in enumerate(ranks))


def _track(state: Drafting | Playing | Finished, race: Race, seat: Seat, rank: int) -> TrackView:
    stance, track = race.stances[seat], race.settings.track
    racing = seat in race.racing and not isinstance(state, Finished)
    to = rules.direction_of(race)
    return TrackView(
        seat=seat,
        bug=race.bugs[seat],
        stance=stance,
        covers=rules.covered(stance, track),
        finished=rules.has_finished(stance, track),
        rank=rank,
        place=state.places[seat] if isinstance(state, Finished) else race.places[seat],
        chosen=racing and _has_chosen(state, seat),
        cards_to_play=_to_play(state, race, seat) if racing else 0,
        played=_faces(state.played[seat]) if isinstance(state, Playing) else (),
        passes_to=rules.receiver(race.racing, seat, to) if racing else None,
    )


def _has_chosen(state: Drafting | Playing | Finished, seat: Seat) -> bool:
    match state:
        case Drafting(chosen=chosen):
            return seat in chosen
        case Playing():
            return not state.due(seat)
        case Finished():
            return False


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
