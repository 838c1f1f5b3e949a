"""A race is not lined up, drafting, playing or finished."""

from typing import Literal, TypeAlias

from domain.games.bug_race.components import Card, Deck, Direction, Stance, Track
from domain.kernel.ids import Seat
from domain.kernel.messages import Value

MustMove: TypeAlias = Literal["one", "all", "none"]


class NotLinedUp(Value, frozen=True, tag=True):
    """Nobody has a bug yet."""


class Settings(Value, frozen=True, kw_only=True):
    """The settings of the whole race, including the options."""

    track: Track
    """The length of the track, and where start and finish are."""
    draw: int  # cards everybody draws in a round
    """How many cards each player draws."""
    first_round_pass: Direction
    """Where cards are passed in the first round."""
    cards_per_turn: int  # the finish is tested when everybody has played so many
    """How many cards each player plays in a turn."""
    must_move: MustMove
    """How many of the shown legs that can step have to step (BR-37)."""
    auto_body_end: bool
    """Whether the body steps by itself after the last card."""
    play_for_places: bool
    """Whether the others race on after the first."""
    deck: Deck
    """The deck that is played with."""


class Pass(Value, frozen=True):
    """Cards that went from one neighbour to the next in this round."""

    giver: Seat
    receiver: Seat
    cards: tuple[Card, ...]


class Race(Value, frozen=True, kw_only=True):
    """What both phases share. Anything per seat is a tuple indexed by seat."""

    settings: Settings
    bugs: tuple[str, ...]
    stances: tuple[Stance, ...]
    places: tuple[int | None, ...]  # of bugs that have left the race (BR-33)
    hands: tuple[tuple[Card, ...], ...]  # kept first, received last
    round: int = 1
    pile: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    passes: tuple[Pass, ...] = ()  # of this round

    @property
    def racing(self) -> tuple[Seat, ...]:
        """Who is still in the race, in seat order."""
        return tuple([seat for seat, place in enumerate(self.places) if place is None])


class Drafting(Value, frozen=True, kw_only=True, tag=True):
    """Everybody who has `offered` cards and has not chosen yet keeps one of them."""

    race: Race
    step: int  # 1, in the expert game up to 3
    offered: tuple[tuple[Card, ...], ...]
    chosen: frozenset[Seat] = frozenset()


class Playing(Value, frozen=True, kw_only=True, tag=True):
    """Everybody plays the cards of a turn; `played` lies open since the round began."""

    race: Race
    played: tuple[tuple[Card, ...], ...]
    turn: int = 1

    def due(self, seat: Seat) -> int:
        """BR-26, BR-29: how many cards the seat has to play in this turn."""
        by_now = self.turn * self.race.settings.cards_per_turn
        held, left = len(self.race.hands[seat]), by_now - len(self.played[seat])
        return held if held < left else left

    @property
    def is_over(self) -> bool:
        """BR-27, BR-29: whether nobody has a card to play in this turn."""
        race, played = self.race, self.played
        by_now = self.turn * race.settings.cards_per_turn
        for seat, hand in enumerate(race.hands):
            if hand and race.places[seat] is None and len(played[seat]) < by_now:
                return False
        return True

    @property
    def awaited(self) -> list[Seat]:
        """BR-26, BR-29: who still races and has a card to play in this turn."""
        hands, played = self.race.hands, self.played
        by_now = self.turn * self.race.settings.cards_per_turn
        return [
            seat
            for seat, place in enumerate(self.race.places)
            if place is None and hands[seat] and len(played[seat]) < by_now
        ]


class Finished(Value, frozen=True, tag=True):
    """The last state of the race, and the places of all."""

    race: Race
    places: tuple[int, ...]


BugRaceState: TypeAlias = NotLinedUp | Drafting | Playing | Finished
