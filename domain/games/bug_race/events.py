"""What happens in a bug race, in the usual order; the draft has its own file."""

from typing import TypeAlias

from msgspec.structs import replace

from domain.games.bug_race.components import Card, Stance
from domain.games.bug_race.draft_events import DraftEvent
from domain.games.bug_race.state import Drafting, Finished, NotLinedUp, Playing, Race, Settings
from domain.kernel.ids import Count, Rank, Seat
from domain.kernel.messages import PublicEvent, put, without


class RaceSetUp(PublicEvent, type="bug_race.race_set_up", rule="BR-12"):
    """Every bug stands at the outer end of its own track."""

    bugs: tuple[str, ...]
    """The bug of each seat."""
    start: Stance
    """Where every bug stands at the start."""
    settings: Settings
    """What the options mean at this table."""

    def apply(self, state: NotLinedUp) -> Drafting:
        seats = len(self.bugs)
        race = Race(
            settings=self.settings,
            bugs=self.bugs,
            stances=(self.start,) * seats,
            places=(None,) * seats,
            hands=((),) * seats,
        )
        return Drafting(race=race, step=1, offered=((),) * seats)


class BodyMoved(PublicEvent):
    """A body has stepped forward, by itself or not."""

    seat: Seat
    count: int
    """By how many segments the body moves."""
    stance: Stance
    """Where body and legs of the bug are."""

    def apply(self, state: Playing) -> Playing:
        stances = put(state.race.stances, self.seat, self.stance)
        return replace(state, race=replace(state.race, stances=stances))


class BodyAdvanced(BodyMoved, type="bug_race.body_advanced", rule="BR-20"):
    """A player moves the body forward without a card."""


class CardPlayed(PublicEvent, type="bug_race.card_played", rule="BR-26"):
    """A card was played: the steps of the bug, and its new position."""

    seat: Seat
    card: Card
    steps: tuple[str, ...]
    """Single steps, in order."""
    stance: Stance
    """Where body and legs of the bug are."""

    def apply(self, state: Playing) -> Playing:
        race, seat = state.race, self.seat
        return replace(
            state,
            race=replace(
                race,
                hands=put(race.hands, seat, without(race.hands[seat], self.card)),
                stances=put(race.stances, seat, self.stance),
            ),
            played=put(state.played, seat, (*state.played[seat], self.card)),
        )


class BodyFollowed(BodyMoved, type="bug_race.body_followed", rule="BR-36"):
    """After the last card of a turn the body takes all the steps it can."""


class TurnEnded(PublicEvent, type="bug_race.turn_ended", rule="BR-29"):
    """Everybody has played a card and has more; the bugs past the line are named."""

    round: Count
    """The round, from 1."""
    turn: int
    """The turn, from 1."""
    past_the_line: tuple[Seat, ...]
    """The seats whose bugs are past the line."""

    def apply(self, state: Playing) -> Playing:
        return replace(state, turn=self.turn + 1)


class RoundEnded(PublicEvent, type="bug_race.round_ended", rule="BR-27"):
    """All cards are played and go to the discards; the bugs past the line are named."""

    round: Count
    """The round, from 1."""
    past_the_line: tuple[Seat, ...]
    """The seats whose bugs are past the line."""

    def apply(self, state: Playing) -> Drafting:
        played = tuple(card for cards in state.played for card in cards)
        race = replace(state.race, discards=state.race.discards + played, passes=())
        return Drafting(race=race, step=1, offered=((),) * len(race.hands))


class HandDiscarded(PublicEvent, type="bug_race.hand_discarded", rule="BR-33"):
    """The cards that a bug has left when it leaves the race go to the discards, face up."""

    seat: Seat
    cards: tuple[Card, ...]
    """The cards that were left in the hand."""

    def apply(self, state: Playing) -> Playing:
        race = state.race
        hands = put(race.hands, self.seat, ())
        return replace(state, race=replace(race, hands=hands, discards=race.discards + self.cards))


class BugPlaced(PublicEvent, type="bug_race.bug_placed", rule="BR-33"):
    """A bug leaves the race with its place; the others race on."""

    seat: Seat
    place: Rank
    """The place; 1 is first."""

    def apply(self, state: Drafting | Playing) -> Drafting | Playing:
        places = put(state.race.places, self.seat, self.place)
        return replace(state, race=replace(state.race, places=places))


class RaceFinished(PublicEvent, type="bug_race.race_finished", rule="BR-29"):
    """The race is over; equal places are shared."""

    places: tuple[int, ...]
    """The place of each seat; 1 is first, and equal places are shared."""

    def apply(self, state: Drafting | Playing) -> Finished:
        return Finished(state.race, self.places)


Turn: TypeAlias = BodyAdvanced | CardPlayed | BodyFollowed | TurnEnded
Finish: TypeAlias = RoundEnded | HandDiscarded | BugPlaced | RaceFinished
BugRaceEvent: TypeAlias = RaceSetUp | DraftEvent | Turn | Finish
